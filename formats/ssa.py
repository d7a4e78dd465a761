"""SubStation Alpha, the format from which Advanced SubStation Alpha was made.

[Events]
Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: Marked=0,0:00:01.00,0:00:02.50,Default,Anna,0,0,0,,Good day.
"""

from __future__ import annotations

from .engine.substation import Dialect

DIALECT = Dialect(
    "ssa",
    ("Marked", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text"),
    "[Script Info]\n"
    "ScriptType: v4.00\n"
    "\n"
    "[V4 Styles]\n"
    "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, "
    "BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding\n"
    "Style: Default,Arial,20,16777215,65535,0,0,0,0,1,2,2,2,10,10,10,0,1\n"
    "\n",
    ("scripttype:v4.00", "[v4styles]"),
)
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format("SubStation Alpha")
