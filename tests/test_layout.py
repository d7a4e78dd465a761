"""The layout holds: imports point one way, wings stay apart, no circle of files, one public name for one thing."""

from __future__ import annotations

import functools
import importlib
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from scorelite.formats import registry
from tests import layout
from tests.conftest import ROOT

FRONTS = ("scoring", "scorelite", "scorelite.compat", "scorelite.testing")
# Modules that import others of ours by a name made at run time: lazy interfaces, registries of formats, commands and
# measures.
LOOKUPS = {
    "formats",
    "formats.registry",
    "scorelite",
    "scorelite.compat",
    "scoring.cli.commands",
    "scoring.common.aliases",
    "scoring.common.lazy",
    "scoring.compat.archive.benchmarkstt.modules",
    "scoring.compat.programs.sctk.programs",
    "scoring.compat.toolkits",
    "scoring.normalise.catalogue",
    "scoring.report",
    "scoring.segments.measures",
}
# Modules that look up libraries which may be missing.
OPTIONAL_LIBRARIES = {"formats.optional"}
# Packages whose `__all__` gathers the files of one subject for other files of ours, not for users.
GATHERED = {"formats.schema", "core", "core.compat"}


def test_imports_point_one_way_between_wings_and_files() -> None:
    """No wing imports another, and no files import each other in a circle: one test, for the graph takes seconds."""
    graph = layout.import_graph(ROOT)
    assert layout.upward(graph) == []
    assert layout.across_wings(graph) == []
    assert [" -> ".join(layout.shortest_circle(graph, group)) for group in layout.circles(graph)] == []


def test_no_data_stand_at_the_top_of_the_tree() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout of git, whose files would be known")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    suffixes = {"", *(suffix for name in registry.NAMES for suffix in registry.by_name(name).suffixes)} - {".md"}
    known = {"Dockerfile", "LICENSE"}
    top = [Path(name) for name in listed if "/" not in name and not name.startswith(".")]
    assert [path.name for path in top if path.suffix in suffixes and path.name not in known] == []


def test_modules_are_looked_up_by_name_only_in_known_places() -> None:
    assert layout.lookups(ROOT) == LOOKUPS | OPTIONAL_LIBRARIES


def test_one_base_class_serves_every_wing() -> None:
    base = importlib.import_module("scorelite.scoring.common.results").Reported
    results = {"words": "Result", "kws": "KwsResult", "segments": "SegmentResult", "meetings": "MeetingResult"}
    assert {f"scoring.{wing}" for wing in results} == set(layout.WINGS)
    for wing, name in results.items():
        kind = getattr(importlib.import_module(f"scorelite.scoring.{wing}.result"), name)
        assert issubclass(kind, base)
        assert wing == kind.WING


def test_results_lead_to_the_packages_above_them() -> None:
    from scorelite.scoring.common.lazy import BUILT_ON_RESULTS

    homes = {name: load().__name__ for name, load in BUILT_ON_RESULTS.items()}
    assert homes == {name: f"scorelite.scoring.{name}" for name in ("analysis", "compare", "report")}


def interface(package: ModuleType) -> dict[str, object]:
    return {name: getattr(package, name) for name in package.__all__}


@functools.cache
def interfaces() -> set[str]:
    return layout.with_interface(ROOT) - GATHERED


def test_an_interface_is_declared_by_packages_and_drop_ins_only() -> None:
    inside = {name for name in interfaces() if not name.startswith("scoring.compat.")}
    packages = {name for name, path in layout.modules(ROOT).items() if path.name == "__init__.py"}
    assert inside - packages - set(FRONTS) == set()


def test_nothing_has_two_public_names() -> None:
    # The modules of a drop-in gather names as the original's do.
    gathered = {name for name in interfaces() if name.startswith("scoring.compat.") and name.count(".") > 3}
    homes = interfaces() - set(FRONTS) - gathered
    assert {"formats", "scoring.kws", "scoring.compare"} <= homes
    names = layout.second_names(
        {name: interface(importlib.import_module(layout.installed_name(name))) for name in sorted(homes)},
        {name: interface(importlib.import_module(layout.installed_name(name))) for name in FRONTS},
    )
    assert names == []


