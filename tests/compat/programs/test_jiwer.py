"""Interface of jiwer: its tables and texts by hand, and the library itself if it is installed."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorelite import core
from scorelite.compat import jiwer as ours
from scorelite.compat.jiwer.cli import cli
from tests.peers import peer

CALLS = 2000
LETTERS = "ab c  \t\n\x1c\x00\u00a0\u3000\u2028äß漢é\u0301'.,-*<>[]@{}/#\ud800\U0001f600İ"
WORDS = (
    "a",
    "b",
    "A",
    "won't",
    "can't",
    "it's",
    "n't",
    "<unk>",
    "[noise]",
    "a\tb",
    "*",
    "**",
    "漢字",
    "straße",
    "x.",
    "",
    "@",
    "{",
    "a/b",
)


def word(chance: random.Random) -> str:
    if chance.random() < 0.7:
        return chance.choice(WORDS)
    return "".join(chance.choices(LETTERS, k=chance.randint(0, 4)))


def text(chance: random.Random) -> Any:
    blanks = chance.choice((" ", " ", " ", "  ", "\t", " \n ", "\u3000", ""))
    return blanks.join(word(chance) for _ in range(chance.choice((0, 1, 2, 5, 9, 30))))


def sentences(chance: random.Random) -> Any:
    """A text, a list of texts, or, seldom, something that is neither."""
    if chance.random() < 0.02:
        return chance.choice((None, 3, ("a", "b"), [None], ["a", 3], [["a"]], {"a": "b"}, b"a", [b"a"], []))
    return text(chance) if chance.random() < 0.3 else [text(chance) for _ in range(chance.choice((0, 1, 2, 2, 2, 4)))]


def transform(chance: random.Random, names: list[str]) -> Callable[[Any], Any]:
    """A function that makes one transform of a module, the same of either."""
    name = chance.choice(names)
    arguments: tuple[Any, ...] = {
        "SubstituteRegexes": ({r"a+": "b", r"(\\w)x": r"\\1"},),
        "SubstituteWords": ({"a": "b", "c++": "c"},),
        "RemoveSpecificWords": (chance.choice((["a", "it's"], "ab")),),
        "RemoveWhiteSpace": (chance.random() < 0.5,),
        "ReduceToListOfListOfWords": chance.choice(((), (" ",), ("a",), ("",))),
        "ReduceToSingleSentence": chance.choice(((), ("",), ("|",))),
    }.get(name, ())
    return lambda module: getattr(module, name)(*arguments)


def chain(chance: random.Random) -> Callable[[Any], Any]:
    """A function that makes a chain of transforms of a module: mostly one that ends in lists."""
    ready = [name for name in ours.transformations.__all__ if chance.random() < 2]
    if chance.random() < 0.5:
        name = chance.choice(ready)
        return lambda module: getattr(module, name)
    names = [name for name in ours.transforms.__all__ if name not in ("AbstractTransform", "Compose")]
    ends = ["ReduceToListOfListOfWords", "ReduceToListOfListOfChars"]
    parts = [transform(chance, names) for _ in range(chance.randint(0, 3))]
    if chance.random() < 0.9:
        parts.append(transform(chance, ends))
    return lambda module: module.Compose([part(module) for part in parts])


def plain(value: Any) -> Any:
    """A value without its module: outputs and chunks as tuples, with the types of numbers."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [(each.name, plain(getattr(value, each.name))) for each in dataclasses.fields(value)]
        return (type(value).__name__, *fields)
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return type(value).__name__, value


def answer(function: Callable[[], Any]) -> Any:
    """The result of a call, or the kind and text of its error."""
    try:
        return plain(function())
    except Exception as error:
        return "error", type(error).__name__, str(error)


