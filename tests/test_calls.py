"""The price of a job is its bytes, not its shape: calls of Python functions for each utterance of ten words.

Calls are counted over a file less a quarter of it, so that the start of a run does not count.
"""

from __future__ import annotations

import cProfile
import gc
import json
import pstats
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from scorelite import formats, scoring
from scorelite.formats.conversion import Wishes, run
from scorelite.formats.engine.transform import fitted
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Corpus, Label, Segment, Written
from scorelite.scoring import _core
from scorelite.scoring.common import strict_files
from scorelite.scoring.normalise import chain_of
from scorelite.scoring.normalise.corpus import normalise_corpus

_MANY, _FEW = 80, 20
_MOST = 12
"""Calls for an utterance of ten words."""
_OF_PIECES = 6
"""Calls for an utterance of a file that is converted piece by piece."""
_File = TypeVar("_File", Path, int)
_JOBS = ("read", "write", "score", "normalise")


def corpus_of(size: int) -> Corpus:
    """Utterances of ten words with times, of one recording."""
    chance = Random(size)
    segments = []
    for number in range(size):
        start = 3.0 * number
        labels = tuple(
            Label(
                f"w{chance.randrange(300)}",
                Written(f"{start + 0.2 * place:.2f}"),
                Written(f"{start + 0.2 * place + 0.18:.2f}"),
                Written("0.90"),
            )
            for place in range(10)
        )
        where = {"id": f"anna-{number:04d}", "session": "talk", "channel": "1", "speaker": "anna"}
        times = {"start": Written(f"{start:.2f}"), "end": Written(f"{start + 2.0:.2f}")}
        segments.append(Segment(**where, **times, labels=labels))  # type: ignore[arg-type]
    return Corpus(tuple(segments), format="sample", path="sample")


def calls(run: Callable[[_File], object], few: _File, many: _File) -> float:
    """The calls of a function for each utterance of the larger file."""

    def count(path: _File) -> int:
        profile = cProfile.Profile()
        gc.disable()  # hypothesis has a function that each collection calls
        profile.enable()
        run(path)
        profile.disable()
        gc.enable()
        return pstats.Stats(profile).total_calls  # type: ignore[attr-defined, no-any-return]

    run(few)
    run(many)  # what is imported or made once is there
    return (count(many) - count(few)) / (_MANY - _FEW)


# What some jobs cost today, where it is more than it should be: a change may lower these, never raise them.
_TOO_MANY: dict[str, dict[str, int]] = {
    "kaldi-data": {"score": 20},
    "google": {"read": 52, "score": 108, "normalise": 57},
    **{name: {"score": 21, "normalise": 13} for name in ("ttml", "ebu-tt", "ebu-tt-d", "imsc")},
}
# Formats without words have nothing to score.
_WORDLESS = frozenset({"mdtm", "uem"})


def limit(name: str, job: str) -> int:
    return _TOO_MANY.get(name, {}).get(job, _MOST)


@cache
def corpora() -> dict[int, Corpus]:
    return {size: corpus_of(size) for size in (_FEW, _MANY)}


@pytest.mark.parametrize("name", [entry.name for entry in FORMATS if entry.writable])
def test_a_job_costs_few_calls_for_each_utterance(name: str, tmp_path: Path) -> None:
    record = formats.by_name(name)
    suffix = record.suffixes[0] if record.suffixes else ""
    few, many = (tmp_path / f"{size}{suffix}" for size in (_FEW, _MANY))
    for path, corpus in zip((few, many), corpora().values(), strict=True):
        formats.write(fitted(corpus, record, interpolate=True)[0], path, format=name)
    read = {path: formats.read(path, format=name) for path in (few, many)}

    def write(path: Path) -> object:
        if record.pack is not None:
            return record.pack(read[path])
        return list(record.write(read[path])) if record.files is None else list(record.files(read[path]))

    jobs: dict[str, Callable[[Path], object]] = {
        "read": lambda path: formats.read(path, format=name),
        "write": write,
        "score": lambda path: scoring.score_files(str(path), str(path), ref_format=name, hyp_format=name),
        "normalise": lambda path: normalise_corpus(formats.read(path, format=name), chain_of("casefold")),
    }
    if name in _WORDLESS or _core._chosen is None:  # the twin takes words one by one
        del jobs["score"], jobs["normalise"]
    counted = {job: calls(run, few, many) for job, run in jobs.items()}
    dear = {job: (count, limit(name, job)) for job, count in counted.items() if count > limit(name, job)}
    assert dear == {}


