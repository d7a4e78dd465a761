"""Generated parts of docs/guides/normalisation.md: the built-in normalisers, and what they make of telling sentences.

python -m tests.normalise.document
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scorelite.scoring.normalise import NORMALISERS, normalise

DOCUMENT = Path(__file__).parents[2] / "docs" / "guides" / "normalisation.md"
SENTENCES = (
    "It's twenty-five dollars and five cents.",
    "Dr. Smith of U.S.A. sent an e-mail",
    "हिन्दी में बात करें",
)
SHOWN = (
    *("basic", "ids-en", "whisper-basic", "whisper-en", "leaderboard-en", "leaderboard-multilingual"),
    *("chime7", "chime8", "jiwer-standardize"),
)
_PLACES = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def names() -> Iterator[str]:
    """A list of the normalisers, and those that may change a text again when they are applied twice."""
    for normaliser in NORMALISERS:
        origin = "" if normaliser.source == "scorelite" else f" ({normaliser.source}, {normaliser.licence})"
        summary = normaliser.summary.replace("<", "\\<")
        yield f"- `{normaliser.name}`, {normaliser.version or 'the version of the package'}: {summary}{origin}"
    again = ", ".join(f"`{normaliser.name}`" for normaliser in NORMALISERS if not normaliser.idempotent)
    yield ""
    yield f"Applied twice, these may change a text again: {again}."


def sentences() -> Iterator[str]:
    """Results of each sentence with the normalisers that give them; those that leave it unchanged are not shown."""
    for sentence in SENTENCES:
        results: dict[str, list[str]] = {}
        for name in SHOWN:
            result = normalise([sentence], name, log=False)[0][0]
            if result != sentence:
                results.setdefault(result, []).append(f"`{name}`")
        yield f"| `{_cell(sentence)}` | normaliser |"
        yield "|---|---|"
        for result, makers in results.items():
            yield f"| `{_cell(result) or ' '}` | {', '.join(makers)} |"
        yield ""


def written(text: str) -> str:
    """The document with its generated parts as they must be now."""
    parts = {"names": names, "sentences": sentences}
    return _PLACES.sub(lambda match: match[1] + "\n".join(parts[match[2]]()).rstrip() + f"\n{match[3]}", text)


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
