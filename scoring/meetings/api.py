"""Scores meetings: recordings of several speakers, from files of any format or from rows in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from ...formats.engine.tiers import ALL_TIERS, Names, Tiers, tiers_of
from ...formats.errors import MismatchError, UsageError
from ...formats.objects import is_file
from ...formats.source import Source, Target
from ..common.affixes import affix_hint
from ..common.answers import Answers
from ..common.other_names import understood, unknown_setting
from ..common.parts import REGIONS, check_regions
from ..common.published import measure_like, published, with_published
from ..common.results import Missing, check_missing, listed, renames
from ..common.signatures import with_keywords
from ..common.strip_id import StripId
from .files import read_files, regions_of
from .measures import measure_of
from .normalised import Before, Given, Normalised, Regions, Rows
from .part import took_part_in
from .result import MeetingResult, scored
from .settings import MeetingSettings
from .sides import Row, Session, sessions_of

_SETTINGS = tuple(field.name for field in fields(MeetingSettings))


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def score(
    refs: Mapping[str, Iterable[Row]],
    hyps: Mapping[str, Iterable[Row]],
    *,
    measure: str | None = None,
    missing: Missing = "error",
    partial: bool = False,
    regions: Regions | None = None,
    strip_id: str | None = None,
    **settings: Any,
) -> MeetingResult:
    """Scores sessions: mappings from names to rows of speaker and text, or of speaker, text, start and end; or two
    files.

    The default `measure` is cp. `missing` decides about sessions without a hypothesis; `partial` leaves out those
    without a reference. `strip_id` is removed from names of sessions, as in `scorelite.score`.
    Further keywords are those of `MeetingSettings`.

    >>> rows = [("anna", "good day", 0.0, 1.0), ("ben", "hi", 1.0, 1.5)]
    >>> score({"talk": rows}, {"talk": rows[:1]}, measure="tcp", collar=5).error_rate
    0.3333333333333333
    """
    if is_file(refs) and is_file(hyps):
        files: Any = (refs, hyps)
        given: dict[str, Any] = settings if regions is None else {"uem": regions, **settings}
        return score_files(*files, measure=measure, missing=missing, partial=partial, strip_id=strip_id, **given)
    if regions is not None:
        check_regions(regions)
    measure = measure_like("meetings", settings.get("like"), measure, "cp")
    chosen = settings_of(settings, measure)
    if chosen.chain is not None and chosen.marks:
        raise UsageError("marks of texts (markup, optional_words, fragments) are normalised only in files")
    stripped = StripId(strip_id)
    if stripped:
        refs, hyps = stripped.keys(refs, "refs"), stripped.keys(hyps, "hyps")
        regions = None if regions is None else stripped.keys(regions, REGIONS)
        stripped.check()
    source = Rows(tuple(sessions_of(refs, hyps)), ([*refs], [*hyps]))
    normalised = source.normalised(chosen.chain)
    return score_sessions(
        source, normalised, measure=measure, settings=chosen, missing=missing, partial=partial, regions=regions
    )


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def score_files(
    ref: Target,
    hyp: Target,
    *,
    measure: str | None = None,
    ref_format: str | None = None,
    hyp_format: str | None = None,
    tier: Names = None,
    ref_tier: Names = None,
    hyp_tier: Names = None,
    uem: Target | Regions | None = None,
    encoding: str | None = None,
    speaker_prefix: bool = False,
    missing: Missing = "error",
    partial: bool = False,
    strip_id: str | None = None,
    **settings: Any,
) -> MeetingResult:
    """Scores one file with speakers against another; `uem` has the regions to be scored: a file, or a mapping such as
    `{"talk": [(0.0, 1.5)]}`.

    The default `measure` is cp. `speaker_prefix` reads names before texts, as in `Anna: good day`,
    as speakers if a file has no others. `strip_id` is removed from names of sessions, also in `uem`.

    >>> stm = b"talk 1 anna 0.0 1.0 good day\\ntalk 1 ben 1.0 1.5 hi\\n"
    >>> score_files(stm, stm, ref_format="stm", hyp_format="stm").error_rate
    0.0
    """
    if isinstance(ref, str) and ref == "-" and hyp == "-":
        raise UsageError("ref and hyp are both '-': only one of them can be stdin")
    measure = measure_like("meetings", settings.get("like"), measure, "cp")
    chosen = settings_of(settings, measure)  # wrong settings are an error before files are read
    (result,) = score_measures(
        (ref, hyp),
        [measure],
        chosen,
        formats=(ref_format, hyp_format),
        tiers=tiers_of(tier, ref_tier, hyp_tier),
        uem=uem,
        encoding=encoding,
        speaker_prefix=speaker_prefix,
        missing=missing,
        partial=partial,
        strip_id=strip_id,
    )
    return result


def score_measures(
    files: tuple[Target, Target],
    measures: Iterable[str],
    settings: MeetingSettings,
    *,
    formats: tuple[str | None, str | None] = (None, None),
    tiers: Tiers = ALL_TIERS,
    uem: Target | Regions | None = None,
    encoding: str | None = None,
    speaker_prefix: bool = False,
    missing: Missing = "error",
    partial: bool = False,
    strip_id: str | None = None,
) -> list[MeetingResult]:
    """Scores two files, which are read and normalised once, by each measure; keywords are those of `score_files`."""
    ref, hyp = (Source(file, encoding=encoding) for file in files)
    stripped = StripId(strip_id)
    source = read_files(
        (ref, hyp), formats, markup=settings.markup, speaker_prefix=speaker_prefix, stripped=stripped, tiers=tiers
    )
    regions: Regions | None = None
    uem_name = ""
    if uem is not None and is_file(uem):
        limits = Source(uem, encoding=encoding)  # type: ignore[arg-type]
        regions, uem_name = regions_of(limits), limits.name
    elif uem is not None:
        regions, uem_name = check_regions(uem), REGIONS
    if regions is not None:
        regions = stripped.keys(regions, uem_name)
    stripped.check()
    normalised = source.normalised(settings.chain)
    results = [
        score_sessions(
            source, normalised, measure=measure, settings=settings, missing=missing, partial=partial, regions=regions
        )
        for measure in measures
    ]
    remarks = source.notices(settings.chain, normalised.changes)
    return [
        replace(result, ref_name=ref.name, hyp_name=hyp.name, uem_name=uem_name, remarks=remarks) for result in results
    ]


def settings_of(keywords: Mapping[str, Any], measure: str) -> MeetingSettings:
    """The settings that keywords name; a keyword that is unknown, or has no effect on the measure, is an error."""
    for name in keywords:
        if name not in _SETTINGS:
            raise unknown_setting(name, _SETTINGS, Answers("keywords of meetings"))
    keywords = with_published("meetings", keywords, MeetingSettings)
    record = measure_of(measure)
    for names, has_effect, needed in (
        (("collar", "ref_timing", "hyp_timing"), record.timed, "with times, such as tcp"),
        (("memory",), record.searches, "that searches: orc, tcorc, mimo or tcmimo"),
        (("time",), record.searches or record.moves, "that searches or is greedy: orc, tcorc, mimo, tcmimo, di-cp ..."),
    ):
        if not has_effect and (idle := [name for name in names if keywords.get(name) is not None]):
            option = idle[0].replace("_", "-")
            raise UsageError(f"{idle[0]}= (--{option}) has no effect on {measure}; expected a measure {needed}")
    return MeetingSettings(**keywords)


def score_sessions(
    source: Given,
    normalised: Normalised,
    *,
    measure: str,
    settings: MeetingSettings,
    missing: Missing = "error",
    partial: bool = False,
    regions: Regions | None = None,
) -> MeetingResult:
    """Scores sessions; `source` is what they were before normalisation."""
    check_missing(missing)
    measure_of(measure)
    touching = False
    if settings.like is not None:
        like = published("meetings", settings.like)
        like.check_needs(regions)
        touching = like.touching
    refs, hyps = normalised.names
    extra = sorted({*hyps} - {*refs})
    absent = sorted({*refs} - {*hyps})
    if not refs:
        raise MismatchError("the reference has no session; expected one or more")
    _check_names([] if partial else extra, absent if missing == "error" else [], nameless="" in {*extra, *absent})
    left_out = {*extra, *(absent if missing == "skip" else ())}
    scored_sessions = [session for session in normalised.sessions if session.name not in left_out]
    if regions is not None:
        scored_sessions = [
            session.within(regions[session.name], touching=touching)
            for session in scored_sessions
            if session.name in regions
        ]
        if not scored_sessions:
            hint = affix_hint(refs, [*regions], where="in the regions")
            problem = f"no session has a region; the regions belong to {listed([*regions], 'session')}"
            raise MismatchError(f"{problem}\n{hint}" if hint else problem)
    if measure_of(measure).timed:
        _check_times(scored_sessions)
    names = frozenset(session.name for session in scored_sessions)
    before = Before(source, settings.chain, names, regions, touching) if settings.chain is not None else None
    result = scored(
        measure,
        settings,
        scored_sessions,
        missing=tuple(absent),
        extra=tuple(extra),
        missing_rule=missing,
        uem_name="" if regions is None else REGIONS,
        before=before,
    )
    counts = [part.score.counts for part in result.parts]
    return replace(result, took_part=took_part_in(normalised.sessions, scored_sessions, counts, settings.unit))


def _check_names(extra: list[str], absent: list[str], *, nameless: bool) -> None:
    """Rejects sessions that one side alone has; both sides are named at once."""
    problems = []
    if extra:
        problems.append(
            f"{listed(extra, 'session')} of the hypothesis {_are(extra)} not in the reference; correct the names, or "
            "score only the other sessions with partial=True (--partial)"
        )
    if absent:
        problems.append(
            f"{listed(absent, 'session')} of the reference {_are(absent)} not in the hypothesis; correct the names, or "
            "count their words as deletions with missing='delete' (--missing delete), or leave them out with "
            "missing='skip' (--missing skip)"
        )
    if hint := affix_hint(absent, extra):
        problems.append(hint)
    elif command := renames(absent, extra):
        problems.append(f"some differ only in case, folder or suffix: {command} renames them")
    if problems and nameless:
        problems.append(
            "a session without a name meets the only session of the other side; expected one session on each side, or "
            "formats with names of sessions, such as stm and seglst"
        )
    if problems:
        raise MismatchError("\n".join(problems))


def _are(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _check_times(sessions: list[Session]) -> None:
    """Rejects segments without times, session by session."""
    problems = []
    for side in ("reference", "hypothesis"):
        sides = ((session.name, session.ref if side == "reference" else session.hyp) for session in sessions)
        timeless = [name for name, side in sides if side.starts is None]
        if timeless:
            problems.append(f"{listed(timeless, 'session')} of the {side}")
    if problems:
        raise MismatchError(
            f"segments without times in {' and '.join(problems)}; a measure with times needs the start and end of "
            "every segment; score cp instead, or pass files with times"
        )
