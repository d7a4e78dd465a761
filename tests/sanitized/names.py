"""Calls of every name of the core, whose arguments two threads share."""

from __future__ import annotations

import json
import pickle
from array import array
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pyarrow

from scorelite import core
from scorelite.core import compat
from tests.core.batches import everything

Calls = Mapping[str, Callable[[], Any]]
# Names that hold no code of the core.
CONSTANTS = {
    "AS_WRITTEN": "a number",
    "NAME": "a text",
    "Slot": "a tuple of Python in an annotation",
    "Word": "a tuple of Python in an annotation",
}
# Texts of a side.
_COUNT = 200
_LETTERS = "abcdefgh"


def _column(kind: str, values: Sequence[float]) -> bytes:
    return array(kind, values).tobytes()


def _texts(seed: int) -> list[str]:
    chance = Random(seed)
    return [" ".join(chance.choices(_LETTERS, k=chance.randint(0, 9))) for _ in range(_COUNT)]


def _stream(seed: int, length: int = 60) -> tuple[bytes, bytes, bytes]:
    """Words by number with begins and ends."""
    words = Random(seed).choices(range(1, 9), k=length)
    return _column("i", words), _column("d", range(length)), _column("d", range(1, length + 1))


def _joint(seed: int, length: int = 12) -> Any:
    """A stream of words of four kinds for alignments of several at once."""
    kinds, zeros = _column("i", Random(seed).choices(range(4), k=length)), bytes(4 * length)
    return kinds, zeros, zeros, _column("i", [3] * length), bytes(length), None, _column("i", [length])


def calls() -> Calls:
    """A call for each name of the core but constants; all that they use is made here, once."""
    calls = {**_alignments(), **_batches(), **_texts_of_files(), **_rows(), **_streams(), **_symbols(), **_numbers()}
    different = ({*calls} | {*CONSTANTS}) ^ {*core.__all__, *compat.__all__}
    if different:
        raise LookupError(f"names without a call, or calls without a name: {different}")
    return {f"core {name}": call for name, call in calls.items()}


def _alignments() -> Calls:
    charset = core.Charset("utf-8", {0xC9: 0xE9}, {0xE9: 0xC9})
    rules = core.Rules(charset, optional=True, fragments=True, weights={b"a": 0.5}, default_weight=1.0)
    ref, hyp = core.texts(_texts(1)), core.texts(_texts(2))
    times = [_column("d", range(4 * _COUNT))] * 3
    timed = core.rows([b"a", b"b", b"c", b"d"] * _COUNT, *times, _column("q", range(0, 4 * _COUNT + 1, 4)))
    network = core.networks([[(0, 1, "a"), (0, 2, "b"), (2, 1, "c"), (1, 3, None), (1, 3, "d")]] * _COUNT)
    order = _column("q", range(_COUNT))
    strings = pyarrow.array(_texts(1))
    lines = "\n".join(_texts(1)).encode()
    rewriter = core.Rewriter([(b"a b", b"x", b"", b""), (b"c", b"ddd", b" ", b" ")])
    program = core.Program([("table", [("a b", "x", 0, 0), ("c", "ddd", 0, 0)], False)])

    def refused() -> str:
        try:
            return repr(charset.fold(b"\xc3"))
        except core.TextError as error:
            return str(error)

    return {
        "Charset": lambda: (charset.fold("ÉTÉ".encode()), charset.upper("été".encode()), charset.split(b"abc")),
        "Rules": lambda: pickle.dumps(core.Rules(charset, lexicon=(b"a", b"b"), segment=1)),
        "Side": lambda: pickle.dumps(ref.take(order)),
        "TextError": refused,
        "align": lambda: core.align(rules, ref, hyp, 2).counts(),
        "texts": lambda: pickle.dumps(core.texts(_texts(3))),
        "rows": lambda: everything(core.align(core.Rules(charset, times=True), timed, timed, 2)),
        "networks": lambda: core.align(rules, network, hyp, 2).counts(),
        "side_from": lambda: pickle.dumps(pickle.loads(pickle.dumps(hyp))),
        "arrow_texts": lambda: core.align(rules, core.arrow_texts(strings), ref, 2).counts(),
        "least_texts": lambda: core.least_texts(ref, _column("i", [k % 7 for k in range(_COUNT)]), 7),
        "text_keys": lambda: core.text_keys(ref),
        "text_prefixes": lambda: core.text_prefixes(ref, b" "),
        "Rewriter": lambda: (rewriter.rewrite(lines), rewriter.matches(b" ".join(lines.split()))),
        "Program": lambda: (
            program.stage(_texts(1), *program.run(_texts(1), True, 2)[1:], 1, 2),
            program.rewritten(_spans(b"a b (u-1)\nd (u-2)\n"), 2)[0].texts(),
        ),
    }