@pytest.mark.skipif(_core._chosen is None, reason="the twin takes words one by one")
@pytest.mark.parametrize("name", ["aws", "deepgram", "gentle", "revai", "vosk", "whisper", "whisperx"])
def test_words_without_confidences_among_others_cost_no_more(name: str, tmp_path: Path) -> None:
    record = formats.by_name(name)
    few, many = (tmp_path / str(size) for size in (_FEW, _MANY))
    for path, corpus in zip((few, many), corpora().values(), strict=True):
        segments = []
        for segment in corpus.segments:
            labels = [label if row % 3 else replace(label, confidence=None) for row, label in enumerate(segment.items)]
            segments.append(replace(segment, labels=tuple(labels)))
        formats.write(fitted(Corpus(tuple(segments)), record, interpolate=True)[0], path, format=name)
    jobs: dict[str, Callable[[Path], object]] = {
        "score": lambda path: scoring.score_files(str(path), str(path), ref_format=name, hyp_format=name),
        "normalise": lambda path: normalise_corpus(formats.read(path, format=name), chain_of("casefold")),
    }
    counted = {job: calls(run, few, many) for job, run in jobs.items()}
    assert {job: count for job, count in counted.items() if count > _MOST} == {}


def test_what_costs_too_much_today_is_dear_indeed() -> None:
    jobs = [(name, job, most) for name, row in _TOO_MANY.items() for job, most in row.items()]
    assert [row for row in jobs if row[2] <= _MOST or row[1] not in _JOBS] == []


def texts_of(size: int) -> list[list[str]]:
    return [[f"w{(7 * row + 13 * place) % 300}" for place in range(10)] for row in range(size)]


def lines_of(line: str, size: int, newline: str = "\n") -> bytes:
    """A line of each utterance: `{i}` is its number, `{w}` are eight words, `{a}` and `{b}` two more, `{n}` and `{m}`
    seconds."""
    rows = enumerate(texts_of(size))
    lines = [
        line.format(i=row, w=" ".join(words[2:]), a=words[0], b=words[1], n=5 * row, m=5 * row + 4, s=row % 3)
        for row, words in rows
    ]
    return newline.join([*lines, ""]).encode()


def csv_of(size: int) -> bytes:
    """Quoted cells, further columns, an empty text."""
    head = "id,session,start,end,text,note,n,speaker\r\n"
    row = '"u{i}","a/talk.wav","{n}","{m}.50","{a} {b} {w} ","a, ""b""","{i}",""'
    return head.encode() + lines_of(row, size, "\r\n")


def jsonl_of(size: int) -> bytes:
    """Further members, nested, null and missing ones; numbers as names."""
    line = '{{"id": {i}, "text": " {a} {b} {w}", "meta": {{"k": [{i}]}}, "n{i}": 1.50, "speaker": null}}'
    other = '{{"text": "{w}", "id": "v{i}", "audio": {{"path": "b/{i}.wav"}}}}'
    lines = lines_of(line, size).split(b"\n"), lines_of(other, size).split(b"\n")
    return b"\n".join(
        [second if place % 3 else first for place, (first, second) in enumerate(zip(*lines, strict=True))]
    )


def ctm_of(odd: str, size: int) -> bytes:
    """Rows of ten words an utterance, the fourth of which is `odd`: `{t}` is its begin, `{w}` its word."""
    rows = []
    for number, words in enumerate(texts_of(size)):
        rows += [f"t 1 {5 * number + 0.3 * place:.2f} 0.20 {word} 0.9" for place, word in enumerate(words)]
        rows[-7] = odd.format(t=f"{5 * number + 0.9:.2f}", w=words[3], s=number % 3)
    return "\n".join([*rows, ""]).encode()


