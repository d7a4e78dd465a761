"""Conversions between words with times and texts as columns: bytes and notes equal those made of labels."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats import conversion
from scorelite.formats.engine import needed_names, segmenting, word_times
from scorelite.formats.engine.features import features
from scorelite.formats.engine.fitting import fitted
from scorelite.formats.engine.wishes import Wishes
from scorelite.formats.values import replace

SAMPLES = Path(__file__).parent / "samples"
ROWS = (
    b";; a comment\nt A 0 .5 good\nt A .5 .5 d\xc3\xa4y 0.9\n;; another\nu B 1.25 .5 yes NA lex eve\nt A 3 1 again\n",
    b"t A 0 .5 uh-\nt A 1 .5 (uh)\n",
    b"t A 0 .5 a;b\nt A 1 .5 @\n",
    b"t A * * <ALT_BEGIN>\nt A 0 .5 a\nt A * * <ALT>\nt A 0 .5 b\nt A * * <ALT_END>\n",
    b"t A &&0 .5 a*\nt A 1 .5 x}\n",
    b"t A 0 .5 <unk>\nt A 1 .5 a\nt A 5 .5 <unk>\nt B 0 .5 b\n",
    b"t A 0 .5 <unk>\nt A 1 .5 (uh)\nt A 2 .5 uh-\nt A 3 .5 <s>;n\n",
    b"t A 0 .5 a;b\nt A 1 .5 c;;d;e\nt A 2 .5 (f)\n",
    b"t A 0 .5 x;n\nt A 1 .5 co-\nt A 2 .5 (f)-\nt A 3 .5 ()\nt A 4 .5 y\\;z\n",
    b"t A 0 .5 ;\nt A 1 .5 b\n",
    b"t A 0 .5 <unk>\nt A * * <ALT_BEGIN>\nt A 1 .5 <a>\nt A * * <ALT>\nt A 1 .5 b\nt A * * <ALT_END>\n",
)
SEGMENTS = (
    (
        b";; a comment\nt A eve 0.00 2.50 good d\xc3\xa4y to you\n;; another\nt A bob 2.5 2.5 quick\n"
        b"u B eve 1.001 7.0003 a bb ccc\n"
    ),
    b"t A eve 0 1 IGNORE_TIME_SEGMENT_IN_SCORING\nt A eve 1 2\nt B eve 3 4 uh- co-op\n",
    b"t A eve 0 1 a (uh) b\n",
    b"t A eve 0 1 { a / b } c\n",
    b"t A eve 0 1 a;b c* @\n",
    b"t A eve 0 1 <alt> b\n",
    b"t A eve 0 1 \\<unk> a <unk>\nt A eve 1 2 <o> <unk> (uh) a\nt A eve 2 3 b\n",
    b"t A eve 0 1 a <alt_x> b\n",
    b"t A eve 0 1 ; a\nt A eve 1 2 a\\;b x\\} a;b;c;d (c)* ** * -\nt A eve 2 3 @\nt A eve 3 4 (uh)\n",
    b"t A eve 100000000000000000 200000000000000000 a b c\n",
    b"t A eve 0 1\n",
    b"t A eve 0 1\n;; c\nt A eve 1 2\nt A eve 2 3 a b\nt B eve 3 4\nt A eve 4 5 c\nt A eve 5 6\nt A eve 6 7\n",
    b"t A eve 0 1 <o> a\nt A eve 1 2 <,> IGNORE_TIME_SEGMENT_IN_SCORING\n",
)


def converted(data: bytes, source: str, target: str, folder: Path) -> object:
    """Bytes, dropped features and notes of a conversion, or its error."""
    (folder / f"x.{source}").write_bytes(data)
    path = folder / f"x.{target}"
    path.unlink(missing_ok=True)
    try:
        outcome = formats.convert(folder / f"x.{source}", path, interpolate=True, target_format=target)
    except ValueError as error:
        return str(error)
    return path.read_bytes(), outcome


@pytest.mark.parametrize(("source", "targets"), [("ctm", ("trn", "kaldi")), ("stm", ("ctm",))])
def test_columns_and_labels_give_equal_files(
    source: str, targets: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = (SAMPLES / f"{source}.{source}").read_bytes()
    for data in (*(ROWS if source == "ctm" else SEGMENTS), sample):
        for target in targets:
            quick = converted(data, source, target, tmp_path)
            with monkeypatch.context() as patch:
                patch.setattr(needed_names, "changed_in_texts", set)
                patch.setattr(word_times, "_interpolated", lambda *_: None)
                assert quick == converted(data, source, target, tmp_path), (data, target)


@pytest.mark.parametrize("data", SEGMENTS)
def test_features_of_columns_are_those_of_segments(data: bytes) -> None:
    corpus = formats.read(data, format="stm")
    assert features(corpus) == features(replace(corpus, segments=tuple(corpus.segments)))


def test_plain_words_stay_columns() -> None:
    rows = formats.read(ROWS[0], format="ctm")
    found, _ = fitted(rows, formats.by_name("trn"))
    assert found.table.written is not None
    segments = formats.read(SEGMENTS[0], format="stm")
    found, _ = fitted(segments, formats.by_name("ctm"), interpolate=True)
    assert found.table.words is not None


def test_words_with_marks_but_no_alternation_stay_columns() -> None:
    rows = formats.read(b"t A 0 .5 <unk>\nt A 1 .5 a\n", format="ctm")
    for target in ("trn", "stm"):
        found, _ = fitted(rows, formats.by_name(target))
        assert found.table.written is not None
    segments = formats.read(b"t A eve 0 1 \\<unk> (uh) a;n\n", format="stm")
    found, _ = fitted(segments, formats.by_name("ctm"), interpolate=True)
    assert found.table.words is not None


def words_with_pauses(chance: random.Random, other: str) -> bytes:
    """Rows of ctm, most in order, with pauses, words inside of others, equal ends and marks of doubt.

    Some have the other name of a recording and channel.
    """
    now, lines = 0, []
    back = chance.choice((0.0, 0.1))
    for _ in range(chance.randrange(1, 40)):
        now += chance.choice((0, 10, 10, 50, 100, 130))
        if chance.random() < back:
            now = max(0, now - chance.choice((30, 500)))
        doubt = "&&" * (chance.random() < 0.01)
        begin = chance.choice((f"{now / 100:.2f}", f"{now / 100:.4f}", f"{now / 100:.2f}000"))
        length = chance.choice(("0", ".1", "0.10", "0.2", "0.30", "1.50", "6"))
        name = other if chance.random() < 0.05 else "a A"
        word = chance.choice(("<unk>", "<ALIAS>", "<", "(uh)", "uh-", "%hes", "wörter", "a", "b"))
        lines.append(f"{name} {doubt}{begin} {length} {word} 0.5\n")
    return "".join(lines).encode()


@pytest.mark.parametrize("target", ["stm", "srt"])
def test_words_cut_at_pauses_are_those_of_labels(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, path = random.Random(target), tmp_path / "x.ctm"
    other = {"stm": "b A", "srt": "a B"}[target]  # srt holds one recording

    def written(pause: float) -> bytes:
        wishes = Wishes(target_format=target, pause=pause)
        conversion.run(path, tmp_path / "out", wishes)
        return (tmp_path / "out").read_bytes()

    for _ in range(80):
        path.write_bytes(words_with_pauses(chance, other))
        pause = chance.choice((0.0, 0.1, 0.5, 1.0))
        with monkeypatch.context() as patch:
            patch.setattr(segmenting, "_segments_of_rows", lambda *_, **_options: None)
            by_labels = written(pause)
        assert written(pause) == by_labels, path.read_bytes()


@pytest.mark.parametrize("name", ["srt", "vtt", "csv", "whisper"])
def test_rows_made_of_nameless_segments_get_the_names_that_rows_need(name: str, tmp_path: Path) -> None:
    segments = formats.read(b"talk A eve 0.5 2.5 good day\n", format="stm")
    formats.write(segments, tmp_path / "talk", format=name)
    text = (tmp_path / "talk").read_bytes().replace(b"talk", b"").replace(b"A", b"")
    wishes = Wishes(source_format=name, target_format="ctm", interpolate=True)
    (tmp_path / "show").write_bytes(text)
    conversion.run(tmp_path / "show", tmp_path / "out", wishes)
    assert (tmp_path / "out").read_bytes() == b"show 1 0.500 1.143 good\nshow 1 1.643 0.857 day\n"


@pytest.mark.parametrize("word", ["uh-", "a", "a*", "(a)", "a;b"])
def test_rows_are_columns_of_labels(word: str) -> None:
    rows = formats.read(f"t A 0 .5 {word}\nt A 1 .5 a\n".encode(), format="ctm").table.words
    assert rows is not None
    lists = rows.label_lists()
    assert (tuple(lists[0]), bool(lists.odd)) == (rows.items(0, 2), word in ("(a)", "uh-"))
