"""A verdict as metrics in the text format of Prometheus, which its node exporter collects from files."""

from __future__ import annotations

from ...common.gate import Gate

_HELP = {
    "rate": "Error rate, as a fraction.",
    "rate_before": "Error rate of the baseline, as a fraction.",
    "rate_low": "Lower end of the 95 % interval of the rate.",
    "rate_high": "Upper end of the 95 % interval of the rate.",
    "limit_kept": "1 if the limit was kept, 0 if it was exceeded.",
}


def render(gate: Gate) -> str:
    """A gauge for each number that is defined.

    >>> print(render(Gate("score", "WER", "hyp.trn", 0.05)), end="")
    # HELP scorelite_rate Error rate, as a fraction.
    # TYPE scorelite_rate gauge
    scorelite_rate{command="score",measure="WER",file="hyp.trn"} 0.05
    """
    low, high = gate.interval or (None, None)
    kept = None if gate.verdict is None else float(gate.verdict.passed)
    values = {"rate": gate.after, "rate_before": gate.before, "rate_low": low, "rate_high": high, "limit_kept": kept}
    labels = {"command": gate.command, "measure": gate.measure, "file": gate.path}
    shown = ",".join(f'{name}="{_escaped(text)}"' for name, text in labels.items())
    lines: list[str] = []
    for name, value in values.items():
        if value is not None:
            metric = f"scorelite_{name}"
            lines += [f"# HELP {metric} {_HELP[name]}", f"# TYPE {metric} gauge", f"{metric}{{{shown}}} {value:.6g}"]
    return "".join(f"{line}\n" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
