"""Files with times read natively: corpora, results and errors are those of the readers of the formats."""

from __future__ import annotations

import copy
import pickle
import random
from io import BytesIO
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats.conversion import Wishes, run
from scorelite.formats.errors import ScoreliteError
from scorelite.formats.schema import Corpus
from scorelite.formats.source import Source
from scorelite.scoring.common import strict_files
from tests.conftest import ROOT

SAMPLES = ROOT / "tests" / "formats" / "samples"
DEMO = ROOT / "resources" / "demo"
REF = "t A anna 0 1.5 <o> good { day / morning }\nt A bert 1.5 4 <o> (uh) caf\u00e9\n;; note\nt B anna 0 3 x y\n"
HYP = "t A 0.1 0.5 good 0.9\nt A 1.0 0.2 day 0.8\nt A 2 .5 cafe 1\n; note\nt B 0.5 0.5 y NA\nt B 1.5 0.5 z 0.25"
WORDS = (
    "token|speaker|ts|endTs|punctuation|case|tags\nGood|0|3.24|3.37||UC|[]\n|0|||.|LC|[]\nday|1|4|4.5|,|LC|['1', '2']\n"
)
TEXTS = {"stm": REF, "ctm": HYP, "nlp": WORDS}
CHANGES = (
    b"|",
    b";",
    b"\n",
    b"",
    b" ",
    b"\r",
    b"\t",
    b"\xff",
    b"\0",
    b"<",
    b"<ALT>",
    b"{",
    b"-",
    b"&&",
    b"\xe3\x80\x80",
    b"t A 0 1 x\n",
)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them replaced, removed or repeated."""
    changed = bytearray(data)
    for _ in range(chance.randrange(3)):
        place = chance.randrange(len(changed))
        changed[place : place + chance.randrange(3)] = chance.choice(CHANGES)
    return bytes(changed)


def files(suffix: str) -> list[bytes]:
    """Samples of a format and their mutations."""
    chance = random.Random(suffix)
    files = [path.read_bytes() for folder in (SAMPLES, DEMO) for path in sorted(folder.rglob(f"*.{suffix}"))]
    files = [data[: data.rfind(b"\n", 0, 4000) + 1] or data for data in files]
    files.append(TEXTS[suffix].encode())
    return [*files, *(mutated(chance.choice(files), chance) for _ in range(150))]


def written(corpus: Corpus) -> object:
    """The texts of a corpus and the file that is written of it, or the error."""
    try:
        return corpus.texts(), "".join(formats.by_name(corpus.format).write(corpus))
    except ScoreliteError as error:
        return str(error)


@pytest.mark.parametrize("markup", [True, False])
@pytest.mark.parametrize("suffix", ["stm", "ctm"])
def test_corpora_are_those_of_the_reader(suffix: str, markup: bool) -> None:
    record = formats.by_name(suffix)
    taken = 0
    for data in files(suffix):
        actual = strict_files.read(Source(data, name="file"), record, markup=markup)
        if actual is None:
            continue
        taken += 1
        corpus = record.read(Source(data, name="file"), markup=markup)
        assert (actual.comments, actual.format, actual.path) == (corpus.comments, corpus.format, corpus.path)
        assert [*actual.segments] == [*corpus.segments]
        assert actual.grammars() == corpus.grammars()
        assert written(actual) == written(corpus)
        assert [*pickle.loads(pickle.dumps(actual)).segments] == [*copy.deepcopy(actual).segments] == [*corpus.segments]
    assert taken > 30


def words_of(data: bytes, quick: bool) -> object:
    """The words of an nlp file with all that it has beside them, or the text of its error."""
    record = formats.by_name("nlp")
    try:
        corpus = (
            strict_files.read(Source(data, name="file"), record) if quick else record.read(Source(data, name="file"))
        )
    except ScoreliteError as error:
        return str(error)
    assert corpus is not None
    return [*corpus.segments], corpus.meta, [*corpus.table.lines], written(corpus)


def test_words_with_details_are_those_of_the_reader() -> None:
    for data in files("nlp"):
        assert words_of(data, True) == words_of(data, False)


def outcome(ref: bytes, hyp: bytes, **keywords: object) -> object:
    """The result of a score, or the text of its error."""
    try:
        result = scoring.score_files(ref, hyp, ref_format="stm", hyp_format="ctm", **keywords)  # type: ignore[arg-type]
    except ScoreliteError as error:
        return str(error)
    without_date = result.report("sgml").partition(b"\n")[2]
    return result.to_dict(utterances=True), str(result), result.report("pra"), without_date


@pytest.mark.parametrize(
    "keywords",
    [{}, {"markup": False}, {"missing": "skip", "outside": "skip", "overlap": "earlier"}, {"normalise": "basic-en"}],
    ids=str,
)
def test_scores_and_errors_are_those_of_the_reader(
    keywords: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(str(keywords))
    pairs = [(REF.encode(), HYP.encode())]
    pairs += [(mutated(ref, chance), mutated(hyp, chance)) for ref, hyp in pairs for _ in range(25)]
    actual = [outcome(ref, hyp, **keywords) for ref, hyp in pairs]
    monkeypatch.setattr(strict_files, "read", lambda source, record, *, markup: None)
    assert actual == [outcome(ref, hyp, **keywords) for ref, hyp in pairs]


def converted(data: bytes, source: str, target: str, quick: bool) -> object:
    """The file that a conversion writes and its report, or the text of its error."""
    wishes = Wishes(source, target, interpolate=True, quick=strict_files.read if quick else None)
    written = BytesIO()
    try:
        outcome = run(data, written, wishes)
    except ScoreliteError as error:
        return str(error)
    return written.getvalue(), str(outcome)


@pytest.mark.parametrize("suffix", ["stm", "ctm", "nlp"])
def test_conversions_are_those_of_the_reader(suffix: str) -> None:
    for data in files(suffix)[:60]:
        for target in ("ctm", "stm", "trn", "textgrid", "whisper"):
            assert converted(data, suffix, target, True) == converted(data, suffix, target, False)


def test_files_in_other_encodings_and_folders_are_left_to_the_reader(tmp_path: Path) -> None:
    record = formats.by_name("ctm")
    assert strict_files.read(Source(HYP.encode(), encoding="latin-1"), record) is None
    assert strict_files.read(Source(tmp_path), record) is None
    assert strict_files.read(Source(b"x (a)\n"), formats.by_name("trn")) is None