# Rows that look otherwise than others: the shape by what each has.
ODD_ROWS = {
    "nothing odd": "t 1 {t} 0.20 {w} 0.9",
    "comments": ";; {t}\nt 1 {t} 0.20 {w} 0.9",
    "no confidence": "t 1 {t} 0.20 {w}",
    "an unknown confidence": "t 1 {t} 0.20 {w} NA",
    "a type": "t 1 {t} 0.20 {w} 0.9 lex",
    "speakers": "t 1 {t} 0.20 {w} 0.9 lex s{s}",
    "a doubtful time": "t 1 &&{t} 0.20 {w} 0.9",
    "a tag": "t 1 {t} 0.20 so;noun 0.9",
    "an escape": "t 1 {t} 0.20 so\\x 0.9",
    "an exponent": "t 1 {t} 2e-1 {w} 1e-5",
    "tabs": "t\t1  {t}\t0.20 {w} 0.9 ",
    "letters of Unicode": "t 1 {t} 0.20 é\u0301 0.9",
}
OF_RTTM = {
    "comments": ";; {i}\nSPEAKER t 1 {n} 4 <NA> <NA> s{s} <NA> <NA>",
    "comments behind rows": "SPEAKER t 1 {n} 4 <NA> <NA> s{s} <NA> <NA> ;; {i}",
    "blank lines": "\nSPEAKER t 1 {n} 4 <NA> <NA> s{s} <NA>",
    "descriptions": "SPKR-INFO t 1 <NA> <NA> <NA> adult_male s{s} <NA> <NA>",
    "words": "LEXEME t 1 {n} 0.5 {a} lex s{s} 0.9 <NA>",
}
OF_STM = {
    "comments": ";; {i}\nt A s{s} {n}.00 {m}.5 {a} {b} {w}",
    "tabs": "t\tA  s{s}\t{n}.00 {m}.5\t{a}  {b}\t{w} ",
    "short lines": "t A s{s} {n}.00 {m}.5",
    "labels": "t A s{s} {n}.00 {m}.5 <o,f{s}> {a} {b} {w}",
    "tags and escapes": "t A s{s} {n}.00 {m}.5 so;noun so\\x {w}",
    "channels": "t {s} s{s} {n}.00 {m}.5 {a} {b} {w}",
}
OF_TRN = {
    "comments": ";; {i}\n{a} {b} {w} (a-{i})",
    "blank lines": "\n{a} {b} {w} (a-{i})",
    "tabs": "{a}\t{b}  {w}\t(a-{i}) ",
    "empty texts": "(a-{i})",
    "letters of Unicode": "é\u0301{a} {b}\u00a0 {w} (ž-{i})",
}
# What a shape costs too much today.
_DEAR_SHAPES = {
    ("ctm with comments", "jsonl"),
    ("segments without words", "normalise"),
    ("stm with tags and escapes", "normalise"),
    ("trn with letters of Unicode", "score"),
    ("words of speechmatics", "normalise"),
    ("words of speechmatics", "score"),
    ("words without times", "score"),
}


def timed_words(size: int, *keys: str) -> list[list[dict[str, object]]]:
    """Words with begins and ends under the names `keys`, ten an utterance."""
    return [
        [
            dict(zip(keys, (word, 5 * row + 0.25 * place, 5 * row + 0.25 * place + 0.125), strict=True))
            for place, word in enumerate(["it's-", *words[1:]])
        ]
        for row, words in enumerate(texts_of(size))
    ]


def whisper_of(size: int, *, some: bool = False, times: bool = True) -> bytes:
    """Words with times; with `some`, each fourth segment has a text only; without `times`, each fourth word is bare."""
    segments = []
    for row, words in enumerate(timed_words(size, "word", "start", "end")):
        text = " ".join(str(word["word"]) for word in words)
        for word in () if times else words[::4]:
            del word["start"], word["end"]
        more = {} if some and row % 4 == 0 else {"words": words}
        segments.append({"id": row, "start": 5 * row, "end": 5 * row + 2.5, "text": text, **more})
    return json.dumps({"text": "", "segments": segments, "language": "en"}).encode()


def revai_of(size: int) -> bytes:
    """Punctuation between words."""
    turns = []
    for row, words in enumerate(timed_words(size, "value", "ts", "end_ts")):
        elements = [[{"type": "text", **word}, {"type": "punct", "value": " "}] for word in words]
        turns.append({"speaker": row % 2, "elements": list(chain.from_iterable(elements))})
    return json.dumps({"monologues": turns}).encode()


