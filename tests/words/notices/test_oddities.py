"""Oddities of both sides are said as notices; ordinary text of any script is not."""

from __future__ import annotations

import pickle
import unicodedata
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.words.totals import Totals

WORDS = "the quick brown fox jumps over a lazy dog today"


def names(ref: str, hyp: str) -> list[str]:
    result = scoring.score_files(ref.encode(), hyp.encode(), ref_format="txt", hyp_format="txt")
    return [notice.name for notice in result.notices]


ODD = [
    ("café au lait", unicodedata.normalize("NFD", "café au lait"), "Unicode forms"),
    ("EL NIÑO", "el niño", "case"),
    ("don't go", "don\u2019t go", "apostrophes"),
    ("the office", "the o\ufb03ce", "compatible characters"),
    ("ABC 12", "ＡＢＣ １２", "compatible characters"),
    ("dix euros", "dix\u2009euros", "thin or wide spaces"),
    ("dix euros", "dix\u2028euros", "separators of lines"),
    ("qué tal", "qu\ufffd tal", "replacement characters"),
    ("ok ☎", "ok ☎\ufe0f", "zero-width characters"),
    ("dix euros", "dix\u00a0euros", "no-break spaces"),
    ("今天 天气", "今天\u3000天气", "ideographic spaces"),
    ("ab cd", "ab\u200b cd", "zero-width characters"),
    ("ab cd", "a\u200db cd", "zero-width characters"),
    ("co\u00adop", "coop", "soft hyphens"),
    ("שלום", "שלום\u200f", "direction marks"),
    ("é a", "é \ufeffa", "byte order mark 1"),
    ("café noir", "cafÃ© noir", "encoded twice 1"),
    ("it’s", "itâ€™s", "encoded twice 1"),
    ("the cat", "the c\u0430t", "look-alike letters 1"),
    ("good day", "g\u043e\u043ed day", "look-alike letters 1"),
    ("\u043c\u043e\u0441\u043a\u0432\u0430", "\u043c\u043e\u0441\u043a\u0432a", "look-alike letters 1"),
    (WORDS, "nine other words stand here and none of them fits", "nothing in common"),
]


@pytest.mark.parametrize(("ref", "hyp", "expected"), ODD)
def test_an_oddity_is_named(ref: str, hyp: str, expected: str) -> None:
    assert expected in names(ref, hyp)


REMEDIED = [each for each in ODD if each[2].endswith((" spaces", "hyphens", "direction marks"))]


@pytest.mark.parametrize(("ref", "hyp", "name"), REMEDIED)
def test_a_notice_of_unusual_characters_names_the_normaliser_that_helps(ref: str, hyp: str, name: str) -> None:
    (text,) = [str(each) for each in scoring.score([ref], [hyp]).notices if each.name == name]
    normaliser = "nfkc" if "spaces" in name else "zero-width"
    assert text.endswith(f"they are parts of words without normalise='{normaliser}'")
    assert scoring.score([ref], [hyp], normalise=normaliser).wer == 0


ORDINARY = [
    "मैं क्षत्रिय हूँ और मेरा नाम श्री\u200dराम है ज़रूर",
    "می\u200cخواهم کتاب را بخوانم",
    "السَّلامُ عَلَيْكُم ورحمة الله",
    "今天 天气 很 好 我们 走 吧。",
    "日本語のテキスト ｶﾅ ＡＢＣ",
    "สวัสดีครับ ผมชื่อสมชาย น้ำ",
    "안녕하세요 세계",
    "Tiếng Việt rất khó đọc",
    "PRом занимается USB-кабель и iPhone'ом в IT-отделе SMSка PCшный",
    "α-helix β-Blocker 5 μm 10 Ω ΔT π/2",
    "Ângela não está em São Paulo À la carte ÂGE",
    "dix\u00a0euros «\u00a0oui\u00a0»",
    "ÄÖÜ straße naïve façade œuvre Ãlvaro",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_has_no_notice(text: str) -> None:
    for hyp in (text, text.rsplit(" ", 1)[0], text + " x"):
        if "\u00a0" in text and "\u00a0" not in hyp:
            continue
        assert names(text, hyp) == []


def test_the_case_of_letters_is_no_oddity_where_it_was_asked_for() -> None:
    assert not scoring.score(["EL NIÑO"], ["EL niño"], case_sensitive=True).notices


def ctm(rows: list[tuple[float, float, str, str]]) -> bytes:
    return "".join(f"t A {begin:.2f} {length:.2f} {word} {score}\n" for begin, length, word, score in rows).encode()


ROWS = [(place * 1.0, 0.5, word, "0.9") for place, word in enumerate(WORDS.split())]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (ROWS, []),
        ([row for row in ROWS for _ in range(2)], ["rows twice 1"]),
        ([*ROWS, *ROWS], ["rows twice 1"]),
        ([*ROWS, ROWS[2]], ["rows twice 1"]),
        ([*ROWS, (*ROWS[2][:2], "other", "0.9")], []),
        ([(begin, begin + 1.5, word, score) for begin, _, word, score in ROWS], ["ends as durations 1"]),
        ([(begin, length, word, "97") for begin, length, word, _ in ROWS], ["confidences 1"]),
        ([(begin, length, word, "-0.1") for begin, length, word, _ in ROWS], ["confidences below 1"]),
    ],
)
def test_odd_words_with_times_are_named(rows: list[tuple[float, float, str, str]], expected: list[str]) -> None:
    result = scoring.score_files(ctm(ROWS), ctm(rows), ref_format="ctm", hyp_format="ctm")
    assert [notice.name for notice in result.notices] == expected


