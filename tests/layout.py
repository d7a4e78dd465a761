"""The layout checker: reads the imports of a source tree, file by file, and lists what breaks the layout.

The rules: imports point one way between packages and inside `formats`, no wing imports another wing, no files import
each other in a circle, and nothing has two public names. Imports inside functions and under TYPE_CHECKING count as
those at the top of a file do.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

Rows = tuple[tuple[str, ...], ...]
Graph = Mapping[str, frozenset[str]]

FRONT = "scorelite"
TOPS = ("resources", "core", "formats", "scoring", FRONT)
WINGS = ("scoring.words", "scoring.kws", "scoring.segments", "scoring.meetings")
# From the bottom up: a file imports from its own row and from the rows before it. `name.*` holds all below the name.
PACKAGES: Rows = (
    ("resources.*",),
    ("core.*",),
    ("formats.*",),
    (
        "scoring.common.*",
        "scoring.notices.*",
        "scoring.maths.*",
        "scoring.normalise.*",
    ),
    tuple(f"{wing}.*" for wing in WINGS),
    ("scoring.compare.*", "scoring.report.*", "scoring.analysis.*"),
    ("scoring.batches.*",),
    ("scoring.service.*",),
    (
        "scoring",
        "scoring.compat",
        "scoring.compat.pipes",
        "scoring.compat.toolkits",
        "scoring.compat.programs.*",
    ),
    ("scoring.compat.archive.*",),
    ("scoring.cli.*",),
    ("scorelite.*",),
)
INSIDE_FORMATS: Rows = (
    ("formats.values",),
    (
        "formats.schema.*",
        "formats.errors",
        "formats.guessed",
        "formats.record",
        "formats.source",
        "formats.objects",
        "formats.frames",
        "formats.optional",
        "formats.roles",
        "formats.packed",
        "formats.documents",
        "formats.screenplay",
        "formats.parquet_parts",
        "formats.workbooks",
        "formats.workbook_cells",
    ),
    ("formats.engine.*",),
    ("formats.*",),
    ("formats.registry", "formats.catalogue"),
    ("formats.detection",),
    ("formats.records", "formats.targets", "formats.converter"),
    ("formats.conversion",),
    ("formats.libraries",),
    ("formats",),
)


def modules(root: Path) -> dict[str, Path]:
    """Every module of the tree, named by its place, with its file; a package stands for its `__init__.py`."""
    modules = {}
    for top in TOPS:
        for path in sorted((root / top).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


def installed_name(module: str) -> str:
    """The name by which Python imports a module: all that is installed lies in the package `scorelite`."""
    return module if module.partition(".")[0] == FRONT else f"{FRONT}.{module}"


def import_graph(root: Path) -> Graph:
    """Every module of the tree with the modules of the tree that its file imports, wherever in the file."""
    paths = modules(root)
    return {name: _imports(name, path, paths) & paths.keys() - {name} for name, path in paths.items()}


def lookups(root: Path) -> set[str]:
    """Modules that import others by a name made at run time, which the import graph does not show."""
    return {name for name, path in modules(root).items() if _uses(path, "import_module", "__import__")}


def with_interface(root: Path) -> set[str]:
    """Modules whose file speaks of `__all__`."""
    return {name for name, path in modules(root).items() if _uses(path, "__all__")}


def _uses(path: Path, *names: str) -> bool:
    """Whether the code of a file assigns, imports or uses one of the names."""
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in names):
        return False
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name) and node.id in names:
            return True
        if isinstance(node, ast.Attribute) and node.attr in names:
            return True
        if isinstance(node, ast.Import | ast.ImportFrom) and any(alias.name in names for alias in node.names):
            return True
    return False


def _statements(inside: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements and those that stand in them, without a look into expressions."""
    for statement in inside:
        yield statement
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            for part in getattr(statement, field, ()):
                yield from _statements(part.body if isinstance(part, ast.ExceptHandler | ast.match_case) else [part])


