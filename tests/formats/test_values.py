"""Dataclasses of `scorelite.formats.values`, held against those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import sys
from typing import Any, ClassVar

import numpy
import pytest

from scorelite.formats import values
from scorelite.formats.errors import UsageError, check_flags


def made_by(maker: Any, field: Any) -> Any:
    @maker(frozen=True, slots=True)
    class Place:
        """A place."""

        KIND: ClassVar[str] = "place"
        path: str
        line: int = 1
        origin: object = field(default=None, compare=False, repr=False)

        def __str__(self) -> str:
            return f"{self.path}:{self.line}"

    return Place


Ours, Theirs = (made_by(one.dataclass, one.field) for one in (values, dataclasses))


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A base with a default."""

    name: str
    size: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name.upper())


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Wide(Base):
    """A class with a field more, which follows one with a default."""

    width: int


def test_values_look_and_compare_as_those_of_the_library() -> None:
    for kind in (Ours, Theirs):
        one, other = kind("a", 2), kind(path="a", line=2, origin=[])
        assert one == other
        assert hash(one) == hash(other) == hash(("a", 2))
        assert one != kind("a", 3)
        assert one != ("a", 2)
        assert repr(one).endswith("made_by.<locals>.Place(path='a', line=2)")
        assert str(one) == "a:2"
        assert kind.__match_args__ == ("path", "line", "origin")
        assert kind.KIND == one.KIND == "place"
        assert not hasattr(one, "__dict__")


@pytest.mark.parametrize("kind", [Ours, Theirs])
def test_values_are_frozen(kind: Any) -> None:
    one = kind("a")
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'line'"):
        one.line = 3
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'line'"):
        del one.line
    assert one.line == 1


def test_values_take_no_other_attributes() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'other'"):
        Ours("a").other = 3


@pytest.mark.parametrize(
    ("values_given", "named"), [((), {}), (("a", 1, 2, 3), {}), (("a",), {"path": "b"}), (("a",), {"lines": 1})]
)
def test_wrong_arguments_have_the_messages_of_the_library(values_given: Any, named: Any) -> None:
    messages = []
    for maker, field in ((values.dataclass, values.field), (dataclasses.dataclass, dataclasses.field)):
        kind = made_by(maker, field)
        for _ in range(2):  # the second call goes to the compiled method
            with pytest.raises(TypeError) as caught:
                kind(*values_given, **named)
            messages.append(str(caught.value))
    assert len({*messages}) == 1


def test_the_functions_of_the_library_take_them() -> None:
    one = Ours("a", 2, [1])
    assert dataclasses.is_dataclass(one)
    assert dataclasses.asdict(one) == {"path": "a", "line": 2, "origin": [1]}
    assert [(f.name, f.compare, f.repr) for f in dataclasses.fields(Ours)] == [
        (f.name, f.compare, f.repr) for f in dataclasses.fields(Theirs)
    ]
    assert dataclasses.replace(one, line=3) == values.replace(one, line=3) == Ours("a", 3)
    assert inspect.signature(Ours) == inspect.signature(Theirs)
    assert values.field_names(Ours) == ("path", "line", "origin")
    if sys.version_info >= (3, 13):
        assert copy.replace(one, path="b") == Ours("b", 2)


def test_values_of_the_library_can_be_replaced_too() -> None:
    assert values.replace(Theirs("a"), line=4) == Theirs("a", 4)


def test_an_unknown_field_cannot_be_replaced() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'column'"):
        values.replace(Ours("a"), column=1)


def test_a_class_inherits_fields() -> None:
    wide = Wide(name="a", width=3)
    assert (wide.name, wide.size, wide.width) == ("A", 0, 3)
    assert repr(wide) == "Wide(name='A', size=0, width=3)"
    assert wide != Base(name="a")
    assert str(inspect.signature(Wide)) == "(*, name: 'str', size: 'int' = 0, width: 'int') -> None"
    assert values.replace(wide, width=5).width == 5
    with pytest.raises(TypeError, match="positional"):
        Wide("a", 0, 3)  # type: ignore[misc]


@pytest.mark.parametrize("kind", [Base(name="x", size=2), Wide(name="x", width=1)])
def test_values_are_pickled_and_copied(kind: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(kind, protocol)) == kind
    assert copy.copy(kind) == copy.deepcopy(kind) == kind


def test_methods_of_a_class_are_kept() -> None:
    @values.dataclass(frozen=True, slots=True, eq=False)
    class Named:
        """Equal to every other."""

        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Named)

        def __hash__(self) -> int:
            return 1

        def __repr__(self) -> str:
            return "named"

    assert Named("a") == Named("b")
    assert (hash(Named("a")), repr(Named("a"))) == (1, "named")


def test_without_eq_a_value_is_equal_to_itself_alone() -> None:
    @values.dataclass(frozen=True, slots=True, eq=False)
    class Thing:
        """A thing."""

        name: str

    one = Thing("a")
    assert one == one
    assert one != Thing("a")


def test_fields_that_are_neither_true_nor_false_are_refused() -> None:
    @values.dataclass(frozen=True, slots=True)
    class Switches:
        """Two switches and a name."""

        first: bool = False
        second: bool = True
        name: str = "no"

        def __post_init__(self) -> None:
            check_flags(self)

    assert Switches() == Switches(False, True)
    assert [type(getattr(Switches(0, numpy.True_), name)) for name in ("first", "second")] == [bool, bool]  # type: ignore[arg-type]
    for wrong in ("no", None, 2, [True], 0.0):
        with pytest.raises(UsageError, match="second is .*; expected True or False"):
            Switches(True, wrong)  # type: ignore[arg-type]