@pytest.mark.parametrize("mixed", [False, True])
def test_equal_words_of_two_channels_are_no_rows_twice(mixed: bool) -> None:
    rows = ctm(ROWS).splitlines(keepends=True)
    other = [row.replace(b"t A ", b"t B ") for row in rows]
    data = b"".join(b"".join(pair) for pair in zip(rows, other, strict=True)) if mixed else b"".join(rows + other)
    assert (
        scoring.score_files(data, data + b"t C 0 1 x\n", ref_format="ctm", hyp_format="ctm", missing="skip").notices
        == ()
    )


def test_confidences_above_1_are_said_of_few_words_too() -> None:
    result = scoring.score_files(ctm(ROWS[:2]), ctm([(0.0, 0.5, "x", "9.5")]), ref_format="ctm", hyp_format="ctm")
    assert "confidences 1" in [notice.name for notice in result.notices]


def test_notices_survive_pickling_and_adding() -> None:
    parts = [
        scoring.score_files(
            f"café au {word} ({word}-1)\n".encode(),
            f"cafÃ© au\u00a0x ({word}-1)\n".encode(),
            ref_format="trn",
            hyp_format="trn",
        )
        for word in ("anna", "ben")
    ]
    expected = ["encoded twice 1", "no-break spaces"]
    total = parts[0] + parts[1]
    for actual in (pickle.loads(pickle.dumps(parts[0])), total, parts[1] + parts[0], total.totals()):
        assert [notice.name for notice in actual.notices] == expected
    assert total.notices == (parts[1] + parts[0]).notices
    assert [notice["name"] for notice in total.to_dict()["notices"]] == expected
    assert all(notice.text in str(total) for notice in total.notices)


def test_notices_go_to_arrow_and_back() -> None:
    pytest.importorskip("pyarrow")
    result = scoring.score_files(
        b"dix euros (a-1)\n", "dix\u00a0euros (a-1)\n".encode(), ref_format="trn", hyp_format="trn"
    )
    assert Totals.from_arrow(result.to_arrow()).notices == result.notices != ()


def test_that_nothing_is_correct_follows_from_the_sum() -> None:
    parts = [scoring.score({f"a-{place}": "a b c d e"}, {f"a-{place}": "v w x y z"}) for place in range(2)]
    whole = scoring.score(
        {f"a-{place}": "a b c d e" for place in range(2)}, {f"a-{place}": "v w x y z" for place in range(2)}
    )
    assert [part.notices for part in parts] == [(), ()]
    assert sum(parts).notices == whole.notices != ()
    right = scoring.score({"b-1": "a"}, {"b-1": "a"})
    assert (whole + right).notices == ()


