"""The settings that say how words are compared, each declared once.

The defaults are those of the fields of `Settings`.
"""

from __future__ import annotations

from .published import like_setting
from .setting import Setting
from .tie_policy import POLICIES

SETTINGS = (
    Setting(
        name="policy",
        kind="own",
        help="how words are aligned",
        values={policy.name: policy.summary for policy in POLICIES},
        usual="sclite",
        python='another name, a Policy, or numbers such as "4/3/3:SID"',
        command="or costs and order of ties, such as 4/3/3:IDS",
        placeholder="POLICY",
    ),
    Setting(name="case_sensitive", kind="flag", help="distinguish a and A", letter="-s"),
    Setting(
        name="unit",
        kind="choice",
        help="what is compared: words, or the characters of words",
        values={"word": "", "character": ""},
        usual="word",
        letter="-c",
        option="--characters",
        other_options=("--cer", "--chars", "--char"),
        option_help="compare characters instead of words",
        sets="character",
    ),
    Setting(
        name="normalise",
        kind="own",
        help="rules that rewrite both sides first",
        python='a name such as "whisper-en", a rule file, a function of a text, or a list of these',
        command="whisper-en, leaderboard-en, basic ... (docs/guides/normalisation.md), or a file of rules; repeatable",
        several=True,
        example="whisper-en, basic or a file of rules",
        other_options=("--normalize", "--normaliser", "--normalizer", "--normalization"),
    ),
    Setting(
        name="equivalents",
        kind="own",
        help="words that may stand for others; the reading with the fewest errors counts",
        python='a file, {"gonna": ["going to"]}, or a list of these',
        command="lines such as 'gonna | going to' (docs/guides/analysis.md lists the kinds); or hyphens, cut-offs, "
        "any-words or redactions ([NAME], ****, [inaudible] match any words); repeatable",
        several=True,
        placeholder="FILE",
    ),
    Setting(
        name="equivalents_side",
        kind="choice",
        help="the side to which equivalents apply",
        values={"ref": "", "hyp": "", "both": ""},
        usual="ref",
        needs="equivalents",
        other_options=("--side",),
    ),
    Setting(
        name="equivalents_branches",
        kind="choice",
        help="readings of equivalents",
        values={"free": "may have errors", "whole": "must match completely"},
        usual="free",
        needs="equivalents",
        other_options=("--branches",),
    ),
    Setting(
        name="markup",
        kind="flag",
        help="read { a / b / @ } and word;tag as marks of sclite's grammar",
        usual="as the formats say, False for texts",
        option="--no-markup",
        option_help="read braces, semicolons and stars in trn as letters",
        opposite="read { a / b } as alternatives in formats without marks, such as Kaldi text and csv",
        sets=False,
    ),
    Setting(
        name="optional_words", kind="flag", help="a word in parentheses may be missing without an error", letter="-D"
    ),
    Setting(name="fragments", kind="flag", help="frag- matches by its beginning, -ment by its end", letter="-F"),
    Setting(name="keep_ascii", kind="flag", help="with characters: keep ASCII words whole", needs="unit"),
    Setting(name="drop_hyphens", kind="flag", help="with characters: drop hyphens", needs="unit"),
    like_setting("words"),
)
"""In the order in which they are listed."""
BY_NAME = {setting.name: setting for setting in SETTINGS}
