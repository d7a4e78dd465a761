from __future__ import annotations

import pickle

import pytest

from tests.core.ask import integers, small_integers


def trn(ask, data, sensitive=False, encoding="ascii"):
    return ask.core.Trn(data, ask.charset(encoding), sensitive=sensitive)


def lines(file):
    return [(file.id(i), file.text(i)) for i in range(len(file))]


def test_the_id_reaches_from_the_last_opening_to_the_last_closing_parenthesis(ask):
    file = trn(ask, b"a (uh) b (spk-1) tail\nc (x(y)z)\n")
    assert lines(file) == [(b"(spk-1)", b"a (uh) b "), (b"(y)z)", b"c (x")]
    assert file.ids() == [b"(spk-1)", b"(y)z)"]


def test_a_line_without_parentheses_has_an_empty_id_and_is_all_text(ask):
    assert lines(trn(ask, b"a b\n")) == [(b"", b"a b\n")]


def test_a_closing_parenthesis_before_the_opening_one_makes_an_empty_id(ask):
    assert lines(trn(ask, b"a) b (c\n")) == [(b"", b"a) b ")]


@pytest.mark.parametrize("line", [b"B (C\n", b"B C)\n"])
def test_one_parenthesis_alone_stops_the_reading(ask, line):
    file = trn(ask, b"a (1)\n" + line + b"d (2)\n")
    assert file.error == ("id", line.lower())
    assert lines(file) == [(b"(1)", b"a ")]


def test_texts_and_ids_are_folded_unless_case_matters(ask):
    assert lines(trn(ask, b"A (X-1)\n")) == [(b"(x-1)", b"a ")]
    assert lines(trn(ask, b"A (X-1)\n", sensitive=True)) == [(b"(X-1)", b"A ")]


def test_comments_and_information_and_blank_lines_are_no_utterances(ask):
    file = trn(ask, b";; one\n** two\n\n \t\n;;\na (1)\n")
    assert lines(file) == [(b"(1)", b"a ")]
    assert file.events == [("comment", b";; one\n"), ("comment", b";;\n")]


@pytest.mark.parametrize("mark", [b";", b"*"])
def test_a_single_mark_is_data_with_a_warning(ask, mark):
    file = trn(ask, mark + b" A (1)\n")
    assert file.events == [("warning", mark + b" A (1)\n")]
    assert lines(file) == [(b"(1)", mark + b" a ")]


def test_events_stand_in_the_order_of_the_file(ask):
    file = trn(ask, b";; a\n; b (1)\n;; c\n")
    assert [line for _, line in file.events] == [b";; a\n", b"; b (1)\n", b";; c\n"]


def test_a_last_line_without_newline_is_lost(ask):
    file = trn(ask, b"a (1)\n;; b (2)")
    assert lines(file) == [(b"(1)", b"a ")]
    assert file.events == []
    assert file.incomplete
    assert not trn(ask, b"a (1)\n").incomplete


def test_an_empty_file_has_no_utterances(ask):
    file = trn(ask, b"")
    assert len(file) == 0
    assert not file.incomplete
    assert file.error is None


def test_a_line_ends_at_a_zero_byte(ask):
    assert lines(trn(ask, b"a (1)\0 b (2)\n\0\n")) == [(b"(1)", b"a ")]


def test_carriage_returns_behind_the_id_are_harmless(ask):
    assert lines(trn(ask, b"a (1)\r\n")) == [(b"(1)", b"a ")]


def test_bytes_that_are_no_utf8_stop_the_reading(ask):
    file = trn(ask, b"a (1)\nb \x80c (2)\nd (3)\n", encoding="utf-8")
    assert file.error == ("text", b"Error: UTF-8 parsing of character size failed. first char 80 \x80c (2)\n")
    assert len(file) == 1


def test_bytes_that_are_no_utf8_are_found_later_where_nothing_is_folded(ask):
    file = trn(ask, b"b \x80c (2)\n", sensitive=True, encoding="utf-8")
    assert file.error is None
    with pytest.raises(ask.core.TextError, match="first char 80"):
        ask.core.align(ask.rules(encoding="utf-8", sensitive=True), file.side(), file.side())


def test_the_first_character_of_a_line_is_looked_at_even_where_nothing_is_folded(ask):
    file = trn(ask, b" \x80c (2)\n", sensitive=True, encoding="utf-8")
    assert file.error == ("text", b"Error: UTF-8 parsing of character size failed. first char 80 \x80c (2)\n")


def test_match_finds_the_first_reference_of_each_id(ask):
    hyp = trn(ask, b"x (c)\nx (a)\nx (b)\n")
    ref = trn(ask, b"1 (a)\n2 (b)\n1 (a)\n3 (z)\n")
    assert hyp.match(ref) == (integers(-1, 0, 1), [])


