"""Files, segments, keywords, comparisons and confidences: CPU seconds and memory of whole commands, and how both grow.

    pip install '.[kws,segments,parquet]' spy-der kaldialign
    python benchmarks/wings.py [--data FOLDER] [--rounds 3] [--largest] [JOB ...]

Every job runs at four sizes, each four times the one before; growth is the ratio of one size to the one before, in
seconds above those of an empty command, and in MiB. The last size has a peer and a goal, in seconds or as a multiple of
the peer's, and for some jobs in MiB. A peer that is not installed is left out. `--largest` runs the last size alone.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import kws
from data import apart
from words import OURS, SCORELITE, measure

SIZES = (1, 4, 16, 64)
LONG = 4.0
SPY_DER = """
import sys, time, spyder
sides = [{}, {}]
for side, name in zip(sides, sys.argv[1:]):
    for line in open(name):
        _, file, _, begin, length, _, _, speaker, *_ = line.split()
        side.setdefault(file, []).append((speaker, float(begin), float(begin) + float(length)))
before = time.process_time()
spyder.DER(*sides)
print(time.process_time() - before)
"""
TIMER = """
import sys, time
def taken(work):
    before = time.process_time()
    work()
    return time.process_time() - before
"""
LXML = "import sys, lxml.etree; lxml.etree.parse(sys.argv[1])"
KALDIALIGN = """
import sys, time, kaldialign
sides = [[line.split()[:-1] for line in open(name)] for name in sys.argv[1:]]
before = time.process_time()
kaldialign.bootstrap_wer_ci(*sides, replications=10000, seed=1)
print(time.process_time() - before)
"""
BOOTSTRAP = """
import sys, time, scoring
from scorelite.scoring.compare import of_result
from scorelite.scoring.maths.paired_tests import bootstrap
tables = [of_result(scoring.score_files(sys.argv[1], name)).utterances for name in sys.argv[2:]]
one, two = ([counts.errors for counts in table.values()] for table in tables)
before = time.process_time()
bootstrap(one, two, replications=10000)
print(time.process_time() - before)
"""


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, whether it prints its own seconds, and whether it is run twice."""

    argv: tuple[str, ...]
    inside: bool = False
    times: int = 1

    def run(self, rounds: int) -> tuple[float, float] | None:
        """Seconds and MiB; None if it fails. A long run is not repeated: its seconds vary little."""
        best = measure(list(self.argv), 1, self.inside)
        if best is not None and best[0] < LONG and rounds > 1:
            again = measure(list(self.argv), rounds - 1, self.inside)
            best = best if again is None else min(best, again)
        return None if best is None else (best[0] * self.times, best[1])


@dataclass(frozen=True, slots=True)
class Job:
    """A row of the table: makes its data for a size, then its command; the goal is in seconds at the last size, or a
    multiple of the peer's seconds."""

    name: str
    goal: float
    make: Callable[[Path, int], None]
    ours: Callable[[Path], Command]
    peer: str
    theirs: Callable[[Path], Command]
    times_peer: bool = False
    memory: float = 0.0
    """The most MiB at the last size; 0 where there is no goal."""