def _batches() -> Calls:
    charset = core.Charset("utf-8", {}, {})
    rules = core.Rules(charset)
    ref, hyp, other = (core.texts(_texts(seed)) for seed in (1, 2, 3))
    batch, second = core.align(rules, ref, hyp), core.align(rules, ref, other)
    order, words = _column("q", range(_COUNT)), core.word_steps(batch)
    slots = [batch.slots(k) for k in range(_COUNT)]
    steps = (
        [batch.operations(k).encode() for k in range(_COUNT)],
        [second.operations(k).encode() for k in range(_COUNT)],
    )
    letters, places = batch.letters()
    operations = b"".join(steps[0])
    confidences = _column("d", [0.01 * (k % 99) + 0.005 for k in range(len(operations))])
    lines = [b"".join(step + b"\n" for step in side) for side in steps]
    right, wrong = (_column("d", sorted(Random(seed).random() for _ in range(2000))) for seed in (1, 2))
    bounds = _column("q", [0, len(operations) // 2, len(operations)])
    return {
        "Batch": lambda: (everything(batch), everything(batch.take(order).join([second]))),
        "word_steps": lambda: core.word_steps(batch).counts(),
        "step_errors": lambda: core.step_errors(batch, *[_column("q", [0] * _COUNT)] * 3),
        "step_firsts": lambda: core.step_firsts(batch),
        "step_stretches": lambda: core.step_stretches(batch, b"C", 1),
        "word_forms": lambda: _forms(words),
        "WordForms": lambda: _forms(words),
        "WordSteps": lambda: _words(words),
        "batch_of": lambda: everything(core.batch_of(charset, False, slots)),
        "batch_from": lambda: everything(pickle.loads(pickle.dumps(batch))),
        "followed": lambda: everything(core.followed(rules, ref, hyp, letters, places)),
        "compared": lambda: (core.compared(batch, second, order, order), core.compared(batch, second, None, None)),
        "first_pairs": lambda: core.first_pairs(["b", "a"], _column("i", [0, -1, 1, 0, 1, -1, 1, 0]) * _COUNT, 7),
        "page_columns": lambda: core.page_columns([batch, second], [order, order], 9),
        "error_segments": lambda: core.error_segments(lines[0], lines[1], 2),
        "paired_segments": lambda: core.paired_segments(*steps, 2),
        "paired_sums": lambda: core.paired_sums(*((batch.counts(), letters, places),) * 2, 2),
        "count_sizes": lambda: core.count_sizes(batch.counts()),
        "count_totals": lambda: core.count_totals(batch.counts(), _column("i", [k % 7 for k in range(_COUNT)]), 7),
        "information_rows": lambda: core.information_rows(operations, confidences, bounds, 0.01, 0.99),
        "sorted_confidences": lambda: core.sorted_confidences(operations, confidences),
        "det_curve": lambda: core.det_curve(right, wrong, 500),
    }


def _forms(steps: core.WordSteps) -> object:
    every = _column("q", range(_COUNT))
    forms = core.word_forms(steps, [word + b" x" if len(word) > 1 else b"x" for word in steps.words()])
    return (
        [forms.texts(hyp, every) for hyp in (False, True)],
        forms.counts(every, (1, 1, 1), "SID"),
        forms.compounds(every),
    )


def _words(steps: core.WordSteps) -> object:
    """All that the words of steps can be asked for."""
    sides = [(steps.firsts(side), steps.numbers(side), steps.column(side)) for side in (False, True)]
    places = _column("q", range(_COUNT))
    flags, found = bytes([1] * len(steps.words())), steps.repeats(True, places, 2, 8)
    words = steps.places(True, flags), steps.at(True, places), steps.steps(True, places), steps.before(False, places)
    some = steps.find([b"a", b"c"]), steps.word(0), steps.is_ascii(), steps.repeats(True, None, 2, 8)
    return steps.words(), steps.counts(), sides, words, found, some


def _texts_of_files() -> Calls:
    charset = core.Charset("utf-8", {}, {})
    texts, others = _texts(1), _texts(2)
    trn, heard = (
        "".join(f"{text} (s{k % 5}-{k})\n" for k, text in enumerate(side)).encode() for side in (texts, others)
    )
    read, other = (core.Trn(data, charset, sensitive=False, threads=2) for data in (trn, heard))
    spans, said = _spans(trn), _spans(heard)
    assert said is not None
    rows = "".join(
        f'{{"t": "{text}", "i": {k}, "n": "x/\\u00e9.wav", "b": {k}.1}}\n' for k, text in enumerate(texts)
    ).encode()
    members = [("t", 33), ("i", 7), ("n", 19), ("b", 66)]
    table = "".join(["id,text\n", *(f'u{k},"{text}, sir"\n' for k, text in enumerate(texts))]).encode()
    ids, column = core.texts([f"w/u{k}.wav" for k in range(_COUNT)]), core.texts(texts)
    path = "".join(f'<PATH id="(s-{k})">\nC,"a","a":D,"b",\n</PATH>\n' for k in range(_COUNT)).encode()
    return {
        "Trn": lambda: (read.ids(), other.match(read), read.speakers("spu_id"), read.duplicated(), read.text(3)),
        "Spans": lambda: (
            spans.ids(),
            spans.texts(),
            spans.beyond_ascii(),
            spans.unusual(b"%"),
            spans.places(said),
            pickle.dumps(spans.side()),
            spans.replaced(_column("q", [1]), ["x"]).texts(),
        ),
        "read_trn": lambda: (spans := _spans(trn)) and (spans.ids(), spans.line(7), spans.text(7)),
        "read_txt": lambda: core.read_txt(trn, _add_line, True).texts(),
        "read_kaldi": lambda: core.read_kaldi(trn, _add_line).texts(),
        "read_json": lambda: _json(rows, members),
        "JsonRows": lambda: _json(rows.replace(b"\n", b"\n[]\n", 2), members),
        "plain_words": lambda: _plain_words(texts),
        "take_words": lambda: _plain_words([*texts, "one by one", ""]),
        "PlainWords": lambda: _plain_words([]),
        "read_table": lambda: _table(table),
        "TableRows": lambda: _table(table.replace(b"\n", b"\r\n")),
        "batch_rows": lambda: (rows := core.batch_rows([(column, ids)], True)) and (rows[0].ids(), rows[0].text(7)),
        "sgml_paths": lambda: compat.sgml_paths(path + b"</SPEAKER>", 0, b"", b""),
    }


def _add_line(spans: core.Spans, number: int, line: str) -> None:
    text, _, key = line.rpartition("(")
    spans.add(text, key.rstrip(")"))


def _plain_words(texts: list[str]) -> object:
    plain = core.plain_words(
        ("t", "b", "e", "c", "d"),
        ["s"],
        [("k", "w")],
        ["y"],
        "i",
        ["t", "c", "l"],
        ["l", "z"],
        "/i",
        [("k", "b")],
        ["b", "z"],
        ("x:", " ", "s", True, 0, True, False, False),
    )
    no_blank: tuple[list[tuple[str, str]], list[str]] = [], []
    pairs = core.plain_words(
        ("0", "1", "", "", ""), [], [], [], "", [], [], "", *no_blank, ("", "", "", False, 3, False, True, True)
    )
    items = [
        {
            "i": [{"t": f" {text}", "c": 0.5, "l": text}],
            "b": "0.1s",
            "e": "0.2s",
            "d": text,
            "s": 1,
            "k": "w",
            "z": [{"a": text, "b": [1.5e-7, None]}, {}],
        }
        for text in texts
    ]
    items[1:1] = [{"k": "b", "b": 1, "z": None}]
    paths = [(("a", "*", "l"), plain), (("a", "0", "p"), pairs)]
    text = json.dumps({"a": [{"l": items, "p": [[word, 100] for word in texts]}, {"l": items[:3]}]})
    return core.take_words(text, paths), core.take_words(text.encode("unicode_escape").decode(), paths)


def _json(data: bytes, members: list[tuple[str, int]]) -> object:
    rows = core.read_json(data, members, ("r",), False)
    if rows is None:
        return None
    rows.fill([["a", "b", "c", "1"]] * len(rows.odd))
    spans, are_keys = rows.spans(0, 1)
    return (
        spans.ids(),
        spans.texts(),
        are_keys,
        rows.odd,
        rows.lines,
        rows.paths(2),
        rows.numbers(3, -1),
        rows.kinds,
        rows.member("n"),
    )


def _table(data: bytes) -> object:
    def add(rows: core.TableRows, number: int, row: str) -> None:
        rows.add(row.replace('"', "").split(",", 1))

    rows = core.read_table(data + b"id,x\n", b",", add)
    assert rows is not None
    spans, are_keys = rows.spans(1, 0, False)
    return rows.names, rows.lines, rows.coded(0), spans.ids(), spans.texts(), are_keys


def _spans(data: bytes) -> core.Spans:
    spans = core.read_trn(data, _add_line)
    assert spans is not None
    return spans


def _add_word(rows: core.TimedRows, number: int, line: str) -> None:
    fields = line.split()
    rows.add((*fields, *[""] * (6 - len(fields))), 0.0, float(number), 0.5)


def _add_turn(rows: Any, number: int, line: str) -> None:
    rows.comment(";; note")
    rows.add([*line.split(), ""], float(number), 1.0, 0.0)


def _add_segment(rows: core.TimedRows, number: int, line: str) -> None:
    fields = line.split(None, 6)
    rows.add((*fields, *[""] * (7 - len(fields))), 0.0, float(number), 0.5)


def _spoken(rows: core.TimedRows) -> object:
    segments, first, words, typed = rows.spoken()
    fields = [(words.texts(field), words.column(field, typed)) for field in range(8)]
    return segments, first, words.names, fields, words.numbers(5), words.unusual(b"{"), words.lines, rows.numbers(8)


def _rows() -> Calls:
    ctm = "".join(f"f{k // 99} A {k}.25 0.5 w{k % 7} 0.5\n" for k in range(_COUNT)).encode()
    stm = "".join(f"f{k // 99} A s {k} {k + 1} <o> {text}\n" for k, text in enumerate(_texts(1))).encode()
    lexemes = "".join(f"LEXEME f{k // 9} 1 {k} 0.5 w{k % 7} lex s {k % 3}\n" for k in range(_COUNT)).encode()
    rttm = "".join(f"SPEAKER f{k // 99} 1 {k} 0.5 <NA> <NA> s{k % 5} <NA>\n" for k in range(_COUNT)).encode()
    table = core.ctm_rows(ctm)
    assert table is not None
    first = table.first
    begins, lengths = _column("d", [0.0, *range(_COUNT)]), _column("d", [0.0] + [0.25] * _COUNT)
    numbers = _column("q", range(_COUNT))
    marks = _column("q", range(0, 30, 5))
    words = begins, lengths, _column("q", [0, 9, _COUNT + 1]), _column("q", [0, 0]), marks, b"\0\1\2" * 2
    return {
        "TimedRows": lambda: (
            table.names,
            [(table.column(k), table.texts(k)) for k in range(6)],
            table.column(2, first[:-8]),
            [table.rounded(k) for k in (2, 3, 5)],
            table.added,
        ),
        "ctm_rows": lambda: (rows := core.ctm_rows(ctm)) and (rows.column(4), rows.numbers(2), rows.odd(5)),
        "milliseconds": lambda: core.milliseconds(begins + _column("d", [1e15, -1e300])),
        "words_in_segments": lambda: core.words_in_segments(
            (begins, begins, _column("q", [0] * (len(begins) // 8)), bytes(len(begins) // 8)), words, True, 3
        ),
        "words_between_pauses": lambda: core.words_between_pauses(words, words, 1.0, 60),
        "cut_rows": lambda: core.cut_rows(first, table.numbers(2), table.numbers(3), 0.5, 6.0),
        "ctm_chunks": lambda: compat.ctm_chunks(begins, lengths, None, begins, lengths, None),
        "ctm_cuts": lambda: compat.ctm_cuts(begins, lengths, begins[:80]),
        "filled": lambda: core.filled(
            numbers, [b"<", (b"%b", [b"a", b""] * _COUNT), (b"%03d", numbers), (b"%.2f", begins)]
        ),
        "stm_rows": lambda: (rows := core.stm_rows(stm)) and (rows.column(6), rows.ignored, rows.lines),
        "read_ctm": lambda: core.read_ctm(ctm + b"f A 1e1 1 x\n", _add_word).texts(2),
        "read_stm": lambda: core.read_stm(stm, _add_segment, True, True).texts(6),
        "is_strict_text": lambda: core.is_strict_text(stm),
        "channel_runs": lambda: core.channel_runs(stm),
        "rows_in_order": lambda: compat.rows_in_order(ctm, 2),
        "unusual_ctm_rows": lambda: compat.unusual_ctm_rows(ctm + b"f 1 2 1 {\n"),
        "read_rttm": lambda: (
            core.read_rttm(rttm + b";; c\nSPEAKER f 1 1e1 1 a b s <NA>\n", _add_turn, True).texts(7),
            _spoken(core.read_rttm(lexemes + b"LEXEME f 1 1e1 1 \xc3\xa9 fp s <NA>\n", _add_turn, True)),
        ),
        "turns_of": lambda: core.turns_of(core.read_rttm(rttm, _add_turn, True)),
        "bare_turns": lambda: core.bare_turns(rttm),
    }


def _streams() -> Calls:
    segments, streams = [_stream(k, 6) for k in range(5)], [_stream(k, 20) for k in (8, 9)]
    long, heard = _stream(1, 3000), _stream(2, 3000)
    pairs = _column("i", [0, 0, 0, 1, 1, 0, 1, 1])
    begin, policy = _column("i", [0] * 5), ((1, 1, 1), "IDS")
    differing = _column("i", [0 if first == two else 4 for first in range(4) for two in range(4)])
    alike = bytes(first == two for first in range(4) for two in range(4))
    joint, texts = [_joint(seed) for seed in range(3)], _texts(1)
    words, counts, sizes = core.numbered(texts)
    starts, ends = (_column("d", range(late, _COUNT + late)) for late in (0, 1))
    firsts = _column("q", range(0, 3 * _COUNT + 3, 3))
    return {
        "best_combination": lambda: core.best_combination(segments, streams, begin, 1 << 24, 60.0),
        "combined": lambda: core.combined(segments, streams, begin, "2", 60.0),
        "interleaved": lambda: core.interleaved([segments], streams, 1 << 26, 60.0),
        "stream_bounds": lambda: core.stream_bounds([long, heard], [heard, long]),
        "stream_costs": lambda: core.stream_costs([long, heard], [heard, long], pairs, *policy),
        "stream_steps": lambda: core.stream_steps(long, heard, *policy),
        "joint_columns": lambda: compat.joint_columns(joint, alike, 4, 4),
        "joint_reached": lambda: compat.joint_reached(joint, 1, differing, 4, (0, 1, -1, -1)),
        "joint_steps": lambda: compat.joint_steps(joint, 1, differing, 4, (0, 1, -1, -1)),
        "alternations": lambda: core.alternations(
            ["a-b c"] * 9, ["a b"] * 9, (True, True), ([b"c"], [b" / d }"]), (True, True), [b"", b""], b"{}", False
        ),
        "holding": lambda: core.holding(_texts(2), [b"a", b"c"], b"{}", False),
        "lengths": lambda: core.lengths(list(map(str, range(_COUNT))), [f"{number}.50" for number in range(_COUNT)]),
        "separated_cells": lambda: core.separated_cells("a|b\nc| d\n" * _COUNT, 2, "|"),
        "rephrased": lambda: core.rephrased(_texts(2), [b"a", b"c b"], [b" / b }", b" / d }"], b"{}", False),
        "stretches": lambda: core.stretches(b"DDC" * _COUNT, firsts, b"D", 2),
        "near_pairs": lambda: core.near_pairs(_column("q", range(_COUNT)), _column("q", range(0, 9 * _COUNT, 3)), 5),
        "numbered": lambda: (core.numbered(texts), words),
        "word_times": lambda: core.word_times(counts, sizes, starts, ends, "character_based", 0.5),
    }


def _symbols() -> Calls:
    ref, hyp = (" ".join(_texts(seed)).split() for seed in (1, 2))
    policy = (4, 3, 3), "SID", False
    texts = [text.split() for text in _texts(1)], [text.split() for text in _texts(2)]
    sides = [core.texts(_texts(seed)) for seed in (1, 2)]
    letters, kinds, folded = [b"a", b"b", b"c", b"d"], _column("i", [-2, -1, 1, 2]), [b"xyz", b"b", b"c", b"d"]
    ids = [(pyarrow.array([[ord(word) for word in words] for words in side] * 3), None) for side in texts]
    return {
        "beam_distances": lambda: compat.beam_distances(_texts(1), _texts(2), 1, 2),
        "id_counts": lambda: core.id_counts(*ids, _column("q", [ord("a")]), *policy[:2], 2),
        "all_text": lambda: core.all_text(ref, hyp),
        "plainly_spaced": lambda: core.plainly_spaced([*ref, "漢 字", "a\u3000b", "\ud800", 3]),
        "opcodes": lambda: core.opcodes(ref, hyp, False),
        "pairs": lambda: core.pairs(ref, hyp, "*", *policy),
        "steps": lambda: core.steps(ref, hyp, *policy),
        "symbol_counts": lambda: core.symbol_counts(*texts, *policy),
        "respelled": lambda: core.respelled(*sides, True, True, *policy[:2]),
        "other_letters": lambda: core.other_letters(*sides),
        "mark_steps": lambda: core.mark_steps(*sides, letters, kinds, folded, policy[:2], policy[:2]),
    }


def _numbers() -> Calls:
    columns = [_column("i", range(300)), _column("i", [1] * 300)]
    sizes = _column("q", [9] * 300)
    begins, ends = ([_column("d", range(late, 900 + late, 3))] * 3 for late in (0, 1))
    counts, words = _column("i", [300] * 3), [_column("i", [k % 5 + side for k in range(300)]) for side in range(3)]
    sums = *(_column("i", [k] * 3) for k in (1, 2, 3)), *(_column("d", [k] * 3) for k in (0.5, 2.5, 1e9))
    kinds, confidences = bytes(8), [_column("d", [0.5] * 300)] * 3
    slots = core.word_slots(words, kinds, None)
    regions = _column("d", [0.0, 900.0])
    ref, hyp = ((3, _column("i", [k % 3 for k in range(300)]), begins[0], ends[side]) for side in (0, 1))
    [numbers] = compat.speaker_stretches([regions], ref, hyp, 1e-8)
    partners = _column("i", [1, 0, -1])
    return {
        "glibc_sums": lambda: compat.glibc_sums(columns, 100, bytes(range(124))),
        "grouped_sums": lambda: core.grouped_sums(columns, sizes, 100, 7, 2),
        "twister_sums": lambda: core.twister_sums(columns, 100, 7),
        "shared_silences": lambda: compat.shared_silences(begins, ends, counts, 1.0, 9e9),
        "word_slots": lambda: core.word_slots(words, kinds, (begins, ends)),
        "slot_tags": lambda: compat.slot_tags(
            b"f", [b"n"] * 3, [[b"a"] * 300] * 3, (begins, ends, confidences), slots, (b"@", 0.5)
        ),
        "slot_votes": lambda: core.slot_votes(slots, words, (begins, ends, confidences), (7, 0.0), (1, 0.5), True),
        "value_numbers": lambda: core.value_numbers([["a", "b"], ["b", "c"]]),
        "voted_rows": lambda: compat.voted_rows(b"f 1", [[], [b"a", b"b", b"c"]], sums, b"@", _column("i", [2, 1])),
        "speaker_stretches": lambda: compat.speaker_stretches([regions, regions[:8] * 2], ref, hyp, 1e-8),
        "stretch_sums": lambda: compat.stretch_sums(*numbers[:4], partners),
        "without_collars": lambda: compat.without_collars(regions, begins[0], ends[0], 0.25),
    }
