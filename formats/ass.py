"""Advanced SubStation Alpha: styled events with times and names.

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:01.00,0:00:02.50,Default,Anna,0,0,0,,{\\i1}Good\\Nday.

>>> from scorelite.formats.source import Source
>>> corpus = read(Source(b"[Events]\\nDialogue: 0,0:00:01.00,0:00:02.50,Default,Anna,0,0,0,,Good\\\\Nday.\\n"))
>>> corpus.segments[0].speaker, corpus.segments[0].text, corpus.segments[0].end
('Anna', 'Good day.', 2.5)
"""

from __future__ import annotations

from .engine.substation import Dialect

DIALECT = Dialect(
    "ass",
    ("Layer", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text"),
    "[Script Info]\n"
    "ScriptType: v4.00+\n"
    "\n"
    "[V4+ Styles]\n"
    "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, "
    "Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, "
    "MarginR, MarginV, Encoding\n"
    "Style: Default,Arial,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1\n"
    "\n",
    ("scripttype:v4.00+", "[v4+styles]"),
)
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format("Advanced SubStation Alpha")
