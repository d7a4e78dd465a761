"""The job of scoring files: formats, columns, rules and settings, from the keywords of `score_files`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...formats.engine.tiers import tiers_of
from ...formats.errors import UsageError
from ...formats.values import dataclass, field_names, replace
from ..common.results import Missing, check_threads
from ..common.settings import Settings, refuse_unknown
from .declared import SETTINGS
from .inputs.columns import Columns
from .inputs.reading import Kept, Reading
from .pairing.rules import Outside, Overlap, TimedRules
from .renaming import Renaming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..common.keywords import Keywords
    from .verdicts import Correction


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Formats, rules and settings of one pair of files, or of all pairs of two folders."""

    settings: Keywords
    ref_format: str | None = None
    hyp_format: str | None = None
    encoding: str | None = None
    errors: str = "strict"
    printed: bool = False
    """Whether words are read in their printed form, with marks and capitals, where a format has both forms."""
    missing: Missing = "error"
    outside: Outside | None = None
    """None for attach, where words have times."""
    overlap: Overlap | None = None
    """None for error, where segments have times."""
    ref_column: str | None = None
    hyp_column: str | None = None
    id_column: str | None = None
    tier: str | Sequence[str] | None = None
    ref_tier: str | Sequence[str] | None = None
    hyp_tier: str | Sequence[str] | None = None
    verdicts: Correction | None = None
    """Verdicts, by which the reference is corrected before it is scored."""
    threads: int = 1
    kept: Kept | None = None
    """References that several hypotheses share."""
    joined: bool = False
    """Whether one recording on each side is one text, whatever its cuts: several hypotheses then have its one
    utterance."""

    @property
    def how(self) -> Reading:
        """The way in which the files are read."""
        return Reading(
            self.ref_format,
            self.hyp_format,
            self.encoding,
            self.errors,
            literal=self.settings.get("markup") is False,
            printed=self.printed,
            tiers=tiers_of(self.tier, self.ref_tier, self.hyp_tier),
            columns=Columns(self.ref_column, self.hyp_column, self.id_column),
            threads=self.threads,
            kept=self.kept,
        )

    def timed_rules(self, settings: Settings) -> TimedRules:
        """The rules for files with times, with these settings."""
        return TimedRules(
            settings=settings,
            missing=self.missing,
            outside=self.outside or "attach",
            overlap=self.overlap or "error",
            threads=self.threads,
        )


RENAMING = ("session", "channel", "speaker_map", "strip_id")
_INSIDE = ("settings", "kept", "joined")
KEYWORDS = (*field_names(Settings), *(name for name in field_names(Job) if name not in _INSIDE), *RENAMING)
"""The keywords of `score_files`."""
RECORDS = (Renaming, Job, Settings)
"""What has these keywords, with their defaults."""


def for_parts(keywords: Mapping[str, Any]) -> Mapping[str, Any]:
    """Keywords of a score whose equivalents are for parts of a corpus: spans may be of texts of other parts."""
    if keywords.get("equivalents") is None:
        return keywords
    equivalents: Any = Settings(equivalents=keywords["equivalents"]).equivalents
    return {**keywords, "equivalents": replace(equivalents, of_parts=True)}


def job_of(keywords: Mapping[str, Any]) -> tuple[Job, Renaming]:
    """The job of some keywords of `score_files`, and the names that it changes; all others are taken for settings."""
    fields = {name: keywords[name] for name in field_names(Job) if name in keywords}
    _check_kinds(keywords)
    settings: Any = {name: value for name, value in keywords.items() if name not in (*fields, *RENAMING)}
    refuse_unknown(settings, KEYWORDS)
    if settings.get("like") is not None:
        # Imported only now: few scores are like a published one, which also says how files are read.
        from ..common.published import with_published

        settings = with_published("words", settings, Settings)
    if settings.get("equivalents") is not None:
        # Read once, however many files there are.
        settings["equivalents"] = Settings(equivalents=settings["equivalents"]).equivalents
    if fields.get("verdicts") is not None:
        # Imported only now: few scores have verdicts.
        from .verdicts import correction_of

        fields["verdicts"] = correction_of(fields["verdicts"])
    check_threads(keywords.get("threads", 1))
    return Job(**fields | {"settings": settings}), Renaming(*map(keywords.get, RENAMING))


def _check_kinds(keywords: Mapping[str, Any]) -> None:
    """Refuses values of another type than a keyword of files takes; flags and numbers are checked where they are used.

    >>> _check_kinds({"encoding": 8})
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: encoding= is of type int; expected a text
    """
    for setting in SETTINGS:
        value = keywords.get(setting.name)
        if value is None or not setting.of_files or setting.kind not in ("choice", "format", "mapping", "text"):
            continue
        is_map = setting.kind == "mapping" or "Mapping" in setting.annotation
        if isinstance(value, str) and setting.kind != "mapping":
            continue
        is_list = "Sequence" in setting.annotation
        if is_list and isinstance(value, (list, tuple)) and {*map(type, value)} <= {str}:
            continue
        if is_map and isinstance(value, Mapping) and {*map(type, (*value, *value.values()))} <= {str}:
            continue
        example = ", such as 'utt,file' for two tables" if setting.name == "id_column" else ""
        if setting.name.endswith("_column") and isinstance(value, int):
            example = f", such as {str(value)!r} for the column of this number"
        kinds = [*["a text"] * (setting.kind != "mapping"), *["a mapping from old to new names"] * is_map]
        kinds += ["a list of texts"] * is_list
        raise UsageError(f"{setting.name}= is of type {type(value).__name__}; expected {' or '.join(kinds)}{example}")
