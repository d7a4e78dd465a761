"""README and guides: every example prints what it shows, and every table is the program's own."""

from __future__ import annotations

import doctest
import linecache
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scorelite import formats
from scorelite.formats.catalogue import recounted, renewed
from scorelite.scoring.common.tie_policy import POLICIES
from scorelite.scoring.meetings.measures import NAMES as OF_MEETINGS
from scorelite.scoring.report import kws, meetings, segments
from scorelite.scoring.segments.measures import NAMES as OF_SEGMENTS
from tests.conftest import ROOT
from tests.often import slow_but_for
from tests.peers import peer
from tests.warm import WarmPrograms

README = ROOT / "README.md"
GUIDES = sorted((ROOT / "docs").rglob("*.md"))
DOCUMENTS = [README, *GUIDES]
CI = ROOT / ".ci" / "run"


def blocks(document: Path, language: str) -> list[str]:
    text = document.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def with_blocks(language: str) -> list[Any]:
    """Documents with blocks of a language, of which the README and the pages to start with are tried in every run."""
    return slow_but_for(
        (document for document in DOCUMENTS if blocks(document, language)),
        lambda document: document.name == "README.md" or document.parent.name == "start",
    )


@pytest.fixture(scope="module")
def folder_of_programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with `sclite` and `scorelite` of this checkout."""
    folder = tmp_path_factory.mktemp("bin")
    modules = {"sclite": "scorelite.scoring.cli.sclite", "scorelite": "scorelite.scoring.cli.main"}
    if sys.platform.startswith("linux"):
        programs = WarmPrograms(folder, modules, {**os.environ, "PYTHONPATH": str(ROOT)})
        yield folder
        programs.close()
        return
    for name, module in modules.items():
        program = folder / name
        program.write_text(f"#!{sys.executable}\nimport sys\nfrom {module} import main\nsys.exit(main())\n")
        program.chmod(0o755)
    yield folder


@pytest.fixture
def programs(folder_of_programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts `sclite` and `scorelite` of this checkout first in PATH, as an active virtual environment does."""
    monkeypatch.setenv("PATH", f"{folder_of_programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
def folder(tmp_path: Path, programs: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder of the examples, with copies of the demo files."""
    place = tmp_path / "examples"
    for name in ("demo", "demo_kws"):
        shutil.copytree(ROOT / "resources" / name, place / name)
    monkeypatch.chdir(place)
    return place


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("document", with_blocks("console"), ids=lambda path: path.stem)
def test_console_examples_typed_in_order_print_what_they_show(document: Path, folder: Path) -> None:
    for session in blocks(document, "console"):
        steps = re.split(r"^\$ ", session, flags=re.MULTILINE)
        assert steps[0] == ""
        for step in steps[1:]:
            command, _, expected = step.partition("\n")
            done = subprocess.run(
                command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
            )
            assert done.stdout.decode() == expected, command


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("document", with_blocks("python"), ids=lambda path: path.stem)
def test_python_examples_print_what_they_show(document: Path) -> None:
    source = "\n".join(blocks(document, "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, document.name, str(document), 0)
    report: list[str] = []
    linecache.clearcache()  # before each example doctest asks for the state of all files in this cache
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.REPORT_NDIFF)
    runner.run(test, out=report.append)
    assert test.examples
    assert not report, "".join(report)


def recipes() -> list[tuple[str, str]]:
    """Examples that need other packages: the names of these, and the code."""
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    return [pair for text in texts for pair in re.findall(r"^```python needs (.*)\n((?s:.*?))^```", text, re.MULTILINE)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("needs", "source"), recipes(), ids=[needs for needs, _ in recipes()])
def test_recipes_print_what_their_comments_say(
    needs: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compile(source, needs, "exec")
    for name in needs.split():
        peer(name)
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    exec(source, {"__name__": "recipe"})
    expected = re.findall(r"print\(.*\)  # (.*)$", source, re.MULTILINE)
    assert [line for line in capsys.readouterr().out.splitlines() if line in expected] == expected


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
@pytest.mark.usefixtures("programs")
def test_the_folder_of_the_examples_is_set_up_as_shown(tmp_path: Path) -> None:
    (setup,) = blocks(README, "sh")
    clone = tmp_path / "clone"
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "activate").write_text("")
    before = sorted(clone.rglob("*"))
    done = subprocess.run(
        ["bash", "-ec", f"{setup}\npwd; ls"],
        cwd=clone,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    place, *names = done.stdout.splitlines()
    assert names == ["demo", "demo_kws"]
    assert done.stderr == "scorelite demo: 10 files written; try scorelite score demo/ref.trn demo/hyp.trn\n"
    assert Path(place).parent == tmp_path
    assert sorted(clone.rglob("*")) == before


def test_the_two_commands_are_those_of_continuous_integration() -> None:
    script = CI.read_text(encoding="utf-8")
    commands = [block.strip() for block in blocks(README, "bash")]
    assert len(commands) == 2
    for command in commands:
        assert command in script


def test_the_table_of_formats_is_the_registry_s() -> None:
    text = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    assert text == renewed(text, formats.FORMATS), "python -m scorelite.formats.catalogue brings it up to date"


def test_the_number_of_formats_is_the_registry_s() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == recounted(text, formats.FORMATS), "python -m scorelite.formats.catalogue brings it up to date"
    assert f"convert {len(formats.FORMATS)} formats" in text


@pytest.mark.parametrize(
    ("guide", "names"),
    [
        ("python", [policy.name for policy in POLICIES]),
        ("keywords", kws.NAMES),
        ("segments", [*segments.NAMES, *OF_SEGMENTS]),
        ("meetings", [*meetings.NAMES, *OF_MEETINGS]),
    ],
)
def test_a_guide_names_what_can_be_chosen(guide: str, names: Iterable[str]) -> None:
    text = (ROOT / "docs" / "guides" / f"{guide}.md").read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in text] == [], f"docs/guides/{guide}.md names them all"


def anchors(path: Path) -> set[str]:
    """Anchors of the headings of a document, as a forge makes them."""
    text = re.sub(r"(?ms)^```.*?^```", "", path.read_text(encoding="utf-8"))
    return {
        re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)).strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }


def test_links_and_anchors_lead_somewhere() -> None:
    broken = []
    for path in DOCUMENTS:
        for place, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", path.read_text(encoding="utf-8")):
            target = path.parent / place if place else path
            if place.startswith("http"):
                continue
            if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
                broken.append(f"{path.name}: {place}#{anchor}")
    assert broken == []


def test_links_and_pictures_of_the_readme_are_whole_because_an_index_shows_it_elsewhere() -> None:
    homes = (
        "https://github.com/scorelite/scorelite/blob/main/",
        "https://raw.githubusercontent.com/scorelite/scorelite/main/",
    )
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", README.read_text(encoding="utf-8"))
    assert len(targets) > 20
    for target in targets:
        (home,) = (home for home in homes if target.startswith(home))
        assert (ROOT / target.removeprefix(home)).is_file(), target
        assert target.endswith(".png") == (home == homes[1]), target