@pytest.mark.parametrize(("ref", "hyp", "expected"), ODD)
def test_texts_in_memory_have_the_notices_of_files(ref: str, hyp: str, expected: str) -> None:
    refs, hyps = ["plain", ref, "x"], ["plain", hyp, "x"]
    if expected == "nothing in common":
        refs, hyps = [ref], [hyp]
    ids = [f"u{place}" for place in range(len(refs))]
    sides = [
        (refs, hyps),
        (dict(zip(ids, refs, strict=True)), dict(zip(ids, hyps, strict=True))),
        ([text.split(" ") for text in refs], [text.split(" ") for text in hyps]),
        ([text.encode() for text in refs], [text.encode() for text in hyps]),
    ]
    for first, other in sides:
        assert expected in [notice.name for notice in scoring.score(first, other).notices]


def test_a_rare_character_is_found_anywhere_in_many_texts() -> None:
    refs = ["the cat sat"] * 30_000
    hyps = refs.copy()
    hyps[20_001] = "the\u00a0cat sat"
    assert [notice.name for notice in scoring.score(refs, hyps).notices] == ["no-break spaces"]
    hyps[20_001] = "\ufeffthe cat sat"
    assert [notice.name for notice in scoring.score(refs, hyps).notices] == ["byte order mark 1"]


def test_a_form_of_letters_is_found_behind_much_plain_text() -> None:
    refs = [*["a plain line of text"] * 20_000, *["un café noir"] * 20_000]
    hyps = [unicodedata.normalize("NFD", text) for text in refs]
    assert [notice.name for notice in scoring.score(refs, hyps).notices] == ["Unicode forms"]


def test_one_object_as_both_sides_is_named() -> None:
    texts, named = ["a b", "c"], {"u": "a b"}
    expected = "refs and hyps are the same object: every text is compared with itself"
    for result in (scoring.score(texts, texts), scoring.score(named, named)):
        assert [str(notice) for notice in result.notices] == [expected]
        assert expected in str(result)
        assert result.to_dict()["notices"] == [{"name": "same object", "text": expected}]
    assert scoring.score(texts, list(texts)).notices == ()


def test_oddities_are_searched_only_when_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[object] = []
    monkeypatch.setattr("scorelite.scoring.words.notices.search.of_texts", lambda *sides: searched.append(sides) or ())
    result = scoring.score(["café"], ["bar"])
    assert (result.main_rate, len(result.utterances), searched) == (1.0, 1, [])
    assert (result.wer, result.wer, len(searched)) == (1.0, 1.0, 1)  # a number alone warns of the gravest
    assert (len(result.notices), len(result.notices), len(searched)) == (0, 0, 1)


def test_totals_keep_notices_and_no_texts() -> None:
    text = "une facture de dix euros " + " ".join(["que nous avons payée hier avec plaisir"] * 5)
    result = scoring.score({"a-1": text}, {"a-1": text.replace("dix ", "dix\u00a0")})
    totals = result.totals()
    assert type(totals.notices) is tuple
    for actual in (totals, pickle.loads(pickle.dumps(result)), result + scoring.score({"a-2": "x"}, {"a-2": "x"})):
        assert [notice.name for notice in actual.notices if notice.adds] == ["no-break spaces"]
    assert result == scoring.score({"a-1": text.split()}, {"a-1": text.replace("dix ", "dix\u00a0").strip().split(" ")})
    assert hash(result.notices) == hash(tuple(result.notices))
    assert repr(result.notices) == repr(tuple(result.notices)) != "()"


def test_the_cause_of_a_sum_is_found_in_the_sum() -> None:
    parts = [scoring.score({f"a-{place}": "dix euros"}, {f"a-{place}": "dix\u00a0euros"}) for place in range(2)]
    right = scoring.score({"b-1": "dix euros de plus"}, {"b-1": "dix euros de plus"})
    total = sum(parts) + right
    (cause,) = total.causes()
    assert (cause.rate, cause.instead) == (0.0, 0.5)
    assert cause in total.notices
    assert cause in pickle.loads(pickle.dumps(total)).notices
    # What the rate would be does not add up.
    assert [notice.name for notice in total.totals().notices] == ["no-break spaces"]
    low = total + scoring.score({"c-1": "mot " * 90}, {"c-1": "mot " * 90})
    assert [notice.name for notice in low.notices] == ["blanks", "no-break spaces"]


def test_what_a_normaliser_makes_equal_is_not_odd() -> None:
    nfd = unicodedata.normalize("NFD", "café noir")
    assert [notice.name for notice in scoring.score(["café noir"], [nfd]).notices] == ["Unicode forms"]
    for result in (
        scoring.score(["café noir"], [nfd], normalise="nfc"),
        scoring.score_files(
            "café noir\n".encode(), f"{nfd}\n".encode(), normalise="nfc", ref_format="txt", hyp_format="txt"
        ),
    ):
        assert (result.wer, result.notices) == (0.0, ())


