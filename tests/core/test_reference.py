"""Alignments of the real sclite, compared with ours."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.conftest import PATIENCE
from tests.core.ask import integers
from tests.core.material import MARKED, PLAIN, WIDE, Speech

ODD = [
    *PLAIN,
    "foo*",
    "*",
    "a;t",
    "a;t;u;v",
    ";x",
    "b;;q",
    "a\\b",
    "a\\;b",
    "\\@",
    "@*",
    "a@b",
    "(",
    "()",
    "-",
    "--",
    "/",
    "=",
]
JOINED = ["a", "ab", "abc", "cab", "bc"]
WEIGHTS = {b"a": 0.1, b"b": 2.5, b"ab": 1.0, b"foo": 3.3}

MODES = {
    "plain": ([], {}, PLAIN, 0.0),
    "odd words": ([], {}, ODD, 0.0),
    "case": (["-s"], {"sensitive": True}, ["a", "A", "b", "B", "aB"], 0.0),
    "alternations": ([], {}, [*PLAIN, "@"], 0.3),
    "optional and fragments": (["-D", "-F"], {"optional": True, "fragments": True}, MARKED, 0.2),
    "characters": (["-c"], {"characters": 0}, [*PLAIN, "@", "a@b"], 0.3),
    "optional characters": (["-c", "-D"], {"characters": 0, "optional": True}, MARKED, 0.0),
    "wide characters": (["-e", "utf-8", "-c", "NOASCII", "DH"], {"characters": 3, "encoding": "utf-8"}, WIDE, 0.2),
    "weights": (["-w", "weights"], {"weights": WEIGHTS, "default_weight": 0.7}, [*PLAIN, "@", "a=b"], 0.3),
    "unity": (["-w", "unity", "-D"], {"weights": {}, "default_weight": 1.0, "optional": True}, MARKED, 0.2),
    "algo1": (["-S", "algo1", "lexicon", "ASCIITOO"], {"segment": 1, "ascii_too": True}, JOINED, 0.1),
    "algo2": (["-S", "algo2", "lexicon", "ASCIITOO"], {"segment": 2, "ascii_too": True}, JOINED, 0.1),
}


@pytest.mark.sweep(5)
@pytest.mark.reference
@pytest.mark.parametrize("mode", MODES)
def test_paths_are_those_of_the_reference(ask, twin, reference, tmp_path, mode):
    arguments, options, vocabulary, alternations = MODES[mode]
    speech = Speech(mode, vocabulary, alternations)
    refs, hyps = [], []
    for i in range(60 if ask.core is twin else 200):
        text = speech.text()
        refs.append(f"{text} (s-{i})\n")
        hyps.append(f"{speech.heard(text) if i % 3 else speech.text()} (s-{i})\n")
    (tmp_path / "ref").write_text("".join(refs))
    (tmp_path / "hyp").write_text("".join(hyps))
    lexicon = [b"ab", b"abc", b"bca"]
    (tmp_path / "lexicon").write_bytes(b"".join(word + b"\n" for word in lexicon))
    lines = [b"%s %s\n" % (word, repr(weight).encode()) for word, weight in WEIGHTS.items()]
    (tmp_path / "weights").write_bytes(b";; Default missing weight '0.7'\n" + b"".join(lines))
    if "segment" in options:
        options = {**options, "lexicon": lexicon}
    run = subprocess.run(
        [reference / "sclite", *arguments, "-r", "ref", "-h", "hyp", "-i", "spu_id", "-f", "0", "-o", "sgml", "stdout"],
        cwd=tmp_path,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    expected = re.findall(rb"<PATH [^\n]*>\n(.*)\n</PATH>", run.stdout)
    options = dict(options)
    charset = ask.charset(options.pop("encoding", "ascii"))
    sensitive = options.get("sensitive", False)
    ref, hyp = (ask.core.Trn((tmp_path / name).read_bytes(), charset, sensitive=sensitive) for name in ("ref", "hyp"))
    batch = ask.core.align(ask.core.Rules(charset, **options), ref.side(), hyp.side())
    aux = 48 if "-w" in arguments else 0
    lines = batch.sgml(integers(*range(len(batch))), [b""] * len(batch), b":", b",", aux)
    assert lines == b"".join([line + b"\n</PATH>\n" for line in expected])