def test_the_front_door_offers_the_whole_interface() -> None:
    import scorelite
    from scorelite import formats, scoring

    packages = {name.removeprefix("scoring.") for name in interfaces() - set(FRONTS) if name.count(".") == 1}
    of_kws = {"atwv", "mtwv"}
    assert set(scorelite.__all__) == {*scoring.__all__, *formats.__all__, *packages, *of_kws}


# The checker itself, over made-up trees: each rule fails where it must.


def tree(folder: Path, files: dict[str, str]) -> layout.Graph:
    """The import graph of a source tree made of these files; a file is named by its module."""
    packages = {name.rpartition(".")[0] for name in files} - {""}
    for name, text in {**dict.fromkeys(packages, ""), **files}.items():
        path = folder.joinpath(*name.split("."))
        path = path / "__init__.py" if name in packages else path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return layout.import_graph(folder)


@pytest.mark.parametrize(
    "line",
    [
        "from ..scoring.words import api",
        "from ..scoring.words.api import score",
        "def late():\n    from ..scoring.words.api import score",
        "class A:\n    @staticmethod\n    def api():\n        from ..scoring.words import api\n        return api",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from ..scoring.words import api",
        "try:\n    from ..scoring.words import api as other\nexcept ImportError:\n    pass",
    ],
)
def test_an_import_is_seen_wherever_it_stands(line: str, tmp_path: Path) -> None:
    graph = tree(tmp_path, {"formats.txt": line, "scoring.words.api": ""})
    assert graph["formats.txt"] == {"scoring.words.api"}
    assert layout.upward(graph) == ["formats.txt imports scoring.words.api, which stands above it"]


def test_a_name_that_is_no_module_leads_to_its_package(tmp_path: Path) -> None:
    graph = tree(
        tmp_path,
        {"scoring.words": "", "scoring.words.api": "", "scoring.cli.score": "from ..words import api, x"},
    )
    assert graph["scoring.cli.score"] == {"scoring.words", "scoring.words.api"}


def test_a_package_imports_relative_to_itself(tmp_path: Path) -> None:
    graph = tree(
        tmp_path, {"scoring.words": "from .api import score", "scoring.words.api": "from ... import formats, resources"}
    )
    assert graph["scoring.words"] == {"scoring.words.api"}
    assert graph["scoring.words.api"] == set()
    with_formats = tree(tmp_path, {"formats.errors": "", "scoring.words.api": "from ... import formats"})
    assert with_formats["scoring.words.api"] == {"formats"}


@pytest.mark.parametrize("line", ["import scoring.words.result", "from scorelite.scoring.words import result"])
def test_an_import_by_the_full_name_is_refused(line: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"api\.py:1: imports .*; expected a relative import"):
        tree(tmp_path, {"scoring.words.api": line})


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("resources.tables", "formats.trn"),
        ("formats.trn", "scoring.common.tie_policy"),
        ("scoring.common.tie_policy", "scoring.words.api"),
        ("core.python.core", "scoring.kws.api"),
        ("scoring.words.result", "scoring.report.words.render"),
        ("scoring.maths.draws", "scoring.segments.api"),
        ("scoring.compare.verdict", "scoring.batches.streams"),
        ("scoring.report.words.sum", "scoring.compat.programs.sctk"),
        ("scoring.service.worker", "scoring.compat.archive.benchmarkstt.api.rpc"),
        ("scoring.compat.programs.sctk.sclite.job", "scoring.cli.console"),
        ("scoring.compat.programs.wenet", "scoring.compat.archive.fbai"),
        ("scoring.cli.main", "scorelite.door"),
        ("formats.schema.markup", "formats.engine.columns"),
        ("formats.engine.columns", "formats.nemo"),
        ("formats.trn", "formats.registry"),
        ("formats.registry", "formats.conversion"),
        ("formats.conversion", "formats"),
    ],
)
def test_imports_point_down_only(lower: str, higher: str, tmp_path: Path) -> None:
    up = tree(tmp_path / "up", {higher: "", lower: importing(lower, higher)})
    assert layout.upward(up) == [f"{lower} imports {higher}, which stands above it"]
    down = tree(tmp_path / "down", {lower: "", higher: importing(higher, lower)})
    assert layout.upward(down) == []


