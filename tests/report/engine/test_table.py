from __future__ import annotations

import pytest

from scorelite.scoring.report.engine.table import Table, TableMemory, centred, shown_size


def table_of(memory, *rows, pad=0):
    table = Table(memory)
    for row_format, *cells in rows:
        if row_format == b"-":
            table.rule(cells[0])
        else:
            table.row(row_format, cells)
    return table.render(pad).decode().splitlines()


def test_text_is_centred_with_the_odd_blank_behind():
    assert centred(b"ab", 5) == b" ab  "


def test_text_wider_than_the_page_is_left_alone():
    assert centred(b"x" * 81) == b"x" * 81


def test_columns_fit_their_widest_cell():
    assert table_of(TableMemory(), (b"lcr", b"a", b"b", b"c"), (b"lcr", b"aaa", b"bbbb", b"ccc")) == [
        ",------------.",
        "|a    b     c|",
        "|aaa bbbb ccc|",
        "`------------'",
    ]


def test_columns_count_bytes_as_sclite_does_or_characters():
    rows = (b"lr", "dɔɡ//æ".encode(), b"1"), (b"lr", b"cat", b"20")
    assert table_of(TableMemory(), *rows) == [",--------.", "|dɔɡ  1|", "|æ      |", "|cat   20|", "`--------'"]
    assert table_of(TableMemory(shown_size), *rows) == [",------.", "|dɔɡ  1|", "|æ     |", "|cat 20|", "`------'"]


def test_missing_cells_are_empty_and_surplus_ones_dropped():
    assert table_of(TableMemory(), (b"ll", b"a"), (b"ll", b"b", b"c", b"d")) == [",---.", "|a  |", "|b c|", "`---'"]


def test_double_slash_begins_a_new_line_of_the_row():
    assert table_of(TableMemory(), (b"c|l", b"one//three", b"x")) == [
        ",-------.",
        "| one |x|",
        "|three| |",
        "`-------'",
    ]


def test_double_slash_at_the_end_begins_no_line():
    assert table_of(TableMemory(), (b"l", b"a//")) == [",-.", "|a|", "`-'"]


def test_blank_behind_double_slash_is_not_measured_and_breaks_the_piece():
    # The second piece has a width of 6 with its blank and is measured as 5: it does not fit and begins after the blank.
    assert table_of(TableMemory(), (b"l", b"a// bcdef")) == [",-----.", "|a    |", "|     |", "|bcdef|", "`-----'"]


def test_rule_crosses_only_separators_that_the_row_above_has():
    assert table_of(
        TableMemory(),
        (b"l|l=l", b"a", b"b", b"c"),
        (b"-", b"-"),
        (b"l=l|l", b"d", b"e", b"f"),
        (b"-", b"-"),
        (b"ll", b"g", b"h"),
        (b"-", b"="),
        (b"l|l=l", b"i", b"j", b"k"),
        (b"-", b" "),
        (b"l|l=l", b"l", b"m", b"n"),
    ) == [
        ",------.",
        "|a|b||c|",
        "|-++-+-|",
        "|d||e|f|",
        "|------|",
        "| g  h |",
        "|======|",
        "|i|j||k|",
        "| | || |",
        "|l|m||n|",
        "`------'",
    ]


def test_narrow_row_spreads_its_slack_over_the_columns():
    assert table_of(TableMemory(), (b"c", b"0123456789"), (b"ccc", b"a", b"b", b"c")) == [
        ",----------.",
        "|0123456789|",
        "| a  b   c |",
        "`----------'",
    ]


def test_merged_cell_widens_the_columns_it_covers():
    assert table_of(TableMemory(), (b"ca", b"wide title"), (b"rr", b"1", b"2")) == [
        ",----------.",
        "|wide title|",
        "|    1    2|",
        "`----------'",
    ]


def test_cells_of_an_earlier_table_widen_merged_columns():
    memory = TableMemory()
    fresh = table_of(TableMemory(), (b"ca", b"x"), (b"rr", b"1", b"2"))
    table_of(memory, (b"ll", b"", b"left behind"))
    assert fresh == [",---.", "| x |", "|1 2|", "`---'"]
    assert table_of(memory, (b"ca", b"x"), (b"rr", b"1", b"2"))[2] == "|1           2|"


def test_separators_of_an_earlier_table_are_crossed():
    # The first row has one column; behind it, its format slot still knows the separator of the earlier table.
    memory = TableMemory()
    table_of(memory, (b"l|l|l", b"a", b"b", b"c"))
    rows = [(b"c", b"title"), (b"-", b"-"), (b"l|l|l", b"a", b"b", b"c")]
    assert table_of(TableMemory(), *rows)[2] == "|-----|"
    assert table_of(memory, *rows)[2] == "|---+-|"


def test_tables_are_centred_once_that_is_switched_on():
    memory = TableMemory()
    memory.centring = True
    assert table_of(memory, (b"l", b"x" * 10)) == [
        " " * 34 + line for line in (",----------.", "|" + "x" * 10 + "|", "`----------'")
    ]


@pytest.mark.parametrize("width", [78, 79, 300, 5000])
def test_tables_as_wide_as_the_page_are_not_indented(width):
    memory = TableMemory()
    memory.centring = True
    assert table_of(memory, (b"l", b"x" * width))[1] == "|" + "x" * width + "|"


def test_padding_surrounds_every_column():
    assert table_of(TableMemory(), (b"l|l", b"a", b"b"), (b"ca", b"c"), pad=1) == [
        ",-------.",
        "| a | b |",
        "|   c   |",
        "`-------'",
    ]