def calls(chance: random.Random) -> list[Callable[[Any], Any]]:
    """Calls of a module: rates, outputs, their texts and one transform."""
    ref, hyp = sentences(chance), sentences(chance)
    if isinstance(ref, list) and isinstance(hyp, list) and chance.random() < 0.8:
        hyp = (hyp + [text(chance) for _ in ref])[: len(ref)]
    made = [chain(chance), chain(chance)]
    if chance.random() < 0.7:
        made[1] = made[0]
    process = chance.choice(("process_words", "process_characters"))
    rate = chance.choice(("wer", "mer", "wil", "wip", "cer"))
    shown = {"show_measures": chance.random() < 0.5, "skip_correct": chance.random() < 0.5}
    shown["line_width"] = chance.choice((None, 9, 20, 80))
    counted = {"top_k": chance.choice((None, None, 1, 2, -1, 0))}

    def output(module: Any) -> Any:
        if chance_of_default:
            return getattr(module, process)(ref, hyp)
        return getattr(module, process)(ref, hyp, made[0](module), made[1](module))

    chance_of_default = chance.random() < 0.4
    names = [name for name in ours.transforms.__all__ if name not in ("AbstractTransform", "Compose")]
    alone = transform(chance, names)
    return [
        output,
        lambda module: getattr(module, rate)(ref, hyp),
        lambda module: module.visualize_alignment(output(module), **shown),
        lambda module: tuple(map(dict, module.collect_error_counts(output(module)))),
        lambda module: module.visualize_error_counts(output(module), **counted),
        lambda module: alone(module)(ref),
    ]


def compare(seed: int, theirs: Any) -> None:
    for number, call in enumerate(calls(random.Random(seed))):
        assert answer(lambda: call(ours)) == answer(lambda: call(theirs)), (seed, number)  # noqa: B023


@pytest.mark.parametrize(
    ("ref", "hyp", "wer"),
    [
        ("", "a b", 2),
        ("", "", 0),
        ([], ["a b"], 2),
        (["a"], [], 1.0),
        ("a b", "a\tb", 1.0),
        ("a b", "a\t b", 0.0),
        ("a b c d", "a x c", 0.5),
        ("the {cat} @", "the {cat}", 1 / 3),
    ],
)
def test_rates_are_those_counted_by_hand(ref: Any, hyp: Any, wer: float) -> None:
    assert (ours.wer(ref, hyp), type(ours.wer(ref, hyp))) == (wer, type(wer))


@pytest.mark.parametrize(
    ("ref", "hyp", "letters"),
    [
        ("ab", "c", "sd"),
        ("a", "bc", "is"),
        ("a", "aa", "ei"),
        ("aa", "a", "ed"),
        ("ab", "ba", "ied"),
        ("a", "baa", "iie"),
    ],
)
def test_ties_fall_as_there(ref: str, hyp: str, letters: str) -> None:
    chunks = ours.process_characters(ref, hyp).alignments[0]
    steps = [
        each.type[0] * max(each.ref_end_idx - each.ref_start_idx, each.hyp_end_idx - each.hyp_start_idx)
        for each in chunks
    ]
    assert "".join(steps) == letters


def test_marks_are_letters_like_others() -> None:
    for mark in "()*-;@{":
        chunks = ours.process_characters(f"vr{mark}rjkl", "rjkl").alignments[0]
        assert [each.type for each in chunks] == ["delete", "equal"], mark


def test_texts_are_printed_as_there() -> None:
    output = ours.process_words(["short one", "same"], ["shoe order", "same"])
    assert ours.visualize_alignment(output) == (
        "=== SENTENCE 1 ===\n\nREF: short   one\nHYP:  shoe order\n         S     S\n\n=== SUMMARY ===\n"
        "number of sentences: 2\nsubstitutions=2 deletions=0 insertions=0 hits=1\n\n"
        "mer=66.67%\nwil=88.89%\nwip=11.11%\nwer=66.67%\n"
    )
    assert ours.visualize_alignment(output, show_measures=False, line_width=9) == (
        "=== SENTENCE 1 ===\n\nREF:\nHYP:\n    \n\nREF: short\nHYP:  shoe\n         S\n\nREF:   one\nHYP: order\n"
        "         S\n"
    )
    assert ours.visualize_error_counts(output) == (
        "=== SUBSTITUTIONS ===\nshort one  --> shoe order = 1x\n\n=== INSERTIONS ===\nnone\n=== DELETIONS ===\nnone"
    )


def test_an_output_is_complete_however_it_is_taken() -> None:
    output = ours.process_words("a b", "a c")
    again = pickle.loads(pickle.dumps(output))
    assert (again, copy.deepcopy(output), dataclasses.replace(output)) == (output, output, output)
    assert dataclasses.asdict(ours.process_characters("a", "b"))["references"] == [["a"]]
    assert repr(output).startswith("WordOutput(references=[['a', 'b']], hypotheses=[['a', 'c']], alignments=[[Align")
    texts = ["a"]
    changed = ours.process_words(texts, ["b"])
    texts[0] = "other"
    assert changed.references == [["a"]]


