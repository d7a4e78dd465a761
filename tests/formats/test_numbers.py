"""Numbers that formats write in different ways."""

from __future__ import annotations

import json

import pytest

from scorelite import formats
from scorelite.formats.engine.fitting import fitted
from tests.formats.check import written

JSON = ("seglst", "nemo", "lhotse", "whisper", "azure", "jsonl")


@pytest.mark.parametrize("name", JSON)
def test_times_that_json_would_write_otherwise_are_numbers_of_json(name: str) -> None:
    corpus = formats.read(b"talk A anna .5 1. a\ntalk A anna 007 +8.50 b\n", format="stm")
    found = written(formats.read(written(corpus, formats.by_name("stm")), format="stm"), formats.by_name("stm"))
    assert found == b"talk A anna .5 1. a\ntalk A anna 007 +8.50 b\n"
    made = fitted(corpus, formats.by_name(name))[0]
    text = written(made, formats.by_name(name)).decode()
    for value in text.splitlines() if name in ("nemo", "lhotse", "jsonl") else [text]:
        json.loads(value)
    again = formats.read(text.encode(), format=name)
    assert [segment.start for segment in again.segments] == [0.5, 7.0]


@pytest.mark.parametrize("time", ["1e-99999999999999999999", "0e99999999999999999999", "1E+0009999", "1e400"])
def test_exponents_beyond_all_numbers_are_refused(time: str) -> None:
    rows = {
        "ctm": f"talk 1 {time} 0.5 x\n",
        "stm": f"talk 1 anna {time} 1e5 x\n",
        "rttm": f"SPEAKER talk 1 {time} 0.5 <NA> <NA> a <NA>\n",
        "uem": f"talk 1 {time} 1e5\n",
        "mdtm": f"talk 1 {time} 0.5 speaker NA x a\n",
        "nemo": f'{{"audio_filepath": "a", "offset": {time}, "duration": 1, "text": "x"}}\n',
        "csv": f"id,text,start,end\na,b,{time},1e5\n",
        "audacity": f"{time}\\t1e5\\tx\n",
    }
    for name, data in rows.items():
        with pytest.raises(formats.FormatError):
            formats.read(data.encode(), format=name)


def test_seglst_as_columns_says_what_it_says_object_by_object() -> None:
    usual = [
        {"session_id": "a", "speaker": f"s{k}", "start_time": k, "end_time": k + 0.50, "words": 'grün "q" \\ day'}
        for k in range(3)
    ]
    for indent in (None, 2):
        text = json.dumps(usual, indent=indent)
        table = formats.read(text.encode(), format="seglst")
        listed = formats.read(text.replace("{", '{"more": null, ', 1).encode(), format="seglst")
        assert not isinstance(table.segments, tuple)
        assert list(table.segments)[1:] == list(listed.segments)[1:]
        assert json.loads(written(table, formats.by_name("seglst"))) == usual


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"words": "x"', '"words": 5'),
        ("0.5", "007"),
        ("0.5", "-0.5"),
        ("0.5", "9.5"),
        ('"words"', '"words": "y", "words"'),
        ("}, {", "} {"),
        ("}]", "}"),
        ('"x"', r'"\x"'),
    ],
)
def test_a_segment_with_something_wrong_in_it_is_looked_at(old: str, new: str) -> None:
    one = {"session_id": "a", "speaker": "b", "start_time": 0.5, "end_time": 1.5, "words": "x"}
    with pytest.raises(formats.FormatError):
        formats.read(json.dumps([one, one]).replace(old, new, 1).encode(), format="seglst")
