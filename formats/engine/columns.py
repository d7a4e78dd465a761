"""Tables of utterances with named columns, as in data sets: the meaning of columns, by their names.

The name of a column shows its role: `text`, `sentence`, `transcription` ... hold the words, `path`, `audio`,
`file_name` ... the recording. Options (`text="raw_text"`) give the role to a column of another name. In a table without
ids and times, each row is one recording, and its id is the name of the audio file. Other columns are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..errors import UsageError, short, suggestion
from ..roles import (
    HYPOTHESES,
    OF_REFERENCES,
    REFERENCES,
    ROLES,
    SESSIONS,
    TIMES,
    first_usual,
    in_seconds,
    plain,
    text_column,
    time_column,
)
from ..values import dataclass
from .features import COLUMNS
from .json import Json, detail

_LJSPEECH = "; rows of LJSpeech, without a heading: use the format ljspeech"
_SHOWN = 30
"""Names of columns that a message lists."""
FAMILY = ("csv", "tsv", "jsonl", "parquet", "hf-dataset")
CARRIES = frozenset({"ids", "sessions", "channels", "speakers", "segment times"}).union(
    [f"attributes:{name}" for name in (*FAMILY, "eaf:tier")]
)
"""What tables carry; a table keeps the further columns of each other kind of table, and has one for ELAN's tiers."""
_OF_EVENTS = {"end": ("offset",), "text": ("event_label",)}
"""The names of columns next to `onset`, in tables of sound events such as DESED's."""
LABEL = "label"
"""The column of speakers of turns, in tables without texts."""
_OF_ALIGNER = ("begin", "end", LABEL, "type", "speaker")
"""The columns of the Montreal Forced Aligner, whose rows are words and, again, their phones."""
_EITHER = ("transcript", "transcription")
_SHORTEST = ("reference", "hypothesis")
"""The names of a side that messages have."""
_BESIDE_HYPOTHESES = ("expected", "label", "labels")
_BESIDE_REFERENCES = ("actual", "output")
"""Names that mean a side only where the other side is there, too."""


def usual_sides(names: Iterable[str]) -> tuple[str | None, str | None]:
    """The columns of references and hypotheses; next to a reference, a transcript is what was recognised.

    >>> usual_sides(["text", "pred_text"]), usual_sides(["Reference", "Transcript"]), usual_sides(["transcript"])
    (('text', 'pred_text'), ('Reference', 'Transcript'), ('transcript', None))
    >>> usual_sides(["expected", "actual"]), usual_sides(["label", "preds"]), usual_sides(["label", "output"])
    (('expected', 'actual'), ('label', 'preds'), (None, None))
    >>> usual_sides(["id", "raw_reference", "raw_hypothesis"])
    ('raw_reference', 'raw_hypothesis')
    """
    written = [*names]
    usual = (*HYPOTHESES, *_EITHER) if first_usual(OF_REFERENCES, written) else HYPOTHESES
    ref, hyp = first_usual(REFERENCES, written), first_usual(usual, written)
    if hyp is None and (ref or first_usual(("expected",), written)):
        hyp = first_usual(_BESIDE_REFERENCES, written)
    if ref is None and hyp:
        ref = first_usual(_BESIDE_HYPOTHESES, written)
    if ref is None and hyp is None and len(alike := sides_alike(written)) == 1:
        return alike[0]
    return ref, hyp