def speechmatics_of(size: int) -> bytes:
    """Words of one speaker, and punctuation behind every tenth."""
    results: list[object] = []
    for words in timed_words(size, "content", "start_time", "end_time"):
        for word in words:
            best = {"content": word.pop("content"), "confidence": 0.5, "speaker": "S1"}
            results.append({"type": "word", **word, "alternatives": [best]})
        mark = {"type": "punctuation", "start_time": word["end_time"], "end_time": word["end_time"]}
        results.append({**mark, "attaches_to": "previous", "alternatives": [{"content": "."}]})
    return json.dumps({"format": "2.9", "metadata": {}, "results": results}).encode()


def seglst_of(size: int) -> bytes:
    """Segments of meetings with further members."""
    return json.dumps(
        [
            {
                "session_id": f"t{row // 9}",
                "speaker": f"s{row % 3}",
                "start_time": 5 * row,
                "end_time": 5 * row + 4,
                "words": " ".join(words),
                "gender": "f",
            }
            for row, words in enumerate(texts_of(size))
        ]
    ).encode()


def nlp_of(size: int) -> bytes:
    """Words with marks, of which each tenth has classes of its own."""
    rows = ["token|speaker|ts|endTs|punctuation|case|tags|wer_tags\n"]
    for row, words in enumerate(timed_words(size, "token", "ts", "endTs")):
        for place, word in enumerate(words):
            tag = f"['{row}:TIME']|['{row}', '{place}']" if place == 3 else "[]|[]"
            rows.append(f"{word['token']}|s{row % 3}|{word['ts']}|{word['endTs']}|,|LC|{tag}\n")
    return "".join(rows).encode()


def clock(seconds: int, mark: str) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{mark}"


def cues_of(cue: str, size: int, head: str = "", newline: str = "\n", mark: str = ",000") -> bytes:
    """A cue of each utterance: `{i}` is its number, `{n}` and `{m}` clock times, `{a}` and `{b}` five words each."""
    cues = [
        cue.format(
            i=row, n=clock(5 * row, mark), m=clock(5 * row + 4, mark), a=" ".join(words[:5]), b=" ".join(words[5:])
        )
        for row, words in enumerate(texts_of(size))
    ]
    return (head + "".join(cues)).replace("\n", newline).encode()


def ttml_of(paragraph: str, size: int, mark: str = ".000") -> bytes:
    head = '<tt xmlns="http://www.w3.org/ns/ttml" xml:lang=""><body><div>\n'
    return cues_of(paragraph, size, head, mark=mark) + b"</div></body></tt>"


_SRT, _VTT = "{i}\n{n} --> {m}\n", "{n} --> {m}\n"

