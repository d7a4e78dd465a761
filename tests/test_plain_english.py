"""Plain English: docstrings name their subject first, and words that read as riddles stay out of code and guides."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

FOLDERS = ("scorelite", "core", "formats", "scoring", "resources", "benchmarks", "tests")
SOURCES = [ROOT / "setup.py"]
SOURCES += sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
GUIDES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NATIVE = sorted(path for path in (ROOT / "core" / "native").iterdir() if path.suffix in (".cpp", ".hpp"))

OPENINGS = re.compile(r"(The same|What|That|Those|Whether or not|As it|It)\b")
# A word, and what to write instead.
RIDDLES = {
    r"\b[Mm]end(s|ed|ing)?\b": "fix",
    r"\bparted\b": "separated",
    r"\b(is|are) no numbers?\b": "not a number, or NaN",
    r"\bfrom 0 on\b": ">= 0",
    r"\bstands? in no\b": "has no",
    r"\bas it says\b": "name the source",
    r"\bnobody's\b": "name the owner",
    r"\bpercent points?\b": "percentage points",
    r"\bstands? (there|here) (twice|more than once)\b": "occurs twice",
    r"\b(is|are) no (table|manifest|corpus|entity|size|kind of|launcher|result of|part of a)\b": "is not a",
    r"\bat or after the begin\b": "end >= begin",
    r"\bno way to write\b": "cannot hold",
    r"\bwhoever\b": "name the person",
    r"\bsurest\b": "most confident",
    r"\bspeaks? (for|against)\b": "evidence for, evidence against",
    r"\bone of both\b": "one of the two",
}
# Lists of words, with reasons: this file, and texts that reproduce another program's.
EXCEPTIONS = {"tests/test_plain_english.py"}


def docstrings(path: Path) -> list[tuple[int, str]]:
    """Line and text of every docstring of a file."""
    docstrings = []
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                docstrings.append((node.body[0].lineno, text))
    return docstrings


@cache
def text_of(path: Path) -> str:
    """The contents of a file, which is read once."""
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("folder", [*FOLDERS, "setup.py"])
def test_a_docstring_names_its_subject_first(folder: str) -> None:
    paths = [path for path in SOURCES if name_of(path).partition("/")[0] == folder]
    assert paths
    actual = [
        f"{name_of(path)}:{line}: {text.partition(chr(10))[0]}"
        for path in paths
        if re.search(rf"""["'](?:\\\n)?{OPENINGS.pattern}""", text_of(path))  # only these may have such a docstring
        for line, text in docstrings(path)
        if OPENINGS.match(text)
    ]
    assert not actual, "\n".join(actual)


def test_riddles_are_written_in_plain_words() -> None:
    riddles = re.compile("|".join(RIDDLES))
    actual = [
        f"{name_of(path)}:{number}: {line.strip()} (write {instead!r} instead)"
        for path in (*SOURCES, *GUIDES, *NATIVE)
        if name_of(path) not in EXCEPTIONS and riddles.search(text_of(path))
        for number, line in enumerate(text_of(path).splitlines(), 1)
        for word, instead in RIDDLES.items()
        if re.search(word, line)
    ]
    assert not actual, "\n".join(actual)


def sentences(guide: Path) -> list[str]:
    """Sentences of a guide: its running text and lists, without code, tables and headings."""
    text = text_of(guide)
    for left_out in (r"(?ms)^```.*?^```", r"(?m)^\s*\|.*$", r"(?m)^#.*$", r"(?m)^<!--.*?-->$"):
        text = re.sub(left_out, "", text)
    text = re.sub(r"`[^`]*`", "code", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text)
    parts = [re.split(r"(?<=[.!?])\s+", " ".join(paragraph.split())) for paragraph in paragraphs]
    return [sentence for part in parts for sentence in part if re.search(r"\w", sentence)]


@pytest.mark.parametrize("guide", GUIDES, ids=name_of)
def test_sentences_of_a_guide_have_twenty_words_on_average(guide: Path) -> None:
    if guide.name == "CHANGELOG.md":
        pytest.skip("a list of changes has half sentences")
    lengths = {sentence: len(re.findall(r"\S*\w\S*", sentence)) for sentence in sentences(guide)}
    longest = sorted(lengths, key=lambda sentence: -lengths[sentence])[:5]
    assert sum(lengths.values()) <= 20 * len(lengths), "shorten:\n" + "\n".join(longest)