def test_files_that_look_swapped_are_named(tmp_path: Path) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / name).mkdir()
        for path in (tmp_path / f"{name}.trn", tmp_path / name / "a.trn"):
            path.write_text("a b (u-1)\n")
    for first, other, expected in (("hyp", "ref", ["swapped sides"]), ("ref", "hyp", [])):
        for ending in (".trn", ""):
            result = scoring.score_files(tmp_path / (first + ending), tmp_path / (other + ending))
            assert [notice.name for notice in result.notices] == expected


@pytest.mark.parametrize(
    ("ref", "hyp", "expected"),
    [
        ("utt_id text\nu1 a b\nu2 c d\n", "utt_id text\nu1 a b\nu2 c x\n", ["first line of the hypothesis"]),
        ("u1 a b\nu2 c d\n", "u1 a b\nu2 c x\n", []),
        ("file words here\nu2 c d\n", "file words here\nu2 c x\n", []),
    ],
)
def test_names_of_columns_in_the_first_line_are_named(ref: str, hyp: str, expected: list[str]) -> None:
    result = scoring.score_files(ref.encode(), hyp.encode(), ref_format="kaldi", hyp_format="kaldi")
    actual = [notice.name for notice in result.notices if notice.name.startswith("first line")]
    assert actual == (expected and [*expected, "first line of the reference"])


@pytest.mark.parametrize(
    ("line", "odd"), [("transcript", True), ("id,text", True), ("text here", False), ("key", False)]
)
def test_a_first_line_of_plain_text_may_be_a_name_of_its_column(line: str, odd: bool) -> None:
    assert ("first line of the reference" in names(f"{line}\ngood day\n", f"{line}\ngood way\n")) == odd


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("client_id\tpath\tsentence\nx\ta.mp3\tgood day\n", "tsv"),
        ("clip,text\na,good day\n", "csv"),
        ('"clip","text"\n"a","good, day"\n', "csv"),
        ("clip,text\ngood day\n", ""),
        ("hello, text me\nyes, good day\n", ""),
        ("hello,there\nyes,good day\n", ""),
    ],
)
def test_a_table_read_as_plain_text_is_named_with_its_format(lines: str, name: str) -> None:
    result = scoring.score_files(lines.encode(), lines.encode(), ref_format="txt", hyp_format="txt")
    found = [text for text in map(str, result.notices) if "looks like column names" in text]
    assert len(found) == 2 * bool(name)
    assert all(f"_format='{name}' " in text for text in found)


def test_times_in_another_unit_are_named() -> None:
    milliseconds = [(begin * 1000, length * 1000, word, score) for begin, length, word, score in ROWS]
    segments = "".join(f"t A anna {begin:.2f} {begin + 0.9:.2f} {word}\n" for begin, _, word, _ in ROWS).encode()
    for ref, name in ((ctm(ROWS), "ctm"), (segments, "stm")):
        for hyp, expected in ((milliseconds, True), (ROWS, False)):
            result = scoring.score_files(ref, ctm(hyp), ref_format=name, hyp_format="ctm")
            assert ("unit of times" in [notice.name for notice in result.notices]) == expected


def test_a_side_without_words_is_named() -> None:
    texts = {f"u-{place}": "a b c d e f" for place in range(2)}
    nothing = dict.fromkeys(texts, "")
    assert "the hypothesis has no words" in str(scoring.score(texts, nothing))
    assert "the reference has no words" in str(scoring.score(nothing, texts))
    assert scoring.score(["a"], [""]).notices == ()
    half = scoring.score({"u-0": "a b c d e f"}, {"u-0": ""}), scoring.score({"u-1": "a b c d e f"}, {"u-1": "a"})
    assert (half[0] + half[1]).notices == ()


@pytest.mark.parametrize("name", ["mdtm", "uem", "ecf"])
def test_a_format_without_words_is_refused(name: str) -> None:
    for formats in ((name, "ctm"), ("ctm", name)):
        with pytest.raises(scoring.UsageError, match=f"{name} has no words; expected a format with words"):
            scoring.score_files(ctm(ROWS), ctm(ROWS), ref_format=formats[0], hyp_format=formats[1])