def importing(module: str, other: str) -> str:
    """A line by which one module imports another."""
    steps = module.count(".") + 1
    parent, _, name = other.rpartition(".")
    return f"from {'.' * steps}{parent} import {name}"


def test_a_module_without_a_row_is_an_offence(tmp_path: Path) -> None:
    assert layout.upward(tree(tmp_path, {"scoring.util": ""})) == ["scoring.util has no row in the layout"]


def test_a_wing_that_imports_another_is_an_offence(tmp_path: Path) -> None:
    graph = tree(
        tmp_path,
        {
            "scoring.words.api": "from . import result",
            "scoring.words.result": "def late():\n    from ..segments.rows import rows",
            "scoring.segments.rows": "",
            "scoring.report.words.sum": "from ...segments import rows\nfrom ...words import api",
        },
    )
    assert layout.across_wings(graph) == [
        "scoring.words.result imports scoring.segments.rows, which belongs to another wing"
    ]
    assert layout.upward(graph) == []


def test_every_circle_is_found_and_shown_by_its_shortest_way(tmp_path: Path) -> None:
    graph = tree(
        tmp_path,
        {
            "scoring.words.a": "from . import b",
            "scoring.words.b": "def late():\n    from . import c",
            "scoring.words.c": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from . import a, b",
            "scoring.words.d": "from . import a",
            "scoring.kws.x": "from .y import name",
            "scoring.kws.y": "from .x import name",
        },
    )
    words, kws = ("scoring.words.a", "scoring.words.b", "scoring.words.c"), ("scoring.kws.x", "scoring.kws.y")
    assert layout.circles(graph) == [kws, words]
    assert layout.shortest_circle(graph, words) == [*words, "scoring.words.a"]


def test_a_tree_without_circles_has_none(tmp_path: Path) -> None:
    graph = tree(tmp_path, {"formats.a": "from . import b, c", "formats.b": "from . import c", "formats.c": ""})
    assert layout.circles(graph) == []


def test_a_module_looked_up_by_name_is_seen(tmp_path: Path) -> None:
    files = {
        "formats.a": "from importlib import import_module",
        "formats.b": "import importlib\nimportlib.import_module('formats')",
        "formats.c": "from importlib import resources",
        "formats.d": "__import__('formats')",
    }
    tree(tmp_path, files)
    assert layout.lookups(tmp_path) == {"formats.a", "formats.b", "formats.d"}


def test_an_interface_is_seen_where_it_is_declared(tmp_path: Path) -> None:
    tree(tmp_path, {"formats": "__all__ = ['a']", "formats.a": "# __all__"})
    assert layout.with_interface(tmp_path) == {"formats"}


def test_a_second_public_name_is_an_offence() -> None:
    def score() -> None: ...

    def align() -> None: ...

    wing = {"score": score}
    assert layout.second_names({"words": wing, "kws": {"align": align}}, {"front": {"score": score}}) == []
    assert layout.second_names({"words": wing, "kws": {"score": score}}, {}) == [
        "words.score has a second name: kws.score"
    ]
    assert layout.second_names({"words": {"score": score, "evaluate": score}}, {}) == [
        "words.score has a second name: words.evaluate"
    ]
    assert layout.second_names({"words": wing}, {"front": {"wer": score}}) == [
        "words.score has a second name: front.wer"
    ]
    assert layout.second_names({}, {"front": {"score": score}, "door": {"evaluate": score}}) == [
        "front.score has a second name: door.evaluate"
    ]