def _imports(module: str, path: Path, names_there: Collection[str]) -> frozenset[str]:
    package = installed_name(module).split(".")[: None if path.name == "__init__.py" else -1]
    names: set[str] = set()
    for node in _statements(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            ours = {alias.name for alias in node.names if alias.name.partition(".")[0] in TOPS}
            assert not ours, (
                f"{path}:{node.lineno}: imports {', '.join(ours)} by its full name; expected a relative import"
            )
            continue
        if not isinstance(node, ast.ImportFrom):
            continue
        if not node.level:
            top = (node.module or "").partition(".")[0]
            assert top not in TOPS, f"{path}:{node.lineno}: imports from {node.module}; expected a relative import"
            continue
        steps = [*package[: len(package) - node.level + 1], *filter(None, [node.module])]
        source = ".".join(steps).removeprefix(f"{FRONT}.")
        # In `from package import name` the name is a module, or it stands in the package's `__init__.py`.
        full = {
            alias.name if source == FRONT and alias.name in TOPS else f"{source}.{alias.name}" for alias in node.names
        }
        names |= full if all(name in names_there for name in full) else full | {source}
    return frozenset(names)


@functools.cache
def row_of(module: str, rows: Rows) -> int | None:
    """The number of the row that holds the module: by its own name, or else by a package's."""
    for row, entries in enumerate(rows):
        if module in entries:
            return row
    for row, entries in enumerate(rows):
        if any(entry.endswith(".*") and f"{module}.".startswith(entry[:-1]) for entry in entries):
            return row
    return None


def upward(graph: Graph) -> list[str]:
    """Imports from a higher row, between packages and inside `formats`, and modules that no row holds."""
    complaints = [f"{module} has no row in the layout" for module in graph if row_of(module, PACKAGES) is None]
    for rows in (PACKAGES, INSIDE_FORMATS):
        for module, imported in _edges(graph):
            row, other = row_of(module, rows), row_of(imported, rows)
            if row is not None and other is not None and row < other:
                complaints.append(f"{module} imports {imported}, which stands above it")
    return complaints


def across_wings(graph: Graph) -> list[str]:
    """Imports from one wing into another."""
    complaints = []
    for module, imported in _edges(graph):
        wing, other = wing_of(module), wing_of(imported)
        if wing and other and wing != other:
            complaints.append(f"{module} imports {imported}, which belongs to another wing")
    return complaints


def wing_of(module: str) -> str | None:
    """The wing that holds the module, if any does."""
    return next((wing for wing in WINGS if f"{module}.".startswith(f"{wing}.")), None)


def _edges(graph: Graph) -> Iterable[tuple[str, str]]:
    return ((module, imported) for module in sorted(graph) for imported in sorted(graph[module]))


def circles(graph: Graph) -> list[tuple[str, ...]]:
    """Groups of files each of which reaches all others of its group by imports."""
    reached = {module: _reached(graph, module) for module in graph}
    groups = {
        tuple(sorted(other for other in reached[module] if module in reached[other]))
        for module in graph
        if module in reached[module]
    }
    return sorted(groups)


def _reached(graph: Graph, start: str) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def shortest_circle(graph: Graph, group: Collection[str]) -> list[str]:
    """The shortest way from the first file of a group through imports back to it: what a reader has to look at."""
    start = min(group)
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for imported in sorted(graph[way[-1]] & set(group)):
            if imported == start:
                return [*way, start]
            if imported not in seen:
                seen.add(imported)
                ways.append([*way, imported])
    raise AssertionError(f"{start} is in no circle")


def second_names(homes: Mapping[str, Mapping[str, object]], fronts: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Objects with a second public name: in two homes, or under another name in a front.

    A home is a package whose `__all__` names what it defines. A front offers what homes define, by the same names.
    Texts, numbers and tuples have no identity, so they are not compared.
    """
    first: dict[int, tuple[str, str]] = {}
    complaints = []
    for package, names in homes.items():
        for name, value in names.items():
            if isinstance(value, (str, int, float, tuple)):
                continue
            home, first_name = first.setdefault(id(value), (package, name))
            if (home, first_name) != (package, name):
                complaints.append(f"{home}.{first_name} has a second name: {package}.{name}")
    for package, names in fronts.items():
        for name, value in names.items():
            home, first_name = first.setdefault(id(value), (package, name))
            if first_name != name:
                complaints.append(f"{home}.{first_name} has a second name: {package}.{name}")
    return complaints
