"""One odd job through every door: lists, mappings, files, streams, shards, service, meetings, both cores."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import scorelite
from scorelite.scoring.common.tie_policy import POLICIES
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different
from tests.fuzz.run import Outcome, Twin, needs_native_core, run_ours

_WORDS = ["a", "b", "the", "The", "THE", "uh-huh", "it's", "twenty", "one", "21", "Mr.", "color", "colour", "a-b", "-b"]
_WIDE = [
    "é",
    "É",
    "e\u0301",
    "ß",
    "ﬁ",
    "İ",
    "ı",
    "Ǆ",
    "ǅ",
    "日本",
    "語",
    "ΟΔΟΣ",
    "ς",
    "ﷺ",
    "نعم",
    "ก็",
    "1⁄2",
    "Ⅷ",
    "½",
    "...",
    "?",
]
_WIDE += ["a\u00a0b", "\u3000", "a\u200bb", "x\u0301\u0302", "👍🏽"]
_MARKS = ["(uh)", "{a / b}", "{ the / @ }", "fra-", "-ment", "*"]
_CHAINS = [None, None, None, "casefold", "basic", "whisper-en", "whisper-basic"]
_TWIN = Twin()
_NOTHING = "nothing was scored"

Numbers = tuple[str, tuple[tuple[int, int, int, int], ...]]


@dataclass(frozen=True, slots=True)
class Job:
    """Texts of both sides by id, and the settings."""

    ids: list[str]
    refs: list[str]
    hyps: list[str]
    settings: dict[str, Any]

    @property
    def is_plain(self) -> bool:
        """Whether the texts have no grammar."""
        return not self.settings["markup"]

    @property
    def is_vocal(self) -> bool:
        """Whether every text has a word, as in formats that have no empty text."""
        return all(map(str.split, self.refs)) and all(map(str.split, self.hyps))

    def options(self) -> list[str]:
        """The settings as options of the command line."""
        flags = {
            "case_sensitive": "-s",
            "keep_ascii": "--keep-ascii",
            "drop_hyphens": "--drop-hyphens",
            "optional_words": "-D",
            "fragments": "-F",
        }
        options = [flag for name, flag in flags.items() if self.settings.get(name)]
        options += ["-c"] if self.settings["unit"] == "character" else []
        options += ["--policy", self.settings["policy"]]
        options += ["--normalise", self.settings["normalise"]] if self.settings.get("normalise") else []
        return options

    def lines(self, pattern: str) -> list[bytes]:
        """Both sides as files, a line a text."""
        return [
            "".join(
                pattern.format(id=name, text=text) + "\n" for name, text in zip(self.ids, texts, strict=True)
            ).encode()
            for texts in (self.refs, self.hyps)
        ]


def make(chance: Random) -> Case:
    """A job as one JSON file."""
    unit = chance.choice(["word", "word", "character"])
    markup = chance.random() < 0.2
    words = _WORDS + chance.choice([[], _WIDE]) + (_MARKS if markup else [])
    words = chance.sample(words, chance.randint(2, len(words)))
    count = chance.choice([1, 2, 5, 12])
    said = [chance.choices(words, k=chance.choice([0, 1, 2, 5, 9])) for _ in range(count)]
    refs, hyps = [" ".join(text) for text in said], [" ".join(_heard(text, words, chance)) for text in said]
    if not any((*refs, *hyps)):
        refs[0] = "a b"
    spelling = chance.choice(["{}", "anna-{:03}", "Ünï_{}", "sp_{}-x", "{:05}.wav", "日-{}"])
    ids = [spelling.format(number) for number in range(count)]
    settings = {
        "unit": unit,
        "policy": chance.choice([*(policy.name for policy in POLICIES), "1/1/1:SDI"]),
        "case_sensitive": chance.random() < 0.3,
        "markup": markup,
        "optional_words": markup and chance.random() < 0.5,
        "fragments": chance.random() < 0.3,
        "keep_ascii": unit == "character" and chance.random() < 0.4,
        "drop_hyphens": unit == "character" and chance.random() < 0.4,
        "normalise": chance.choice(_CHAINS),
    }
    content = json.dumps({"ids": ids, "refs": refs, "hyps": hyps, "settings": settings}, ensure_ascii=False, indent=0)
    return Case((("job.json", content.encode()),))


def _heard(words: list[str], vocabulary: list[str], chance: Random) -> Iterator[str]:
    rate = chance.choice([0, 0.2, 0.5])
    for word in words:
        if chance.random() >= rate:
            yield word
        elif chance.random() < 0.7:
            yield from chance.choices(
                [word for word in vocabulary if word not in _MARKS] or ["a"], k=chance.randint(1, 2)
            )


def _numbers(result: Any) -> Numbers:
    return result.signature, tuple(_row(utterance.counts) for utterance in result.utterances)


def _row(counts: Any) -> tuple[int, int, int, int]:
    return counts.correct, counts.substitutions, counts.deletions, counts.insertions


def _of_json(document: dict[str, Any]) -> Numbers:
    """The numbers in JSON; a sum that has no utterances is one row."""
    names = ("correct", "substitutions", "deletions", "insertions")
    rows = document.get("utterances", [document])
    return document["signature"], tuple(tuple(row[name] for name in names) for row in rows)


def _lists(job: Job, _: Path) -> Numbers:
    return _numbers(scorelite.score(job.refs, job.hyps, ids=job.ids, **job.settings))


def _threads(job: Job, _: Path) -> Numbers:
    return _numbers(scorelite.score(iter(job.refs), tuple(job.hyps), threads=2, **job.settings))


def _word_lists(job: Job, _: Path) -> Numbers:
    if not job.is_plain:
        return None  # words of a list are words, whatever braces they have
    sides = [[text.split(" ") if text else [] for text in texts] for texts in (job.refs, job.hyps)]
    return _numbers(scorelite.score(*sides, **job.settings))


def _mappings(job: Job, _: Path) -> Numbers:
    refs, hyps = (dict(zip(job.ids, texts, strict=True)) for texts in (job.refs, job.hyps))
    return _numbers(scorelite.score(refs, dict(reversed(hyps.items())), **job.settings))


def _parts(job: Job, _: Path) -> Numbers:
    pairs = zip(job.ids, job.refs, job.hyps, strict=True)
    results = [scorelite.score([ref], [hyp], ids=[name], **job.settings) for name, ref, hyp in pairs]
    return _by_id(job, sum(results[1:], results[0]))


def _files(pattern: str, format: str) -> Callable[[Job, Path], Numbers | None]:
    def through(job: Job, folder: Path) -> Numbers | None:
        if not (job.is_plain or format == "trn"):
            return None  # braces are letters in formats without a grammar
        ref, hyp = job.lines(pattern)
        kinds = {"ref_format": format, "hyp_format": format}
        return _numbers(scorelite.score_files(ref, hyp, **kinds, **job.settings))

    return through


def _table(job: Job, part: slice = slice(None)) -> bytes:
    out = io.StringIO(newline="")
    table = csv.writer(out)
    table.writerow(("id", "ref", "hyp"))
    table.writerows(zip(job.ids[part], job.refs[part], job.hyps[part], strict=True))
    return out.getvalue().encode()


def _csv(job: Job, _: Path) -> Numbers | None:
    if not job.is_plain:
        return None
    return _numbers(scorelite.score_files(_table(job), ref_format="csv", **job.settings))


def _jsonl(job: Job, _: Path) -> Numbers | None:
    if not job.is_plain:
        return None
    sides = [
        "".join(
            json.dumps({"id": name, "text": text}) + "\n" for name, text in zip(job.ids, texts, strict=True)
        ).encode()
        for texts in (job.refs, job.hyps)
    ]
    return _numbers(scorelite.score_files(*sides, ref_format="jsonl", hyp_format="jsonl", **job.settings))


def _times(job: Job, _: Path) -> Numbers | None:
    if not job.is_vocal or not job.is_plain:
        return None
    ref, hyp = (
        "".join(
            f"{name} 1 speaker {number}.00 {number}.50 {text}\n"
            for number, (name, text) in enumerate(zip(job.ids, texts, strict=True))
        ).encode()
        for texts in (job.refs, job.hyps)
    )
    settings = {name: value for name, value in job.settings.items() if name != "markup"}
    files = scorelite.score_files(ref, hyp, ref_format="stm", hyp_format="stm", markup=False, **settings)
    rows = {utterance.segment.session: utterance for utterance in files.utterances}
    return files.signature, tuple(_row(rows[name].counts) for name in job.ids)


def _by_id(job: Job, result: Any) -> Numbers:
    rows = {utterance.id: utterance.counts for utterance in result.utterances}
    return result.signature, tuple(_row(rows[name]) for name in job.ids)


def _arrow(job: Job, _: Path) -> Numbers:
    import pyarrow

    table = pyarrow.table({"id": job.ids, "ref": job.refs, "hyp": job.hyps})
    halves = [table.slice(0, len(job.ids) // 2), table.slice(len(job.ids) // 2)]
    settings = scorelite.Settings(**job.settings)
    counted = [scorelite.batches.score_batch(half, settings, speakers="one") for half in halves]
    merged = scorelite.batches.merge(counted)
    names = ("correct", "substitutions", "deletions", "insertions")
    rows = [tuple(row[name] for name in names) for half in counted for row in half.select(names).to_pylist()]
    total = merged.counts
    assert tuple(map(sum, zip(*rows, strict=True))) == tuple(getattr(total, name) for name in names)
    return merged.signature, tuple(rows)


def _service(job: Job, _: Path) -> Numbers:
    from scorelite.scoring.service.contents import Texts
    from scorelite.scoring.service.limits import Limits
    from scorelite.scoring.service.methods import method

    asked = {name: value for name, value in job.settings.items() if value is not None}
    normalisers = {"normalise": [asked.pop("normalise")]} if "normalise" in asked else {}
    score = method("score")
    assert score is not None
    texts = {"ref": Texts(tuple(job.refs)), "hyp": Texts(tuple(job.hyps))}
    arguments = {**texts, "utterances": True, **asked, **normalisers}
    return _of_json(score.run(arguments, Limits()))


def _compared(job: Job, _: Path) -> Numbers:
    result = scorelite.score(job.refs, job.hyps, ids=job.ids, **job.settings)
    scores = scorelite.scoring.compare.of_result(result)
    rows = [scores.utterances[name] for name in job.ids]
    return result.signature, tuple(map(_row, rows))


def _voted(job: Job, _: Path) -> Numbers | None:
    if not job.is_plain:
        return None
    hyp = job.lines("{id} {text}")[1]
    alone = scorelite.vote([scorelite.read(hyp, format="kaldi")] * 2, case_sensitive=True)
    texts = dict(zip((segment.id for segment in alone.segments), alone.texts(), strict=True))
    return _numbers(scorelite.score(dict(zip(job.ids, job.refs, strict=True)), texts, **job.settings))


def _met(job: Job, _: Path) -> Numbers | None:
    """Errors alone: a meeting of one speaker has as many errors as the fewest that its texts can have."""
    least = job.settings["policy"] in ("kaldi_wer", "1/1/1:SDI")
    odd_blanks = any(blank in text for text in (*job.refs, *job.hyps) for blank in "\u00a0\u3000")  # blanks to MeetEval
    if (
        odd_blanks
        or not least
        or not job.is_plain
        or not job.is_vocal
        or job.settings["unit"] != "word"
        or job.settings["fragments"]
    ):
        return None
    settings = {"case_sensitive": job.settings["case_sensitive"]}
    if job.settings["normalise"]:
        settings["normalise"] = job.settings["normalise"]
    refs, hyps = (
        {name: [("s", text)] for name, text in zip(job.ids, texts, strict=True)} for texts in (job.refs, job.hyps)
    )
    score = scorelite.meetings.score(refs, hyps, **settings)
    return "errors", ((0, *_row(score.counts)[1:]),)


DOORS: dict[str, Callable[[Job, Path], Numbers | None]] = {
    "lists": _lists,
    "iterators and threads": _threads,
    "lists of words": _word_lists,
    "mappings": _mappings,
    "sums of results": _parts,
    "trn": _files("{text} ({id})", "trn"),
    "kaldi": _files("{id} {text}", "kaldi"),
    "txt": _files("{text}", "txt"),
    "csv": _csv,
    "jsonl": _jsonl,
    "stm": _times,
    "arrow": _arrow,
    "service": _service,
    "compare": _compared,
    "vote": _voted,
    "meetings": _met,
}


def job_of(case: Case) -> Job:
    """The job that a case holds."""
    return Job(**json.loads(case.file("job.json")))


def check(case: Case, where: Path) -> Verdict:
    """The numbers of every door beside those of lists."""
    job = job_of(case)
    verdict = check_python(job, where)
    if verdict.state == "different" or not job.is_plain:
        return verdict
    expected = _lists(job, where)
    for name, outcome in _commands(case, job, where):
        text = f"exit {outcome.code}: {outcome.err.decode()}"
        if outcome.code == 0:
            text = _difference(name, _of_json(json.loads(outcome.out)), expected)
        if text and not (_NOTHING in text and _is_nothing(expected)):
            return different(f"{name} differs from lists", text)
    return verdict


def check_python(job: Job, where: Path) -> Verdict:
    """The numbers of every door of Python beside those of lists."""
    expected = _lists(job, where)
    for name, door in DOORS.items():
        numbers = _through(door, job, where)
        if numbers is None or (_NOTHING in numbers[0] and _is_nothing(expected)):
            continue
        if text := _difference(name, numbers, expected):
            return different(f"{name} differs from lists", text)
    return IDENTICAL


def _is_nothing(numbers: Numbers) -> bool:
    """Whether no word is left: some doors refuse that, results of Python have no rate then."""
    return not any(map(any, numbers[1]))


def _through(door: Callable[[Job, Path], Numbers | None], job: Job, where: Path) -> Numbers | None:
    try:
        return door(job, where)
    except scorelite.ScoreliteError as error:
        return f"refused: {error}", ()


def _commands(case: Case, job: Job, where: Path) -> Iterator[tuple[str, Outcome]]:
    """Command lines: each runs in a fresh folder with a table of the job, and its two halves."""
    half = len(job.ids) // 2 or 1
    ref, hyp = job.lines("{id} {text}")
    tables = {"job.csv": _table(job), "ref": ref, "hyp": hyp, "shards/a.csv": _table(job, slice(0, half))}
    if half < len(job.ids):
        tables["shards/b.csv"] = _table(job, slice(half, None))
    files = Case(tuple(tables.items()))
    words = ["score", "job.csv", *job.options(), "--json", "--utterances"]
    yield "command", run_ours(files, _line(words), where)
    yield "command with threads", run_ours(files, _line([*words, "-j", "2"]), where)
    twin = _TWIN.run(files, _line(words), where)
    if not needs_native_core(twin):
        yield "the other core", twin
    kinds = ["--ref-format", "kaldi", "--hyp-format", "kaldi", "--json"]
    yield "stream", run_ours(files, _line(["score", "ref", "hyp", "--stream", *kinds, *job.options()]), where)
    shards = [name for name in tables if name.startswith("shards/")]
    counted = run_ours(files, _line(["score", *shards, "--shards", "-o", "totals", *job.options()]), where)
    if counted.code != 0:
        yield "shards", counted
        return
    totals = Case(tuple((name, data) for name, data in counted.files.items() if name.startswith("totals/")))
    yield "merge", run_ours(totals, _line(["merge", "totals", "--json"]), where)


def _line(words: list[str]) -> Command:
    return Command("scorelite", tuple((word,) for word in words))


def _difference(name: str, numbers: Numbers, expected: Numbers) -> str:
    """The numbers that differ, as text; signatures name files and formats, so they are not compared."""
    rows, other = numbers[1], expected[1]
    if name in ("meetings", "stream", "merge"):
        first = 1 if name == "meetings" else 0  # fewest errors of a meeting may have other correct words
        rows, other = ((sum(column) for column in tuple(zip(*part, strict=True))[first:]) for part in (rows, other))
        rows, other = tuple(rows), tuple(other)
        if name == "meetings":
            rows, other = (sum(rows),), (sum(other),)
    return "" if rows == other else f"{numbers[0]}\n{rows}\ninstead of\n{expected[0]}\n{other}"


KIND = Kind("doors", "one job through every door: the same numbers", 5, make, check)
