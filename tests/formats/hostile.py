"""Parts of files that once took long where they were repeated, and characters that mean something in some format."""

from __future__ import annotations

# Begin of a file, what is repeated, and its end. Each once took time that grew with the square of its length or worse.
REPEATED = {
    "chat codes": ("chat", "@Begin\n*CHI:\ta ", "[", " .\n@End\n"),
    "chat codes with words": ("chat", "@Begin\n*CHI:\ta ", "[ a", " .\n@End\n"),
    "srt position": ("srt", "1\n00:00:01,000 --> 00:00:02,000 X1", " ", "x\na\n"),
    "blanks of a tag in srt": ("srt", "1\n00:00:01,000 --> 00:00:02,000\na <", " ", "x\n"),
    "vtt settings": ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000 line:0", " ", "x\na\n"),
    "vtt voice": ("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v", " ", "\n"),
    "drawing": ("ass", "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,{", "\\p1", "\n"),
    "digits": ("mdtm", "talk 1 0.00 1", "0", "x speaker NA adult a\n"),
    "digits of a ctm": ("ctm", "talk 1 0.00 1", "0", "x word\n"),
    "digits of a TextGrid": ("textgrid-short", 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0', "0", "x\n"),
    "blanks of a TextGrid": (
        "textgrid-short",
        'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1\n<exists>\n1\n"IntervalTier"\n"a"\n0\n1\n1\n0\n0.',
        "\n",
        '1\n"a"\n',
    ),
    "folders of an ecf": (
        "ecf",
        '<ecf source_signal_duration="1.000" version="1" language="english"><excerpt audio_filename="a.',
        "/",
        '." channel="1" tbeg="0" dur="1" source_type="cts"/></ecf>',
    ),
    "document types": ("ttml", "", "<!DOCTYPE", ""),
    "XML declarations": ("ttml", "", "<?xml ", ""),
    "comments before the root": ("ecf", "", "<!-- -->", "x"),
    "frequencies of a label": ("audacity", "0\t1\ta\n", "\\\t1\t2\n", ""),
    "overrides of a cue": ("mpl2", "[4][22]a", "{\\i1}", "\n"),
    "tags of a SAMI cue": ("sami", "<SAMI><BODY><SYNC Start=1><P>", "<b>x</b>", "<SYNC Start=9><P>&nbsp;"),
}

SPECIAL = (
    *("[", "<", "<b>", "{", "(", '"', "\\", "&", "/", "a ", "a\n", "\n", "\t", " ", "0", "-", ";", ","),
    *("{\\i1}", "<a b="),
)