def test_match_needs_no_places_for_the_same_ids_in_one_order(ask):
    ref = trn(ask, b"1 (a)\n2 (b)\n")
    assert trn(ask, b"x (a)\ny (b)\n").match(ref) == (None, [])
    assert trn(ask, b"x (b)\ny (a)\n").match(ref) == (integers(1, 0), [])
    repeated = trn(ask, b"1 (a)\n1 (a)\n")
    assert repeated.match(repeated) == (integers(0, 0), [])


def test_match_takes_a_repeated_text_that_is_a_prefix_of_the_first(ask):
    hyp = trn(ask, b"x (a)\nx (b)\n")
    ref = trn(ask, b"one two (a)\none (a)\nother (b)\nthe other (b)\none two three (a)\nx (q)\ny (q)\n")
    assert hyp.match(ref) == (integers(0, 2), [b"(b)", b"(a)"])


def test_duplicated_tells_whether_an_id_occurs_twice(ask):
    assert trn(ask, b"x (a)\nx (b)\ny (a)\n").duplicated()
    assert not trn(ask, b"x (a)\nx (b)\n").duplicated()


@pytest.mark.parametrize("kind", ["rm", "swb", "spu_id"])
def test_speakers_reach_to_the_first_hyphen_or_else_underscore(ask, kind):
    file = trn(ask, b"(bob_x-1)\n(amy_2_3)\n(bob_x-2)\n(-1)\n")
    assert file.speakers(kind) == ([b"bob_x", b"amy", b""], small_integers(0, 1, 0, 2), [])


def test_an_id_that_names_no_speaker_takes_the_one_before(ask):
    file = trn(ask, b"(x)\n(bob-1)\n(y)\nz\n")
    assert file.speakers("spu_id") == ([b"", b"bob"], small_integers(0, 1, 1, 1), [b"(x)", b"(y)", b""])


def test_speakers_of_wsj_are_three_characters(ask):
    assert trn(ask, b"(abcdef)\n(ab)\n()\n").speakers("wsj") == ([b"abc", b"ab)", b")"], small_integers(0, 1, 2), [])


def test_speakers_of_sp_are_whole_ids(ask):
    assert trn(ask, b"(a-1)\n(a-2)\n").speakers("sp") == ([b"(a-1)", b"(a-2)"], small_integers(0, 1), [])


def test_an_unknown_kind_of_id_is_refused(ask):
    with pytest.raises(ValueError, match=r"^unknown kind of utterance id 'atis'$"):
        trn(ask, b"").speakers("atis")


def test_side_chooses_and_orders_utterances(ask):
    file = trn(ask, b"a (1)\nb (2)\nc (3)\n")
    assert len(file.side()) == 3
    side = file.side(integers(2, 0, 2))
    assert len(side) == 3
    batch = ask.core.align(ask.rules(), side, ask.core.texts(["c", "a", "c"]))
    assert [slot[0] for i in range(3) for slot in batch.slots(i)] == ["C", "C", "C"]


@pytest.mark.parametrize(
    ("comment", "rest"),
    [
        (b";; \x80 x", b"80 \x80 x\n"),
        (b";;\xfe", b"fe \xfe\n"),
        (b";; LAB\xff", b"ff \xff\n"),
        (b";; CATE\x80", b"80 \x80\n"),
        (b";; a\x80", None),
        (b";; \xc3 x", None),
        (b";; LABEL \x80", None),
        (b";;", None),
    ],
)
def test_a_comment_is_compared_with_definitions_character_by_character(core, comment, rest):
    for encoding in ("utf-8", "gb"):
        data = b"a (s-1)\n" + comment + b"\nb (s-2)\n"
        actual = core.Trn(data, core.Charset(encoding, {}, {}), sensitive=False)
        if rest is None or encoding == "gb":
            assert (actual.error, len(actual)) == (None, 2)
        else:
            message = b"Error: UTF-8 parsing of character size failed. first char " + rest
            assert (actual.error, len(actual)) == (("text", message), 1)


@pytest.mark.parametrize("capital", ["\u00c9", "E", "e"])
def test_files_read_by_several_threads_are_those_read_by_one(native, capital):
    count = 60_000
    data = "".join(f"{capital * (k % 3)} w{k}{' ' * (k % 2)}(s{k % 9}-{k})\n" for k in range(count)).encode()
    charset = native.Charset("utf-8", {0xC9: 0xE9}, {})
    alone, shared = (native.Trn(data, charset, sensitive=False, threads=threads) for threads in (1, 3))
    assert shared.ids() == alone.ids()
    assert [shared.text(k) for k in range(len(shared))] == [alone.text(k) for k in range(len(alone))]
    assert pickle.dumps(shared.side()) == pickle.dumps(alone.side())
    assert shared.text(count - 1) == capital.lower().encode() * 2 + b" w%d " % (count - 1)