# Files that look otherwise than those of one recording with plain words, and what is done with them.
SHAPES: dict[str, tuple[str, Callable[[int], bytes], tuple[str, ...]]] = {
    "alternations of trn": ("trn", lambda size: lines_of("{{ {a} / {b} x / @ }} (uh) {w} (a-{i})", size), ("trn",)),
    "nested alternations": ("trn", lambda size: lines_of("{{ {a} / {{ {b} / c }} x }} {w} (a-{i})", size), ()),
    "trn with CRLF": ("trn", lambda size: lines_of("{a} {b} {w} (a-{i})", size, "\r\n"), ("trn",)),
    "alternations of stm": (
        "stm",
        lambda size: lines_of("t A s{s} {n}.00 {m}.5 <o,f> {{ {a} / {b} }} {w}", size),
        ("ctm",),
    ),
    "quoted cells": ("csv", csv_of, ("jsonl", "csv")),
    "members of all kinds": ("jsonl", jsonl_of, ("csv",)),
    **{f"ctm with {odd}": ("ctm", partial(ctm_of, row), ("jsonl", "rttm")) for odd, row in ODD_ROWS.items()},
    **{f"rttm with {odd}": ("rttm", partial(lines_of, row), ("csv",)) for odd, row in OF_RTTM.items()},
    **{f"stm with {odd}": ("stm", partial(lines_of, row), ("jsonl", "stm")) for odd, row in OF_STM.items()},
    **{f"trn with {odd}": ("trn", partial(lines_of, row), ("trn", "csv")) for odd, row in OF_TRN.items()},
    "words of whisper": ("whisper", whisper_of, ("stm", "rttm", "trn")),
    "segments without words": ("whisper", partial(whisper_of, some=True), ("stm", "rttm", "trn")),
    "words without times": ("whisper", partial(whisper_of, times=False), ("stm", "rttm", "trn")),
    "punctuation of revai": ("revai", revai_of, ("stm", "rttm", "trn")),
    "words of speechmatics": ("speechmatics", speechmatics_of, ("stm", "rttm", "trn")),
    "fragments of jsonl": (
        "jsonl",
        lambda size: lines_of(
            '{{"id": "{i}", "start": {n}, "end": {m}, "text": "{a}- {b} {w}", "k": [{i}], "channel": "A"}}', size
        ),
        ("stm", "rttm", "trn"),
    ),
    "srt with markup": ("srt", lambda size: cues_of(_SRT + "<i>{a}</i>\n- {b}\n\n", size, newline="\r\n"), ("vtt",)),
    "srt in UTF-16": ("srt", lambda size: cues_of(_SRT + "{a} {b}\n\n", size).decode().encode("utf-16"), ("ttml",)),
    "srt without texts": ("srt", lambda size: cues_of(_SRT + "\n\n", size, "\ufeff"), ("srt",)),
    "voices of vtt": (
        "vtt",
        lambda size: cues_of(_VTT + "<v Anna>{a} <c.red>{b}</c>\n\n", size, "WEBVTT\n\n", mark=".000"),
        ("vtt", "srt"),
    ),
    "notes of vtt": (
        "vtt",
        lambda size: cues_of("NOTE {i}\nx\n\n" + _VTT + "{a} {b}\n\n", size, "WEBVTT\n\n", mark=".000"),
        ("srt",),
    ),
    "lines of ttml": ("ttml", lambda size: ttml_of('<p begin="{n}" end="{m}"><span>{a}</span><br/>{b}</p>', size), ()),
    "frames of ttml": ("ttml", lambda size: ttml_of('<p begin="{n}" end="{m}">{a} {b}</p>', size, ":12"), ("srt",)),
    "segments of meetings": ("seglst", seglst_of, ("stm", "csv")),
    "classes of nlp": ("nlp", nlp_of, ("stm",)),
    "speakers of rttm": ("rttm", lambda size: lines_of("SPEAKER t 1 {n} 4 <NA> <NA> s{s} <NA>", size), ("csv",)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_another_shape_costs_no_more(shape: str) -> None:
    name, make, targets = SHAPES[shape]
    data = {size: make(size) for size in (_FEW, _MANY)}
    # The twin of the reader that files of the command have is written in Python, which is counted.
    quick = strict_files.read if _core.NAME == "native" else None
    wishes = {target: Wishes(source_format=name, target_format=target, quick=quick) for target in targets}

    def convert(size: int, target: str) -> None:
        with suppress(formats.UsageError):  # stm has no times of words
            run(data[size], BytesIO(), wishes[target])

    def score(size: int) -> None:
        with suppress(formats.UsageError):  # words without times
            if name != "rttm":  # which has no words here
                scoring.score_files(data[size], data[size], ref_format=name, hyp_format=name)

    jobs: dict[str, Callable[[int], object]] = {
        "read": lambda size: formats.read(data[size], format=name),
        "score": score,
        "normalise": lambda size: normalise_corpus(formats.read(data[size], format=name), chain_of("casefold")),
        **{target: partial(convert, target=target) for target in targets},
    }
    jobs = {job: made for job, made in jobs.items() if (shape, job) not in _DEAR_SHAPES}
    if _core._chosen is None:  # the twin takes words one by one
        jobs = {job: made for job, made in jobs.items() if job not in ("score", "normalise")}
    counted = {job: calls(made, _FEW, _MANY) for job, made in jobs.items()}
    assert {job: count for job, count in counted.items() if count > _MOST + _OF_PIECES * (job in targets)} == {}


_ALTERNATION = "t 1 * * <ALT_BEGIN>\nt 1 {t} 0.20 {w}\nt 1 * * <ALT>\nt 1 {t} 0.20 so\nt 1 * * <ALT_END>"


@pytest.mark.parametrize("row", [_ALTERNATION, "t 1 {t} 0.20 ({w}) 0.9", "t 1 {t} 0.20 {w}- 0.9"])
@pytest.mark.parametrize("target", ["jsonl", "rttm", "stm", "vtt"])
def test_one_odd_row_of_ctm_pays_for_itself(row: str, target: str) -> None:
    usual = {size: ctm_of("t 1 {t} 0.20 {w} 0.9", size) for size in (_FEW, _MANY)}
    odd = ctm_of(row, 1)
    data = {size: odd + rows[len(ctm_of("t 1 {t} 0.20 {w} 0.9", 1)) :] for size, rows in usual.items()}
    wishes = Wishes(source_format="ctm", target_format=target)
    assert calls(lambda size: run(data[size], BytesIO(), wishes), _FEW, _MANY) <= _MOST + _OF_PIECES


@pytest.mark.skipif(_core._chosen is None, reason="the twin takes words one by one")
@pytest.mark.parametrize("name", ["mixed-units", "mixed-units-ko", "subwords"])
def test_texts_cost_no_calls_where_their_letters_are_known(name: str) -> None:
    chance = Random(3)
    texts = ["".join(chance.choices("我们看见港口きのう한국어ไทย a", k=30)) for _ in range(_MANY)]
    assert calls(lambda size: chain_of(name).apply(texts[:size], log=True), _FEW, _MANY) < 1


@pytest.mark.skipif(_core._chosen is None, reason="the twin takes words one by one")
@pytest.mark.parametrize("side", ["ref", "hyp", "both"])
def test_rules_of_equivalents_cost_no_calls_for_each_utterance(side: str) -> None:
    rules = {"w1": ["w2 w3"], "w4 w5": ["w6"]}
    texts = {size: list(corpora()[size].texts()) for size in (_FEW, _MANY)}

    def run(size: int) -> object:
        return scoring.score(texts[size], texts[size], equivalents=rules, equivalents_side=side).counts  # type: ignore[call-overload]

    assert calls(run, _FEW, _MANY) < 1


def test_a_part_of_a_text_with_variations_costs_no_more_in_a_long_one(tmp_path: Path) -> None:
    words = [f"w{part}" for part in range(10 * _MANY)]
    for size in (_FEW, _MANY):
        row = {"id": "u", "variations": [[word, f"x{word}"] for word in words[: 10 * size]]}
        (tmp_path / f"{size}.jsonl").write_text(json.dumps(row))

    def run(size: int) -> object:
        refs = {"u": " ".join(words[: 10 * size])}
        return scoring.score(refs, refs, equivalents=f"variations:{tmp_path / f'{size}.jsonl'}").counts  # type: ignore[call-overload]

    assert calls(run, _FEW, _MANY) < 1000


@pytest.mark.skipif(_core._chosen is None, reason="the twin takes words one by one")
@pytest.mark.parametrize("side", ["ref", "hyp", "both"])
def test_compounds_cost_no_calls_for_each_utterance(side: str) -> None:
    refs, hyps = ([f"a well{mark}known-{k} man" for k in range(_MANY)] for mark in "- ")

    def run(size: int) -> object:
        return scoring.score(refs[:size], hyps[:size], equivalents="hyphens", equivalents_side=side).counts  # type: ignore[call-overload]

    assert calls(run, _FEW, _MANY) < 1


@pytest.mark.skipif(_core._chosen is None, reason="the twin takes words one by one")
@pytest.mark.parametrize("analysis", ["punctuation", "writing", "diacritics"])
def test_texts_of_timed_words_are_made_once_for_an_analysis(analysis: str, tmp_path: Path) -> None:
    results = {}
    for size in (_FEW, _MANY):
        files = [str(tmp_path / f"{size}.{name}") for name in ("stm", "ctm")]
        for path in files:
            formats.write(corpora()[size], path)
        results[size] = scoring.score_files(*files)

    assert calls(lambda size: results[size].analyse({analysis: None}), _FEW, _MANY) < _MOST  # type: ignore[misc]
