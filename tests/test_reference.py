"""Pages of reference name everything there is: public names, variables, exceptions, keys of signatures."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Iterable
from types import ModuleType

import pytest

import scorelite
from scorelite import formats, kws, meetings
from scorelite.scoring import compare, normalise
from scorelite.scoring.cli.command_line import EVERY, parser
from scorelite.scoring.cli.command_reference import OF_EVERY_COMMAND
from scorelite.scoring.cli.commands import COMMANDS
from scorelite.scoring.segments.measures import NAMES as SEGMENT_MEASURES
from tests.conftest import ROOT

REFERENCE = ROOT / "docs" / "reference"


def homes() -> dict[str, ModuleType]:
    """The front door, the packages that it names, and the packages of comparison and normalisation."""
    packages = {
        f"scorelite.{name}": value for name in scorelite.__all__ if inspect.ismodule(value := getattr(scorelite, name))
    }
    others = {"scorelite.scoring.compare": compare, "scorelite.scoring.normalise": normalise}
    return {"scorelite": scorelite, **packages, **others}


def text_of(name: str) -> str:
    return (REFERENCE / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("home", "module"), homes().items())
def test_every_public_name_has_an_entry(home: str, module: ModuleType) -> None:
    entries = set(re.findall(r"^## (\S+)$", text_of(f"python/{home.rpartition('.')[2]}"), re.MULTILINE))
    names = {f"{home}.{name}" for name in module.__all__ if not inspect.ismodule(getattr(module, name))}
    assert names
    assert names - entries == set()


def test_every_command_has_a_section() -> None:
    sections = re.findall(r"^### scorelite (\S+)$", text_of("commands"), re.MULTILINE)
    assert sorted(sections) == sorted(COMMANDS)


def test_every_option_has_an_entry_at_its_command() -> None:
    sections = dict(re.findall(r"(?ms)^### scorelite (\S+)$(.*?)(?=^##|\Z)", text_of("commands")))
    (commands,) = (action for action in parser(EVERY)._actions if isinstance(action, argparse._SubParsersAction))
    missing = [
        f"{name} {option}"
        for name in COMMANDS
        for action in commands.choices[name]._actions
        if action.help != argparse.SUPPRESS
        for option in action.option_strings
        if option not in OF_EVERY_COMMAND or name == "score"
        if not re.search(rf"`{re.escape(option)}[ `]", sections[name])
    ]
    assert missing == []


def variables() -> Iterable[str]:
    """Names of environment variables that our sources read."""
    folders = ("core", "formats", "scoring")
    sources = [ROOT / "setup.py", *(path for top in folders for path in (ROOT / top).rglob("*.py"))]
    for path in sources:
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r"""environ(?:\.get\(|\[)["'](\w+)["']""", text)
        yield from re.findall(r"\bSCORELITE_[A-Z_]+\b", text)


def test_every_environment_variable_is_listed() -> None:
    listed = set(re.findall(r"`([A-Z_]+)`", text_of("environment")))
    # Of a terminal, of a search path, and of a request to a server (WSGI), which are no settings of ours.
    others = {"TERM", "PYTHONPATH", "PATH_INFO", "REQUEST_METHOD", "CONTENT_LENGTH"}
    assert {*variables()} - others - listed == set()


def test_every_exception_is_listed() -> None:
    named = set(re.findall(r"`scorelite\.(\w+)`", text_of("errors")))
    errors = {
        name
        for name in scorelite.__all__
        if isinstance(value := getattr(scorelite, name), type) and issubclass(value, Exception)
    }
    assert named == errors
    assert formats.FormatError.__name__ in errors


def signatures() -> Iterable[str]:
    """Signatures with every part that there is."""
    demo = ROOT / "resources" / "demo"
    texts = {"normalise": "leaderboard-en", "unit": "word", "optional_words": True, "fragments": True}
    yield scorelite.score(["good day"], ["good way"], **texts).signature  # type: ignore[arg-type]
    yield scorelite.score_files(demo / "ref.stm", demo / "hyp.ctm").signature
    ref = {"talk": [("anna", "good day", 0.0, 1.0)]}
    settings = {"case_sensitive": False, "unit": "character", "normalise": "basic", "collar": 5}
    yield meetings.score(ref, ref, measure="tcp", **settings).signature  # type: ignore[arg-type]
    labels = {"talk": [("anna", 0.0, 1.0)]}
    for measure in SEGMENT_MEASURES:
        yield scorelite.score_segments(labels, labels, measure=measure).signature
    yield kws.evaluate([("coffee", 1.0, 1.5)], [("coffee", 1.1, 1.5, 0.9)], ["coffee"], 60).signature


def test_every_key_of_a_signature_is_explained() -> None:
    keys = {part.partition(":")[0] for signature in signatures() for part in signature.split("|") if ":" in part}
    assert {"policy", "collar", "prior"} <= keys
    text = text_of("signature")
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