def test_names_of_release_3_work_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="keyword argument `truth` is deprecated"):
        assert ours.wer(truth="a b", hypothesis="a") == 0.5
    with pytest.warns(DeprecationWarning, match="`return_dict` is deprecated"):
        assert ours.cer("ab", "a", return_dict=True)["deletions"] == 1
    with pytest.warns(DeprecationWarning, match=r"compute_measures\(\) is deprecated"):
        assert ours.compute_measures("a b", "a")["ops"][0][0].type == "equal"
    with (
        pytest.warns(DeprecationWarning, match="compute_measures"),
        pytest.raises(ValueError, match="one or more references are empty strings"),
    ):
        ours.compute_measures("", "a")
    assert [*inspect.signature(ours.wer).parameters] == [
        "reference",
        "hypothesis",
        "reference_transform",
        "hypothesis_transform",
    ]


@pytest.mark.skipif(core.NAME != "native", reason="takes a minute with the other core")
def test_long_pairs_take_memory_of_their_words_alone() -> None:
    ref, hyp = (" ".join(f"{side}{number}" for number in range(12000)) for side in "rh")
    assert ours.wer(ref, hyp) == 1.0


class Doubled(ours.ToLowerCase):
    """A transform of a user, which builds on one of ours."""

    def process_string(self, s: str) -> str:
        return s.lower() * 2


def test_a_transform_of_a_user_is_called_for_every_text() -> None:
    chain = ours.Compose([Doubled(), ours.ReduceToListOfListOfWords()])
    assert ours.process_words(["A b"], ["a"], chain, chain).references == [["a", "ba", "b"]]


@pytest.mark.parametrize(
    ("line", "code", "out"),
    [
        ("-r ref -h hyp", 0, "0.25\n"),
        ("-rref -hhyp -c", 0, "0.16666666666666666\n"),
        ("--reference=ref --hypothesis one -g", 0, "0.5\n"),
        ("-r ref -h one", 1, ""),
        ("-r ref", 2, ""),
        ("--referenc ref", 2, ""),
    ],
)
def test_the_program_has_the_options_of_the_library(
    line: str, code: int, out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (("ref", "a b\nc d\n"), ("hyp", "a x\nc d\n"), ("one", "a b\n")):
        (tmp_path / name).write_text(content)
    actual = cli(line.split())
    assert actual[:2] == (code, out)
    assert bool(actual[2]) == bool(code)


def test_values_and_errors_are_those_of_the_library() -> None:
    theirs = peer("jiwer")
    for seed in range(CALLS):
        compare(seed, theirs)


def test_names_parameters_and_defaults_are_those_of_the_library() -> None:
    theirs = peer("jiwer")
    for part in ("transforms", "transformations", "measures", "process", "alignment"):
        home, other = getattr(ours, part), getattr(theirs, part)
        assert sorted(home.__all__) == sorted(other.__all__)
        for name in other.__all__:
            assert described(getattr(home, name)) == described(getattr(other, name)), name
    assert set(theirs.__dict__) - set(ours.__dict__) <= {"cli", "__builtins__", "__cached__", "__file__"}


def described(value: Any) -> Any:
    """Parameters with defaults of a function; of a class its public methods and fields, and its bases."""
    if inspect.isclass(value):
        methods = {
            name: described(member)
            for name, member in inspect.getmembers(value, inspect.isfunction)
            if not name.startswith("__") or name in ("__call__", "__init__")
        }
        return (
            [base.__name__ for base in value.__mro__ if not base.__name__.startswith("_")],
            methods,
            list(getattr(value, "__dataclass_fields__", ())),
        )
    if callable(value) and not hasattr(value, "transforms"):
        return [(each.name, default(each.default), each.kind) for each in inspect.signature(value).parameters.values()]
    return [type(each).__name__ for each in value.transforms]


def default(value: Any) -> Any:
    """A default: of a chain its transforms."""
    return [type(each).__name__ for each in value.transforms] if hasattr(value, "transforms") else value