def sides_alike(names: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of columns whose names differ only by the side that they name.

    >>> sides_alike(["wer", "raw_reference", "raw_hypothesis", "ref_norm", "pred_norm", "hyp_length", "ref_length"])
    [('raw_reference', 'raw_hypothesis'), ('ref_norm', 'pred_norm')]
    >>> sides_alike(["transcript_raw", "normalised_transcript_raw", "hypothesis_raw"])
    [('transcript_raw', 'hypothesis_raw')]
    """
    sides: tuple[dict[str, str], dict[str, str]] = {}, {}
    for name in names:
        parts = plain(name).split("_")
        for side, usual in zip(sides, (REFERENCES, HYPOTHESES), strict=True):
            for place, part in enumerate(parts):
                if part in usual and not _is_number(parts):
                    side["_".join([*parts[:place], "*", *parts[place + 1 :]])] = name
    refs, hyps = sides
    return [(refs[shape], hyps[shape]) for shape in refs if shape in hyps and shape != "*"]


@dataclass(frozen=True, slots=True)
class Layout:
    """The roles of the columns of a table."""

    columns: Mapping[str, str]

    def column(self, role: str) -> str:
        """The name of the column with a role; empty if there is none."""
        return self.columns.get(role, "")

    def is_known(self, column: str) -> bool:
        """Whether a column has a role."""
        return column in self.columns.values()

    @property
    def has_paths(self) -> bool:
        """Whether recordings are named by paths, of which folders and suffixes go; names of sessions stay whole."""
        return plain(self.column("session")) not in SESSIONS

    def has_times(self) -> bool:
        """Whether a column holds times."""
        return any(map(self.column, TIMES))

    def in_milliseconds(self, role: str) -> bool:
        """Whether the times of a role are milliseconds, as the name of its column says."""
        return bool(in_seconds(self.column(role)))

    def is_of_turns(self) -> bool:
        """Whether rows are turns of speakers, which need no texts."""
        return bool(self.column("speaker")) and self.has_spans()

    def is_of_times_alone(self, names: Sequence[str]) -> bool:
        """Whether a table with these columns has begins and ends, and at most names of recordings, as voice activity.

        >>> heads = ["file", "start", "duration"], ["start", "end", "x"]
        >>> [layout_of(names, {}).is_of_times_alone(names) for names in heads]
        [True, False]
        """
        return self.has_spans() and not self.column("text") and all(map(self.is_known, names))

    def has_spans(self) -> bool:
        """Whether columns hold begins, and ends or durations."""
        return bool(self.column("start")) and any(map(self.column, ("end", "duration")))


def layout_of(names: Iterable[str], options: Mapping[str, str]) -> Layout:
    """The roles of columns with these names.

    >>> layout_of(["client_id", "path", "sentence"], {}).columns
    {'session': 'path', 'speaker': 'client_id', 'text': 'sentence'}
    >>> layout_of(["File Name", "Transcript"], {}).columns
    {'session': 'File Name', 'text': 'Transcript'}
    >>> layout_of(["start_ms", "duration_ms", "text"], {}).columns
    {'start': 'start_ms', 'duration': 'duration_ms', 'text': 'text'}
    """
    for role in options:
        if role not in ROLES:
            raise UsageError(f"{role!r} is not a role of a column; expected one of: {', '.join(ROLES)}")
    present = list(names)
    by_role: dict[str, str] = {}
    for role, usual in ROLES.items():
        start = by_role.get("start", "")
        if (in_seconds(start) or plain(start)) == "onset":
            usual = (*usual, *_OF_EVENTS.get(role, ()))
        if role == "session" and time_column(ROLES["start"], present):
            usual = (*SESSIONS, *usual)  # times are those of a recording, whatever the path of the row is
        free = [name for name in present if name not in by_role.values()]
        if role in options:
            name = options[role] if options[role] in free else None
        else:
            find = time_column if role in TIMES else first_usual
            name = find(usual, free) or (text_column(free) if role == "text" else None)
        if name is not None:
            by_role[role] = name
    if "start" not in by_role:
        by_role.pop("duration", None)  # without begins, this is the length of a file
    elif not by_role.keys() & {"text", "speaker"} and (label := first_usual([LABEL], present)):
        by_role["speaker"] = label
    if "text" not in options and is_of_aligner(present):
        by_role["text"] = first_usual([LABEL], present) or ""
    return Layout(by_role)


def is_of_aligner(names: Sequence[str]) -> bool:
    """Whether a table is one of the Montreal Forced Aligner.

    >>> is_of_aligner(["Begin", "End", "Label", "Type", "Speaker"]), is_of_aligner(["begin", "end", "label"])
    (True, False)
    """
    return [*map(plain, names)] == [*_OF_ALIGNER]


def missing(layout: Layout, names: Sequence[str], options: Mapping[str, str]) -> tuple[str, str]:
    """The problem of the names of columns, and what is expected; empty if there is none."""
    for role, name in options.items():
        if layout.column(role) != name and name in names:
            taken = next((other for other, column in layout.columns.items() if column == name), "")
            return f"column {name!r} already holds the {taken}", f"another column for the {role}"
        if layout.column(role) != name:
            return f"no column {name!r} among {shown_names(names)}", f"the name of one of them{suggestion(name, names)}"
    if not layout.column("text") and not layout.is_of_turns():
        what, wanted = without_texts(names)
        return what, f"{wanted}, or of turns: speaker, start and end{hint(names, ROLES['text'])}"
    return "", ""


def without_texts(names: Sequence[str]) -> tuple[str, str]:
    """The problem of a table of one side whose texts no name of a column shows, and what is expected.

    >>> without_texts(["id", "reference", "hyp"])
    ("no column of texts among 'id', 'reference', 'hyp'", "one side: 'reference' and 'hyp' are both")
    """
    sides = [name for usual in (OF_REFERENCES, HYPOTHESES) if (name := first_usual(usual, names))]
    if len(sides) > 1:
        both = " and ".join(map(repr, sides))
        return f"no column of texts among {shown_names(names)}", f"one side: {both} are both"
    return f"no column of texts among {shown_names(names)}", f"one of: {', '.join((*ROLES['text'], *_SHORTEST))}"


def shown_names(names: Sequence[str]) -> str:
    """The names of columns for a message, and how many more there are.

    >>> shown_names(["id", "text"]), shown_names(["c"] * 32)[-14:]
    ("'id', 'text'", "'c' and 2 more")
    """
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join([repr(short(name)) for name in names[:_SHOWN]]) + more


# So many names that resemble usual ones are shown; names with these ends hold numbers, files or ids.
_NEAR = 3
# As in other languages: Referenz, Transkript.
_BEGIN = 5
_NO_TEXTS = frozenset({"id", "ids", "path", "file", "wer", "cer", "len", "length", "count", "duration", "time", "hash"})
_RATES = frozenset({"wer", "cer", "mer", "ser", "der", "rate", "pct", "percent"})
_COUNTED = frozenset({"words", "chars", "characters", "tokens", "seconds", "lengths", "counts"})


def hint(names: Sequence[str], usual: Iterable[str]) -> str:
    """The end of a message about names of columns of which none is a usual one: what is odd about them.

    >>> hint(["id", "transcript_raw", "transcript_path"], ["transcript"])
    "; perhaps 'transcript_raw'"
    """
    ranked = [*usual]
    if names and "|" in names[0]:  # perhaps up to the first comma of a text
        return _LJSPEECH
    places = {name: _resemblance(name, ranked) for name in names}
    near = sorted([name for name in names if places[name] < len(ranked)], key=places.__getitem__)
    return f"; perhaps {' or '.join(map(repr, near[:_NEAR]))}" if near else ""


def _is_number(parts: Sequence[str]) -> bool:
    """Whether the words of a name say that the column holds numbers, files or ids: `ref_length`, `wer_normalized`."""
    return parts[-1] in _NO_TEXTS or not _RATES.isdisjoint(parts) or (len(parts) > 1 and parts[-1] in _COUNTED)


def _resemblance(name: str, usual: Sequence[str]) -> int:
    """The place of the first usual name that a part of a name is like; behind all for a name that is none of texts."""
    parts = plain(name).split("_")
    if _is_number(parts) or plain(name) in HYPOTHESES:
        return len(usual)
    begins = {part[:_BEGIN] for part in parts if len(part) >= _BEGIN}
    return next((place for place, known in enumerate(usual) if known in parts or known[:_BEGIN] in begins), len(usual))


def columns_from(remembered: dict[str, Json]) -> tuple[list[str], Layout]:
    """The names and the layout in an attribute."""
    names, roles = remembered.get("names"), remembered.get("roles")
    return (
        [str(name) for name in names] if isinstance(names, list) else [],
        Layout({role: str(name) for role, name in roles.items()} if isinstance(roles, dict) else {}),
    )


def columns_detail(names: Sequence[str], layout: Layout, format: str) -> tuple[str, str]:
    """The attribute that keeps the columns of a file."""
    return detail(format, COLUMNS, {"names": list(names), "roles": dict(layout.columns)})
