"""Screenplays, and other scripts with names in capitals above what is said, as Word and Fountain have them.

    INT. KITCHEN - NIGHT

    Marta waits at the table.

    MARTA (CONT'D)
    (lying)
    Good day.

Each speech becomes a line: `MARTA: Good day.` Nobody speaks headings of scenes, transitions (`CUT TO:`), remarks in
parentheses, and where there are scenes what stands above the first one, or below a blank line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .errors import quantity, short

_SCENE = re.compile(r"(?:\d+[A-Z]?\.?\s+)?(?:INT|EXT|INT\.?/EXT|I/E)[. ][^a-z]+")
_TRANSITION = re.compile(r"[^:]*:|FADE (?:IN|OUT)\.?")
_REMARK = re.compile(r"\(.*\)")
# Behind a name: where the voice comes from, that somebody goes on, and that two speak at once.
_EXTENSIONS = re.compile(r"(?:\s*\([^()]*\))*\s*\^?$")
_NAME = re.compile(r"[^\W\d][\w.,&#'\u2019/ -]{0,38}\w")
_LONGEST_NAME = 80
"""Characters of a name and what is behind it, at most."""
_FEWEST = 2
"""So many speeches make a script; without scenes each of several speakers has so many on average."""

_LONGEST = 5
"""So many lines has a speech on average, or fewer, where there are no scenes."""


def speeches(text: str) -> tuple[str, str]:
    """A script as a line for each speech, and a notice of what was left out; other texts as they are.

    >>> speeches("INT. HALL\\nANN (O.S.)\\nGood\\nday.\\nBEN\\n(sad)\\nYes.\\n")
    ('ANN: Good day.\\nBEN: Yes.\\n', "read as a script: 2 lines that nobody speaks left out, such as 'INT. HALL'")
    >>> speeches("Good day.\\nYES\\nno\\n")
    ('Good day.\\nYES\\nno\\n', '')
    """
    lines = [line.strip() for line in text.split("\n")]
    has_scenes = any(map(_SCENE.fullmatch, lines))
    turns, left = _turns(lines, has_scenes)
    spoken = [line for _, speech in turns for line in speech]
    are_repeated = 1 < len({name for name, _ in turns}) <= len(turns) / _FEWEST
    are_speeches = len(left) <= len(spoken) <= _LONGEST * len(turns)
    is_script = len(turns) >= _FEWEST if has_scenes else are_repeated and are_speeches
    # In a text of capitals alone, nothing shows what is a name.
    if not is_script or 2 * sum(map(str.isupper, spoken)) > len(spoken):
        return text, ""
    notice = f"read as a script: {quantity(len(left), 'line')} that nobody speaks left out"
    notice += f", such as {short(left[0])!r}" if left else ""
    return "".join(f"{name}: {' '.join(speech)}\n" for name, speech in turns if speech), notice


def _turns(lines: Sequence[str], has_scenes: bool) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """The speeches of lines, each with the name above it, and the lines that nobody speaks."""
    turns, left = list[tuple[str, list[str]]](), list[str]()
    is_above = has_scenes  # above the first scene
    said: list[str] | None = None  # the lines of the speech that is read now; None between speeches
    for line, below in pairwise([*lines, ""]):
        if not line:
            said = None if has_scenes else said
        elif _SCENE.fullmatch(line) or (line.isupper() and _TRANSITION.fullmatch(line)):
            is_above = is_above and not _SCENE.fullmatch(line)
            said = None
            left.append(line)
        elif said != [] and below and not is_above and (name := _name_of(line)):  # no name is said by a name
            said = []
            turns.append((name, said))
        elif said is None or _REMARK.fullmatch(line):
            left.append(line)
        else:
            said.append(line)
    return turns, left


def _name_of(line: str) -> str:
    """The name of a line that is one in capitals; else nothing."""
    if len(line) > _LONGEST_NAME:
        return ""
    name = _EXTENSIONS.sub("", line)
    return name if name.isupper() and _NAME.fullmatch(name) and not _SCENE.fullmatch(line) else ""