def make_turns(folder: Path, size: int) -> None:
    """Two RTTM files of 500 turns a recording, 1,000 recordings at the last size."""
    from segments import workload  # only now: it takes this folder off the path

    corpus = workload(1000 * size // SIZES[-1], 500)
    for side, name in enumerate(("ref", "hyp")):
        with (folder / f"{name}.rttm").open("w") as file:
            for recording, rows in corpus.items():
                file.writelines(
                    f"SPEAKER {recording} 1 {start:.3f} {end - start:.3f} <NA> <NA> {value} <NA> <NA>\n"
                    for value, start, end in rows[side]
                )


def make_keywords(folder: Path, size: int) -> None:
    """The four files of keyword scoring, 210,000 detections at the last size."""
    keywords, hours, detections = kws.SIZES["office"]
    share = size / SIZES[-1]
    kws.make(folder / "kws", max(10, int(keywords * share)), max(1, int(hours * share)), int(detections * share))


def make_texts(folder: Path, size: int) -> None:
    """A reference and two hypotheses of 20 words a line, 100,000 lines at the last size."""
    source = random.Random(size)
    words = [f"w{number}" for number in range(5000)]
    files = [(folder / f"{name}.trn").open("w") for name in ("ref", "one", "two")]
    for number in range(100_000 * size // SIZES[-1]):
        said = source.choices(words, k=20)
        for file, share in zip(files, (0.0, 0.10, 0.12), strict=True):
            heard = [source.choice(words) if source.random() < share else word for word in said]
            file.write(f"{' '.join(heard)} (s{number % 100:03d}-{number:06d})\n")
    for file in files:
        file.close()


def make_tables(folder: Path, size: int) -> None:
    """The texts of `make_texts` as csv, Parquet, a data set of Hugging Face, lines of NeMo and Lhotse, and SegLST."""
    import pyarrow
    import pyarrow.parquet

    make_texts(folder, size)
    for side in ("ref", "one"):
        cut = [line.rpartition(" (") for line in (folder / f"{side}.trn").read_text().splitlines()]
        rows = [(key[:-1], text) for text, _, key in cut]
        ids, texts = [key for key, _ in rows], [text for text, _, _ in cut]
        with (folder / f"{side}.csv").open("w") as file:
            file.write("id,text\n")
            file.writelines(f"{key},{text}\n" for key, text in rows)
        table = pyarrow.table({"id": ids, "text": texts})
        pyarrow.parquet.write_table(table, folder / f"{side}.parquet")
        (folder / f"{side}.arrow").mkdir()
        with pyarrow.ipc.new_stream(folder / f"{side}.arrow" / "data-00000-of-00001.arrow", table.schema) as writer:
            writer.write_table(table, max_chunksize=1000)
        files = {"_data_files": [{"filename": "data-00000-of-00001.arrow"}]}
        for name, value in (("state", files), ("dataset_info", {})):
            (folder / f"{side}.arrow" / f"{name}.json").write_text(json.dumps(value))
        with (folder / f"{side}.nemo.jsonl").open("w") as file:
            for key, text in rows:
                file.write(json.dumps({"audio_filepath": f"wav/{key}.wav", "duration": 3.5, "text": text}) + "\n")
        with (folder / f"{side}.lhotse.jsonl").open("w") as file:
            for key, text in rows:
                start = {"id": key, "recording_id": key, "start": 0.0, "duration": 3.5, "channel": 0}
                file.write(json.dumps({**start, "text": text}) + "\n")
        spans = [{"session_id": key, "speaker": "a", "start_time": 0.0, "end_time": 3.5} for key in ids]
        segments = [{**span, "words": text} for span, text in zip(spans, texts, strict=True)]
        (folder / f"{side}.seglst.json").write_text(json.dumps(segments, indent=2))


def make_short_texts(folder: Path, size: int) -> None:
    """A reference and a hypothesis of 8 words a line, 1,000,000 lines at the last size."""
    source = random.Random(size)
    words = [f"w{number}" for number in range(5000)]
    with (folder / "ref.trn").open("w") as ref, (folder / "one.trn").open("w") as hyp:
        for number in range(1_000_000 * size // SIZES[-1]):
            said = source.choices(words, k=8)
            heard = [source.choice(words) if source.random() < 0.10 else word for word in said]
            for file, line in ((ref, said), (hyp, heard)):
                file.write(f"{' '.join(line)} (s{number % 100:03d}-{number:07d})\n")


def make_many_texts(folder: Path, size: int) -> None:
    """The texts of `make_short_texts` ten times under other ids, 10,000,000 lines at the last size."""
    make_short_texts(folder, size)
    for path in (folder / "ref.trn", folder / "one.trn"):
        text = path.read_text()
        with path.open("w") as file:
            file.writelines(text.replace("(s", f"(s{copy}x") for copy in range(10))


def make_minutes(folder: Path, size: int) -> None:
    """A ctm file of ten recordings and an stm file of their segments, 200,000 words at the last size."""
    source = random.Random(size)
    with (folder / "talks.ctm").open("w") as rows, (folder / "talks.stm").open("w") as segments:
        for recording in range(10):
            now = 0
            for _ in range(1000 * size // SIZES[-1]):
                begin, said = now, [f"w{source.randrange(5000)}" for _ in range(20)]
                for word in said:
                    length = source.randint(5, 60)
                    rows.write(f"talk{recording} 1 {now / 100:.2f} {length / 100:.2f} {word} {source.random():.3f}\n")
                    now += length + source.randint(0, 9)
                segments.write(f"talk{recording} 1 anna {begin / 100:.2f} {now / 100:.2f} {' '.join(said)}\n")
                now += source.randint(100, 300)


def make_recording(folder: Path, size: int) -> None:
    """A ctm file of one recording, 1,600,000 words at the last size."""
    source, now = random.Random(size), 0
    with (folder / "talk.ctm").open("w") as file:
        for number in range(1_600_000 * size // SIZES[-1]):
            length = source.randint(5, 60)
            place = f"{now // 100}.{now % 100:02d} 0.{length:02d}"
            file.write(f"talk 1 {place} w{source.randrange(5000)} {source.random():.3f}\n")
            now += length + (source.randint(100, 300) if number % 12 == 11 else source.randint(0, 9))


def make_intervals(folder: Path, size: int) -> None:
    """A TextGrid of one tier, 190,000 intervals at the last size."""
    source, number = random.Random(size), 190_000 * size // SIZES[-1]
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = {0}\ntiers? <exists>\nsize = 1\n'
    tier = 'item []:\n    item [1]:\n        class = "IntervalTier"\n        name = "a"\n        xmin = 0\n'
    with (folder / "talk.TextGrid").open("w") as file:
        file.write(f"{head.format(number / 4)}{tier}        xmax = {number / 4}\n        intervals: size = {number}\n")
        for place in range(number):
            times = f"            xmin = {place / 4}\n            xmax = {(place + 1) / 4}\n"
            text = f'            text = "w{source.randrange(5000)}"\n'
            file.write(f"        intervals [{place + 1}]:\n{times}{text}")


def make_few(folder: Path, size: int) -> None:
    """Three lines; all sizes are alike."""
    for name in ("ref", "one"):
        (folder / f"{name}.trn").write_text("".join(f"a b {name} c (s-{number})\n" for number in range(3)))


def make_vendor(folder: Path, size: int) -> None:
    """A transcript of Amazon Transcribe, 100,000 words at the last size."""
    source, now, items = random.Random(size), 0.0, []
    for number in range(100_000 * size // SIZES[-1]):
        content, confidence = f"word{source.randrange(5000)}", f"{source.random():.4f}"
        times = {"start_time": f"{now:.2f}", "end_time": f"{now + 0.25:.2f}"}
        items.append(
            {"type": "pronunciation", **times, "alternatives": [{"confidence": confidence, "content": content}]}
        )
        if number % 12 == 11:
            items.append({"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": "."}]})
        now += 0.3
    results = {"transcripts": [{"transcript": ""}], "items": items}
    (folder / "talk.aws.json").write_text(json.dumps({"jobName": "talk", "results": results}))


def make_confidences(folder: Path, size: int) -> None:
    """An stm file and a ctm file with confidences, 400,000 words at the last size."""
    source = random.Random(size)
    words = [f"w{number}" for number in range(3000)]
    with (folder / "ref.stm").open("w") as ref, (folder / "hyp.ctm").open("w") as hyp:
        for number in range(20_000 * size // SIZES[-1]):
            file, begin = f"f{number // 50:04d}", number % 50 * 6.0
            said = source.choices(words, k=20)
            ref.write(f"{file} 1 S{number % 20} {begin:.2f} {begin + 6:.2f} {' '.join(said)}\n")
            for place, word in enumerate(said):
                heard, score = (word, source.random() ** 0.3) if source.random() > 0.1 else (words[0], source.random())
                hyp.write(f"{file} 1 {begin + place * 0.3:.2f} 0.20 {heard} {min(score, 0.9999):.4f}\n")


def turns(measure_name: str) -> Callable[[Path], Command]:
    """Our command for a measure of segments."""
    return lambda folder: Command(
        (SCORELITE, "segments", *_names(folder, "ref.rttm", "hyp.rttm"), "--measure", measure_name)
    )


def keywords(*options: str) -> Callable[[Path], Command]:
    """Our command for keywords."""

    def command(folder: Path) -> Command:
        arguments = (f"--{name}={folder / 'kws' / file}" for name, file in KEYWORD_FILES.items())
        return Command((SCORELITE, "kws", *arguments, *options))

    return command


KEYWORD_FILES = {"ecf": "ecf.xml", "rttm": "ref.rttm", "kwlist": "kwlist.xml", "kwslist": "kwslist.xml"}
ALL_REPORTS = ("--report", "sum,bsum,alignment,det", "--measure", "MAP,Optimum,Supremum", "--out", "out.")


def compared(*options: str) -> Callable[[Path], Command]:
    """Our comparison of two hypotheses; its exit code says that they differ, so that a shell hides it."""

    def command(folder: Path) -> Command:
        names = _names(folder, "ref.trn", "one.trn", "two.trn")
        return Command(("sh", "-c", '"$@" || test $? = 1', "sh", SCORELITE, "compare", "--ref", *names, *options))

    return command


def scored(*names: str, options: tuple[str, ...] = ()) -> Callable[[Path], Command]:
    """Our command for a reference and a hypothesis."""
    return lambda folder: Command((SCORELITE, "score", *_names(folder, *names), *options))


def converted(source: str, target: str, *options: str) -> Callable[[Path], Command]:
    """Our conversion of a file."""
    return lambda folder: Command((SCORELITE, "convert", "-q", *options, *_names(folder, source, target)))


def snippet(text: str, *names: str, inside: bool = True) -> Callable[[Path], Command]:
    """A program in Python with the names of files as arguments."""
    return lambda folder: Command((sys.executable, "-c", text, *_names(folder, *names)), inside)


def sclite(*names: str, options: tuple[str, ...] = (), times: int = 1) -> Callable[[Path], Command]:
    """Our sclite on a reference and a hypothesis."""

    def command(folder: Path) -> Command:
        ref, hyp = _names(folder, *names)
        formats = (Path(name).suffix[1:] for name in names)
        of_ids = ("-i", "spu_id") if hyp.endswith("trn") else ()
        ref_format, hyp_format = formats
        return Command(
            (*OURS, "-r", ref, ref_format, "-h", hyp, hyp_format, *of_ids, "-n", "out", *options), times=times
        )

    return command


def _names(folder: Path, *names: str) -> tuple[str, ...]:
    return tuple(str(folder / name) for name in names)


RTTM = snippet(SPY_DER, "ref.rttm", "hyp.rttm")
LIST = snippet(LXML, "kws/kwslist.xml", inside=False)
STM_CTM = ("ref.stm", "hyp.ctm")
CURVES = ("-o", "all", "-C", "det", "bhist", "hist", "sbhist")
TWO_RUNS = sclite("ref.trn", "one.trn", options=("-o", "sum"), times=2)
TEXTS = ("ref.trn", "one.trn")
PLAIN = sclite(*TEXTS, options=("-o", "sum"))
SPLIT = "import sys; [line.split() for line in open(sys.argv[1])]"
CUT = snippet(SPLIT, "talk.ctm", inside=False)
LOAD = snippet(f"{TIMER}\nimport json\nprint(taken(lambda: json.load(open(sys.argv[1]))))", "talk.aws.json")
INTERVALS = snippet(
    f"{TIMER}\nfrom scorelite.formats import read, textgrid\nprint(taken(lambda: read(sys.argv[1])))",
    "talk.TextGrid",
)
REGULAR = snippet(
    f"{TIMER}\nimport re\nrow = re.compile(r'xmin = (.*)\\n *xmax = (.*)\\n *text = \"(.*)\"')\n"
    "print(taken(lambda: row.findall(open(sys.argv[1]).read())))",
    "talk.TextGrid",
)
READ = snippet(
    f"{TIMER}\nfrom scorelite.formats import read, aws\nprint(taken(lambda: read(sys.argv[1])))",
    "talk.aws.json",
)
RESULT = f"{TIMER}\nfrom scorelite import scoring\nresult = scoring.score_files(*sys.argv[1:3])\n"
KALDI_PAIRS = """
import sys, time, kaldialign
sides = [[line.split()[:-1] for line in open(name)] for name in sys.argv[1:]]
before = time.process_time()
for ref, hyp in zip(*sides):
    kaldialign.align(ref, hyp, "*")
print(time.process_time() - before)
"""


PAIRS = snippet(KALDI_PAIRS, *TEXTS)


def looked_at(what: str) -> Callable[[Path], Command]:
    """A program that looks at something of every utterance of a result."""
    return snippet(f"{RESULT}print(taken(lambda: [{what} for u in result.utterances]))", *TEXTS)


def by_lists(work: str, load: str = "") -> Callable[[Path], Command]:
    """A program that has the words of both sides as lists: `sides`."""
    return _of_sides("line.split()[:-1]", work, load)


def by_letters(work: str, load: str = "") -> Callable[[Path], Command]:
    """A program that has the texts of both sides: `sides`."""
    return _of_sides("line.rpartition(' (')[0]", work, load)


def _of_sides(item: str, work: str, load: str) -> Callable[[Path], Command]:
    sides = f"sides = [[{item} for line in open(name)] for name in sys.argv[1:3]]"
    return snippet(f"{TIMER}\n{load}\n{sides}\nprint(taken(lambda: {work}))", *TEXTS)


CORE, RAPIDFUZZ = "from scorelite import core", "from rapidfuzz.distance import Levenshtein"
STEPS = "score(*sides, policy='kaldi_align', case_sensitive=True).utterances.operations()"
UNIT_STEPS = "[core.pairs(ref, hyp, '*', (1, 1, 1), 'SDI', False) for ref, hyp in zip(*sides)]"
UNIT_COUNTS = "core.symbol_counts(*sides, (1, 1, 1), 'SDI', False)"
EDITOPS = "[Levenshtein.editops(ref, hyp) for ref, hyp in zip(*sides)]"
# Editops are made into steps when they are looked at, as ours are at once; right words are none of theirs.
EDITOPS_STEPS = "[Levenshtein.editops(ref, hyp).as_list() for ref, hyp in zip(*sides)]"


def short_job(source: str, target: str, goal: float, *options: str) -> Job:
    """A conversion of 200,000 words, beside cutting its bytes."""
    name = f"convert: 200,000 words, {source} to {target}"
    ours = converted(f"talks.{source}", f"out.{target}", *options)
    return Job(name, goal, make_minutes, ours, "split", snippet(SPLIT, f"talks.{source}", inside=False))


def table_job(name: str, suffix: str) -> Job:
    """Texts as a table, beside the same as trn."""
    ours = scored(f"ref.{suffix}", f"one.{suffix}")
    return Job(f"score: {name}", 2, make_tables, ours, "trn", scored(*TEXTS), times_peer=True, memory=200)


def long_job(name: str, goal: float) -> Job:
    """One long recording, converted piece by piece."""
    ours = converted("talk.ctm", f"talk.{name}")
    return Job(f"convert: one recording, ctm to {name}", goal, make_recording, ours, "split", CUT, memory=200)


NOTHING = Command((sys.executable, "-S", "-c", "pass"))
FIRST = (
    "import time; from scorelite import scoring; before = time.process_time(); scoring.score(['a b'], ['a c']); "
    "print(time.process_time() - before)"
)
JOBS = (
    Job("score: 100,000 x 20 words", 1.3, make_texts, scored(*TEXTS), "sclite", PLAIN, times_peer=True),
    Job("score: 1,000,000 x 8 words", 1.3, make_short_texts, scored(*TEXTS), "sclite", PLAIN, times_peer=True),
    Job("score: 10,000,000 x 8 words", 1.3, make_many_texts, scored(*TEXTS), "sclite", PLAIN, times_peer=True),
    Job(
        "score --json --utterances",
        1.5,
        make_texts,
        scored(*TEXTS, options=("--json", "--utterances")),
        "-o pra",
        sclite(*TEXTS, options=("-o", "pra")),
    ),
    Job(
        "score: stm and ctm with confidences",
        0.8,
        make_confidences,
        scored("ref.stm", "hyp.ctm"),
        "sclite",
        sclite("ref.stm", "hyp.ctm", options=("-o", "sum")),
    ),
    table_job("csv", "csv"),
    table_job("Parquet", "parquet"),
    table_job("data set of Hugging Face", "arrow"),
    table_job("NeMo", "nemo.jsonl"),
    table_job("SegLST", "seglst.json"),
    table_job("Lhotse", "lhotse.jsonl"),
    Job(
        "u.alignment.pairs", 1.5, make_texts, looked_at("u.alignment.pairs"), "kaldialign", snippet(KALDI_PAIRS, *TEXTS)
    ),
    Job("u.alignment.operations", 0.1, make_texts, looked_at("u.alignment.operations"), "score", scored(*TEXTS)),
    Job("u.counts", 0.1, make_texts, looked_at("u.counts"), "score", scored(*TEXTS)),
    short_job("ctm", "stm", 0.25),
    short_job("ctm", "trn", 0.4),
    short_job("stm", "ctm", 0.5, "--interpolate"),
    Job(
        "lists of words, steps",
        1,
        make_texts,
        by_lists(STEPS, "from scorelite import score"),
        "rapidfuzz",
        by_lists(EDITOPS, RAPIDFUZZ),
        times_peer=True,
    ),
    Job(
        "lists of words, steps as tuples",
        1,
        make_texts,
        by_lists(UNIT_STEPS, CORE),
        "rapidfuzz",
        by_lists(EDITOPS_STEPS, RAPIDFUZZ),
        times_peer=True,
    ),
    Job(
        "lists of words, counts",
        1,
        make_texts,
        by_lists(UNIT_COUNTS, CORE),
        "rapidfuzz",
        by_lists(EDITOPS, RAPIDFUZZ),
        times_peer=True,
    ),
    Job(
        "texts, counts of characters",
        1,
        make_texts,
        by_letters(UNIT_COUNTS, CORE),
        "rapidfuzz",
        by_letters(EDITOPS, RAPIDFUZZ),
        times_peer=True,
    ),
    Job("convert: one recording, ctm to stm", 2.5, make_recording, converted("talk.ctm", "talk.stm"), "split", CUT),
    *(long_job(name, goal) for name, goal in (("trn", 3.2), ("srt", 8), ("vtt", 40))),
    Job("read: TextGrid, 190,000 intervals", 0.8, make_intervals, INTERVALS, "one regex", REGULAR),
    Job("score: three lines", 0.045, make_few, scored(*TEXTS), "python -S", lambda _: NOTHING),
    Job("formats", 0.06, make_few, lambda _: Command((SCORELITE, "formats")), "python -S", lambda _: NOTHING),
    Job("first scoring.score()", 0.03, make_few, snippet(FIRST), "python -S", lambda _: NOTHING),
    Job("read: vendor JSON (AWS)", 3.0, make_vendor, READ, "json.load", LOAD, times_peer=True),
    Job("segments: diarisation", 1.2, make_turns, turns("diarisation"), "spy-der", RTTM),
    Job("segments: classes", 1.5, make_turns, turns("classes"), "spy-der", RTTM),
    Job("segments: events", 1.3, make_turns, turns("events"), "spy-der", RTTM),
    Job("kws: summary", 1.0, make_keywords, keywords(), "lxml.parse", LIST),
    Job("kws: all reports", 1.6, make_keywords, keywords(*ALL_REPORTS), "lxml.parse", LIST),
    Job("compare: two hypotheses", 1.2, make_texts, compared(), "2 x sclite", TWO_RUNS),
    Job("compare --json", 3.0, make_texts, compared("--json"), "2 x sclite", TWO_RUNS),
    Job(
        "bootstrap: 10,000 samples",
        0.5,
        make_texts,
        snippet(BOOTSTRAP, "ref.trn", "one.trn", "two.trn"),
        "kaldialign",
        snippet(KALDIALIGN, "ref.trn", "one.trn"),
    ),
    Job(
        "sclite -o all -C det bhist hist sbhist",
        1.0,
        make_confidences,
        sclite(*STM_CTM, options=CURVES),
        "-o all",
        sclite(*STM_CTM, options=CURVES[:2]),
    ),
)


HEAD = "| job | ours | peer | ratio | growth in s | growth in MiB | goal |\n|---|---|---|---|---|---|---|"


def row_of(job: Job, sizes: tuple[int, ...], root: Path, rounds: int) -> str:
    """Runs a job at these sizes; its row of the table."""
    nothing = measure([SCORELITE, "--version"], rounds, False) or (0.0, 0.0)
    figures: list[tuple[float, float]] = []
    for size in sizes:
        folder = root / f"{job.make.__name__}-{size}"
        if not (folder / "made").exists():
            folder.mkdir(parents=True, exist_ok=True)
            apart(job.make, folder, size)
            (folder / "made").touch()
        cost_of_run = job.ours(folder).run(rounds)
        if cost_of_run is None:
            return f"| {job.name} | we failed | | | | | |"
        figures.append(cost_of_run)
    start = 0.0 if job.ours(root).inside else nothing[0]
    above = [max(seconds - start, 1e-3) for seconds, _ in figures]
    times = " ".join(f"{two / smaller:.1f}" for smaller, two in pairwise(above))
    memory = " ".join(f"{two[1] / smaller[1]:.1f}" for smaller, two in pairwise(figures))
    theirs = job.theirs(folder).run(rounds)
    seconds, mebibytes = figures[-1]
    beside = (
        "is not installed | "
        if theirs is None
        else f"{theirs[0]:.2f} s, {theirs[1]:.0f} MiB | {theirs[0] / seconds:.2f} x"
    )
    goal = f"{job.goal:g} x" if job.times_peer else f"{job.goal:g} s"
    limit = job.goal * (theirs[0] if theirs else 0.0) if job.times_peer else job.goal
    verdict = "ok" if seconds <= limit and mebibytes <= (job.memory or mebibytes) else "MISSED"
    if job.memory:
        goal += f", {job.memory:g} MiB"
    return (
        f"| {job.name} | {seconds:.2f} s, {mebibytes:.0f} MiB | {job.peer} {beside} | {times} | {memory} "
        f"| {goal} {verdict} |"
    )


def main() -> None:
    """Makes missing data and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help="beginnings of names (default: all)")
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--largest", action="store_true", help="run the last size alone")
    options = parser.parse_args()
    print(HEAD)
    for job in JOBS:
        if not options.jobs or any(job.name.startswith(name) for name in options.jobs):
            sizes = SIZES[-1:] if options.largest else SIZES
            print(row_of(job, sizes, options.data.resolve() / "wings", options.rounds), flush=True)


if __name__ == "__main__":
    main()
