"""Laws that hold for every text."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import strategies as st

from tests.core.ask import integers, small_integers
from tests.core.material import law, marked, plain, words


def side(slots, number):
    return [slot[number][0].decode() for slot in slots if slot[number] is not None]


def cost(slots):
    return sum({"C": 0, "S": 4}.get(slot[0], 3) for slot in slots)


def readings(text):
    """All sequences of words that a text with alternations stands for; the null word stands for none."""
    tokens = text.split()

    def sequence(i):
        ways = {()}
        while i < len(tokens) and tokens[i] not in ("/", "}"):
            if tokens[i] == "{":
                parts = set()
                while tokens[i] != "}":
                    part, i = sequence(i + 1)
                    parts |= part
            else:
                parts = {() if tokens[i] == "@" else (tokens[i],)}
            i += 1
            ways = {way + part for way in ways for part in parts}
        return ways, i

    return sequence(0)[0]


def fewest(ref, hyp):
    """The least cost of two sequences of words."""
    row = [3 * j for j in range(len(hyp) + 1)]
    for i, word in enumerate(ref, 1):
        above, row = row, [3 * i]
        for j, other in enumerate(hyp, 1):
            row.append(min(above[j - 1] + 4 * (word != other), above[j] + 3, row[-1] + 3))
    return row[-1]


@law(words, words)
def test_an_alignment_leads_from_the_reference_to_the_hypothesis(ask, ref, hyp):
    slots = ask.slots(" ".join(ref), " ".join(hyp))
    assert side(slots, 1) == ref
    assert side(slots, 2) == hyp
    for op, first, two in slots:
        kind = {"D": first is not None and two is None, "I": first is None and two is not None}
        assert kind.get(op, None not in (first, two) and (op == "C") == (first[0] == two[0]))


@law(marked(["a", "b", "ab", "@"]), marked(["a", "b", "ab", "@"]))
def test_no_reading_of_the_alternations_is_cheaper(ask, ref, hyp):
    slots = ask.slots(ref, hyp)
    least = min(fewest(reading, two) for reading in readings(ref) for two in readings(hyp))
    assert cost(slots) == least
    assert tuple(side(slots, 1)) in readings(ref)
    assert tuple(side(slots, 2)) in readings(hyp)


@law(words, words, words)
def test_a_common_end_is_correct_and_changes_nothing_before_it(ask, ref, hyp, tail):
    before = ask.path(" ".join(ref), " ".join(hyp))
    after = ask.path(" ".join(ref + tail), " ".join(hyp + tail))
    assert after.split() == before.split() + [f"{word}={word}" for word in tail]


@law(marked(), marked(), st.booleans(), st.booleans())
def test_an_alternation_of_one_is_no_alternation(ask, ref, hyp, optional, fragments):
    options = {"optional": optional, "fragments": fragments}
    assert ask.path("{ " + ref + " }" if ref else ref, hyp, **options) == ask.path(ref, hyp, **options)


@law(plain, plain)
def test_words_without_marks_are_the_same_under_every_option(ask, ref, hyp):
    path = ask.path(ref, hyp)
    assert ask.path(ref, hyp, optional=True, fragments=True) == path
    assert ask.path(ref, hyp, markup=False) == path
    assert ask.path(ref.split(), hyp.split()) == path
    assert ask.path(ref, hyp, sensitive=True) == path


@law(plain, plain)
def test_characters_are_aligned_as_words_of_one_letter_are(ask, ref, hyp):
    spelled = [" ".join(text.replace(" ", "")) for text in (ref, hyp)]
    assert ask.path(ref, hyp, characters=0) == ask.path(*spelled)


@law(st.lists(st.tuples(marked(), marked(), st.integers(-1, 2)), max_size=6))
def test_counts_add_up(ask, utterances):
    batch = ask.batch([ref for ref, _, _ in utterances], [hyp for _, hyp, _ in utterances])
    counts = memoryview(batch.counts()).cast("i")
    rows = [tuple(counts[4 * i : 4 * i + 4]) for i in range(len(utterances))]
    for i, row in enumerate(rows):
        ops = [slot[0] for slot in batch.slots(i)]
        assert row == tuple(ops.count(op) for op in "CSDI")
        # Correct, substituted and deleted words are the words of the reference.
        assert sum(row[:3]) == sum(slot[1] is not None for slot in batch.slots(i))
        assert row[0] + row[1] + row[3] == sum(slot[2] is not None for slot in batch.slots(i))
    totals = batch.totals(small_integers(*(group for _, _, group in utterances)), 3)
    for number, total in enumerate(totals):
        members = [row for row, (_, _, group) in zip(rows, utterances, strict=True) if group == number]
        sums = [sum(column) for column in zip(*members, strict=True)] or [0, 0, 0, 0]
        assert total == (len(members), *sums, sum(sum(row[1:]) > 0 for row in members))


@law(st.lists(st.tuples(plain, plain), max_size=5))
def test_tallies_count_what_the_slots_say(ask, utterances):
    batch = ask.batch([ref for ref, _ in utterances], [hyp for _, hyp in utterances])
    pairs, inserted, deleted = batch.tally(integers(*range(len(utterances))))
    slots = [slot for i in range(len(utterances)) for slot in batch.slots(i)]
    assert sum(pairs.values()) == sum(slot[0] == "S" for slot in slots)
    assert inserted == {w: sum(s[0] == "I" and s[2][0] == w for s in slots) for w in inserted}
    assert deleted == {w: sum(s[0] == "D" and s[1][0] == w for s in slots) for w in deleted}
    assert len(slots) - sum(s[0] == "C" for s in slots) == sum(sum(t.values()) for t in (pairs, inserted, deleted))


@law(plain, plain, st.integers(0, 40))
def test_lines_are_as_narrow_as_asked_for_and_lose_no_word(ask, ref, hyp, width):
    batch = ask.batch([ref], [hyp])
    text = batch.blocks(integers(0), [b""], None, width, 0).decode()
    for label, slot, missing in (("REF:  ", 1, 2), ("HYP:  ", 2, 1)):
        shown = [line.split(label)[1] for line in text.split("\n") if label in line]
        expected = [s[slot][0].decode() if s[slot] else "*" * len(s[missing][0]) for s in batch.slots(0)]
        assert [word.lower() for line in shown for word in line.split()] == expected
    for line in text.split("\n")[1:-8]:
        assert len(line) <= max(width, 12)


@law(st.lists(st.tuples(marked(), marked()), max_size=4), st.booleans())
def test_a_batch_is_its_utterances(ask, utterances, optional):
    batch = ask.batch([ref for ref, _ in utterances], [hyp for _, hyp in utterances], optional=optional)
    assert [batch.slots(i) for i in range(len(batch))] == [ask.slots(r, h, optional=optional) for r, h in utterances]


@law(st.lists(st.tuples(marked(), marked()), max_size=3))
def test_ready_made_alignments_answer_like_aligned_ones(ask, utterances):
    batch = ask.batch([ref for ref, _ in utterances], [hyp for _, hyp in utterances])
    again = ask.core.batch_of(ask.charset(), False, [batch.slots(i) for i in range(len(batch))])
    order = integers(*range(len(batch)))
    heads = [b""] * len(batch)
    assert again.counts() == batch.counts()
    assert again.tally(order) == batch.tally(order)
    assert again.blocks(order, heads, None, 60, 63) == batch.blocks(order, heads, None, 60, 63)
    assert again.sgml(order, heads, b":", b",", 63) == batch.sgml(order, heads, b":", b",", 63)


@pytest.mark.parametrize("encoding", ["ascii", "ext_ascii", "gb", "utf-8"])
@law(st.binary(max_size=40), st.binary(max_size=40), st.integers(-1, 3))
def test_any_bytes_are_aligned_or_refused(ask, encoding, ref, hyp, characters):
    options = {"encoding": encoding, "optional": True, "fragments": True, "characters": characters}
    try:
        # An escape that is left out where words are written may break a character in two: that is refused as well.
        ask.batch([b"{ " + ref], [hyp], **options).blocks(integers(0), [b""], None, 60, 63)
        refused = ""
    except ask.core.TextError as error:
        refused = str(error)
    # A brace behind 31 characters of a word is read as 31 alternations in each other.
    assert not refused or encoding == "utf-8" or "too many traversals" in refused


@pytest.mark.slow
def test_a_long_pair_without_common_runs_costs_as_much_backwards(native):
    # So long that only some lines of the matrix are kept, and the others are filled again on the way back.
    random = Random(20)
    refs, hyps = ([f"w{random.randrange(300)}" for _ in range(size)] for size in (100_000, 95_000))
    rules = native.Rules(native.Charset("ascii", {}, {}))

    def operations(ref, hyp):
        return native.align(rules, native.texts([" ".join(ref)]), native.texts([" ".join(hyp)])).operations(0)

    forwards, backwards = operations(refs, hyps), operations(refs[::-1], hyps[::-1])
    costs = [
        4 * letters.count("S") + 3 * (letters.count("D") + letters.count("I")) for letters in (forwards, backwards)
    ]
    assert costs[0] == costs[1]
    assert [len(refs), len(hyps)] == [len(forwards) - forwards.count("I"), len(forwards) - forwards.count("D")]
    place = [0, 0]
    for step in forwards:
        if step in "CS":
            assert (refs[place[0]] == hyps[place[1]]) == (step == "C")
        place[0] += step != "I"
        place[1] += step != "D"
