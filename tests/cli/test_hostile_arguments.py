"""Files of options and of commands with contents that break parsers: an exit code, one message, and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite.scoring.cli.main import main

pytest.importorskip("numpy")

CONTENTS = {
    "nothing": b"",
    "lists in lists": b"[" * 100_000,
    "objects in objects": b'{"a":' * 50_000,
    "a number of thousands of digits": b'{"class": "x", "id": "a", "first": 0, "last": ' + b"9" * 5000 + b"}\n",
    "a number without end": b'{"id": "a", "m": 1e400, "correct": 1e400, "metadata": 1e400, "utterances": NaN}\n',
    "half a character": b'{"class": "\\ud800", "phrases": ["\\udfff"], "id": "\\ud800", "text": "\\udfff"}\n',
    "no UTF-8": b'{"class": "\xff\xfe", "id": "\xff"}\nid,\xff\na,\xff\n',
    "a NUL": b"id,g\na,\0\nb,y\n",
    "a carriage return": b"id,g\ra,x\rb,y\r",
    "a quote that is not closed": b'id,g\n"a,x\nb,y\n',
    "a long field": b"id,g\na," + b"x" * 300_000 + b"\nb,y\n",
    "fifty thousand columns": b"id," + b",".join(b"c%d" % place for place in range(50_000)) + b"\na,1\n",
    "one column twice": b"id,g,g\na,x,y\nb,y,x\n",
    "signs alone": b"| | | ; => [ ] { / @ <*>\n;;\n* \n\\\n",
    "UTF-16": "id,g\na,x\nb,y\n".encode("utf-16"),
    "every byte": bytes(range(256)) * 100,
}
COMMANDS = (
    *(f"score r.csv h.csv --with classes={profile}FILE" for profile in ("", "bwer:", "nemo:", "pier:", "contextasr:")),
    *(f"score r.csv h.csv --{name} FILE" for name in ("equivalents", "measures", "verdicts", "normalise", "entities")),
    *("score r.csv h.csv --slices FILE --slice g", "score r.csv h.csv --speaker-map FILE", "latency FILE"),
    *("compare FILE FILE", "compare --ref r.csv h.csv FILE", "merge FILE FILE", "show FILE", "check FILE"),
    *("align r.csv FILE -o o.ctm", "audit r.csv h.csv FILE", "convert FILE o.srt --from whisper"),
)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("content", CONTENTS)
def test_no_content_of_a_file_breaks_a_command(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.csv").write_text("id,text,speaker\na,hello world,x\nb,good day,y\n")
    Path("h.csv").write_text("id,text\na,hello word\nb,good day\n")
    Path("FILE").write_bytes(CONTENTS[content])
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            raise SystemExit(main(command.split()))
        out, err = capfd.readouterr()
        assert ended.value.code in (0, 1, 2), command
        assert "Traceback" not in out + err, command
        assert ended.value.code == 0 or err, command
