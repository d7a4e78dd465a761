"""The faults: what may be changed in a source file, and how; found by syntax, applied to the text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
# What is only for type checkers, readers and debuggers.
_UNSEEN = {"TYPE_CHECKING", "__slots__", "__all__", "__repr__"}


@dataclass(frozen=True, slots=True, order=True)
class Mutant:
    """One fault: where it is, which text it replaces by which, and what kind it is."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str
    operator: str

    def applied(self, source: str) -> str:
        """The source with the fault."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()


def mutants(path: str, source: str) -> list[Mutant]:
    """All faults that may be put into a source file, in the order of the text."""
    return sorted({*_Finder(path, source).found()})


class _Finder:
    """Finds the places of one file."""

    def __init__(self, path: str, source: str) -> None:
        self._path = path
        self._data = source.encode()
        self._tree = ast.parse(source)
        self._lines = [0]
        for line in self._data.split(b"\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)

    def found(self) -> Iterator[Mutant]:
        """The faults."""
        for node in _seen(self._tree):
            for operator, changed in _changes(node):
                yield self._mutant(node, operator, changed)

    def _mutant(self, node: ast.expr | ast.stmt, operator: str, changed: ast.AST | str) -> Mutant:
        start = self._lines[node.lineno - 1] + node.col_offset
        end = self._lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        text = changed if isinstance(changed, str) else ast.unparse(changed)
        if isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
            text = f"({text})"
        return Mutant(self._path, node.lineno, start, end, self._data[start:end].decode(), text, operator)


def _seen(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The nodes that matter: no annotations, docstrings, texts to format, nor what stands under TYPE_CHECKING."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_comment", "type_params"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, (ast.JoinedStr, ast.Import, ast.ImportFrom)):
                continue
            # What says that lengths are equal is an assertion.
            if _is_unseen(node) or (isinstance(node, ast.keyword) and node.arg == "strict"):
                continue
            if isinstance(node, (ast.expr, ast.stmt)):
                yield node
            yield from _seen(node)


def _is_unseen(node: ast.AST) -> bool:
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id in _UNSEEN:
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    names = [target.id for target in getattr(node, "targets", []) if isinstance(target, ast.Name)]
    return bool(_UNSEEN & {*names, getattr(node, "name", "")}) or isinstance(node, ast.Assert)


def _changes(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.AST | str]]:
    """A possible change of one node: the name of the operator, and what takes the node's place."""
    if isinstance(node, ast.Compare):
        for place, comparison in enumerate(node.ops):
            ops = [*node.ops[:place], _COMPARISONS[type(comparison)](), *node.ops[place + 1 :]]
            yield "comparison", ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield "and/or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC and not _is_text(node):
        yield "arithmetic", ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield "not", node.operand
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node)
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        pass  # their conditions are expressions of their own
    elif isinstance(node, ast.Return) and not (node.value is None or _is_none(node.value)):
        yield "return", "return None"
    elif isinstance(node, ast.Continue):
        yield "break/continue", "break"
    elif isinstance(node, ast.Break):
        yield "break/continue", "continue"
    elif isinstance(node, (ast.AugAssign, ast.Raise)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield "statement", "pass"


def _of_constant(node: ast.Constant) -> Iterator[tuple[str, str]]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", repr(not value)
    elif isinstance(value, int):
        yield "constant", repr(value + 1)
        if value > 0:
            yield "constant", repr(value - 1)


def _is_text(node: ast.BinOp) -> bool:
    """Whether texts are joined or formatted, where another operator is only a TypeError."""
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), (str, bytes)) for side in sides
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
