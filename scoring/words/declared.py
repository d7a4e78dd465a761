"""The settings of a score, each declared once.

Python's keywords and their help, the options of commands, the fields of the service and the types that editors show are
made from these records. Types and defaults are those of the fields of `Settings`, `Job` and `Renaming`.
"""

from __future__ import annotations

from ..common.declared import SETTINGS as OF_TEXTS
from ..common.setting import Setting

_MISSING = {
    "error": "reject them",
    "skip": "leave them out",
    "delete": "count references without a hypothesis as deletions",
}
_OUTSIDE = {"attach": "to the next segment, as sclite does", "skip": "leave them out", "error": "reject them"}
_OVERLAP = {"error": "reject them", "earlier": "assign words in both to the earlier one"}

SETTINGS = (
    *OF_TEXTS,
    Setting(
        name="missing",
        kind="choice",
        help="what to do with ids (with times: channels) that occur on one side only",
        values=_MISSING,
        usual="error",
    ),
    Setting(
        name="threads",
        kind="number",
        help="threads that share the work",
        usual="1",
        option_help="threads; 0: one per processor",
        letter="-j",
        placeholder="N",
        is_served=False,
    ),
    *(
        Setting(
            name=f"{side}_format",
            kind="format",
            help=f"the format of the {name}; `scorelite formats` lists all",
            usual="by suffix and content",
            of_files=True,
            other_options=(f"--{side}-fmt", f"--{name}-format"),
        )
        for side, name in (("ref", "reference"), ("hyp", "hypothesis"))
    ),
    Setting(
        name="encoding",
        kind="text",
        help="the encoding of both files",
        usual="utf-8, unless a byte order mark says otherwise",
        of_files=True,
    ),
    Setting(
        name="errors",
        kind="choice",
        help="bytes that are invalid in the encoding",
        values={"strict": "reject them", "surrogateescape": "keep them"},
        usual="strict",
        of_files=True,
    ),
    Setting(
        name="printed",
        kind="flag",
        help="read words as printed, with punctuation and capitals, from formats that have both forms (aws, azure, "
        "deepgram, kaldi-json, nlp, revai, speechmatics)",
        command="for the analysis punctuation, along with a normaliser",
        of_files=True,
    ),
    Setting(
        name="ref_column",
        kind="text",
        help="column that holds the reference text",
        of_files=True,
        other_options=("--ref-col", "--reference-column", "--truth-column"),
    ),
    Setting(
        name="hyp_column",
        kind="text",
        help="column that holds the hypothesis text",
        of_files=True,
        other_options=("--hyp-col", "--hypothesis-column", "--prediction-column", "--pred-column"),
    ),
    Setting(
        name="id_column",
        kind="text",
        help="column with the ids; utt,file: the first in each table",
        of_files=True,
        other_options=("--id-col",),
    ),
    *(
        Setting(
            name=name,
            kind="text",
            help=f"the tier of {whose} to score",
            python="one, or a list",
            command="repeatable",
            of_files=True,
            several=True,
            other_options=(f"--{name.replace('_', '-')}s",),
            annotation="str | Sequence[str] | None",
        )
        for name, whose in (
            ("tier", "TextGrid, EAF and EXB"),
            ("ref_tier", "the reference alone"),
            ("hyp_tier", "the hypothesis alone"),
        )
    ),
    Setting(
        name="strip_id",
        kind="text",
        help="regular expression whose matches are removed from ids (with times: names of recordings), as in [.]wav$",
        of_files=True,
        placeholder="REGEX",
        annotation="str | None",
    ),
    Setting(
        name="session",
        kind="text",
        help="the name of the recording on both sides",
        python="one for all, or a mapping",
        command="OLD=NEW renames only OLD, repeatable",
        of_files=True,
        several=True,
        annotation="str | Mapping[str, str] | None",
    ),
    Setting(
        name="channel",
        kind="text",
        help="the channel to take where a recording has several, or the name of the only one",
        python="or a mapping from old to new names",
        command="OLD=NEW renames OLD, repeatable",
        of_files=True,
        several=True,
        annotation="str | Mapping[str, str] | None",
    ),
    Setting(
        name="speaker_map",
        kind="mapping",
        help="new names of speakers",
        python="a mapping",
        command="OLD=NEW, repeatable, or a file with both on each line, separated by a tab if names contain blanks",
        of_files=True,
        placeholder="FILE",
        several=True,
        annotation="Mapping[str, str] | None",
    ),
    Setting(
        name="outside",
        kind="choice",
        help="words outside all segments",
        values=_OUTSIDE,
        usual="attach",
        of_files=True,
    ),
    Setting(
        name="overlap",
        kind="choice",
        help="overlapping segments of a channel",
        values=_OVERLAP,
        usual="error",
        of_files=True,
    ),
    Setting(
        name="verdicts",
        kind="file",
        help="verdicts that correct the reference, saved by the page of an audit",
        python="a file",
        of_files=True,
        placeholder="FILE",
        annotation="str | os.PathLike[str] | BinaryIO | Verdicts | None",
    ),
)
"""In the order in which they are listed."""
BY_NAME = {setting.name: setting for setting in SETTINGS}
