"""Both sides of a score, read from two files: formats are decided by what either side shows, and by both together."""

from __future__ import annotations

import os
from functools import partial

from .... import formats
from ....formats.errors import UsageError, quantity
from ....formats.schema import Corpus, Table
from ....formats.source import encoding_note, is_one_file
from ....formats.values import dataclass, replace
from ...common.side_by_side import both
from ...notices.notice import COPIED, Notice
from ...notices.tiers import with_tiers_noted
from .columns import NO_COLUMNS, TABLES
from .corpora import recordings_of_rows
from .reading import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .taken import Taken

_BARE, _KEYED = "txt", "kaldi"
_CHUNK = "chunk_index"
# So few blanks may stand in a reference and in what was recognised without an error.
_FEW = 20
_NAME_BOTH = (
    "name the formats: ref_format='kaldi' (--ref-format kaldi) and hyp_format='kaldi' (--hyp-format kaldi) "
    "read the first word of a line as its id, txt on both sides as a word"
)
# What sclite's alignments state about how they were made.
_STATED = {
    "opt_del": ("optional_words", "optional words (-D)"),
    "frag_corr": ("fragments", "fragments (-F)"),
    "case_sense": ("case_sensitive", "case (-s)"),
}
_REPLACE = (
    "for ids, replace it by a blank, as sed 's/{sign}/ /' does, and set ref_format='kaldi' "
    "(--ref-format kaldi) and hyp_format='kaldi' (--hyp-format kaldi); txt on both sides reads whole lines as text"
)


@dataclass(frozen=True, slots=True)
class Sides:
    """The content of both files, and the notices about how they were read."""

    ref: Corpus
    hyp: Corpus
    notices: tuple[Notice, ...] = ()
    taken: tuple[Taken, ...] = ()
    """The columns of texts that were taken from tables."""
    by_row: bool = False
    """Whether both are columns of one table, paired row by row."""

    stated: tuple[str, ...] = ()
    """Settings with which alignments say that they were made."""
    counts: str = ""
    """What alignments count themselves."""

    def texts(self) -> tuple[str, ...]:
        """The names of both columns of one table."""
        return tuple(side.column for side in self.taken) if self.by_row else ()


def read_sides(ref: formats.Target, hyp: formats.Target | None, how: Reading) -> Sides:
    """Reads both files; a format that is not named is detected. Without `hyp`, one table holds both sides."""
    if hyp is None:
        table = how.open(ref)
        one = _one_table(table, how)
        how.tiers.check((one.ref.format, one.hyp.format))
        return replace(one, notices=(*one.notices, *_of_encoding("table", table, how)))
    # A problem of the reference is reported before stdin is read.
    threads = 1 if isinstance(hyp, str) and hyp == "-" else how.threads
    sources = both(lambda: how.open_reference(ref), lambda: how.open(hyp, 1), threads)
    sides = _two_files(sources, how)
    how.tiers.check((sides.ref.format, sides.hyp.format))
    is_copy = partial(_is_copy, sources[0].data, sources[1].data)
    of_columns = [notice for side in sides.taken for notice in side.notices()]
    of_encodings = *_of_encoding("ref", sources[0], how), *_of_encoding("hyp", sources[1], how)
    notices = (*sides.notices, *of_encodings, *of_columns, *same_file(ref, hyp, how, sides.taken, is_copy))
    return replace(sides, notices=notices)


def _of_encoding(side: str, source: formats.Source, how: Reading) -> Iterator[Notice]:
    """A notice if a file is not in the encoding that is named for both sides."""
    for note in encoding_note(source.name, how.encoding, source.encoding):
        yield Notice(f"encoding of {side}", note)


def of_corpora(ref: object, hyp: object, how: Reading) -> Sides:
    """Both sides as corpora, which somebody read before."""
    if not isinstance(ref, Corpus) or not isinstance(hyp, Corpus):
        raise UsageError("one side is a corpus, the other one is not; expected read(path) of both, or both paths")
    if replace(how, threads=1) != Reading():
        raise UsageError(
            "formats, encodings and columns are for files; expected them in read(path, ...) of each corpus"
        )
    choice = "tiers=[NAME] of read"
    return Sides(with_tiers_noted(ref, choice, as_words=True), with_tiers_noted(hyp, choice, as_words=True))


def read_reference(source: formats.Source, how: Reading) -> tuple[Corpus, formats.Format]:
    """The content of a reference alone, and its format."""
    if how.columns == NO_COLUMNS:
        record = _record(source, how.ref_format)
    else:
        table = table_format(source, how.ref_format, has_columns=True)
        if table is None:
            raise UsageError(
                f"{source.name} is not a table; ref_column= (--ref-column) and id_column= (--id-column) are for "
                f"{', '.join(TABLES)}"
            )
        record = table
    return _columns(source, record, how, 0)[0], record


def content_of_rows(
    source: formats.Source, how: Reading, place: int
) -> tuple[Corpus, tuple[Taken, ...], formats.Format]:
    """The content of a file next to a folder, the column of a table that was taken, and the format."""
    name = (how.ref_format, how.hyp_format)[place]
    record = table_format(source, name) or _record(source, name)
    return *_columns(source, record, how, place), record


def same_file(
    ref: formats.Target, hyp: formats.Target, how: Reading, taken: Sequence[Taken], is_copy: Callable[[], bool]
) -> Iterator[Notice]:
    """A notice if one column or tier of a file is compared with itself, or with a copy of the file."""
    columns = [side.column for side in taken] if len(taken) > 1 else [how.columns.ref, how.columns.hyp]
    if columns[0] != columns[1] or (how.tiers.ref or how.tiers.both) != (how.tiers.hyp or how.tiers.both):
        return
    if is_one_file(ref, hyp):
        name = os.fspath(ref) if isinstance(ref, (str, os.PathLike)) else ""
        yield Notice("same file", f"reference and hypothesis are the same file, {name}: it is scored against itself")
    elif not isinstance(ref, bytes) and not isinstance(hyp, bytes) and is_copy():
        yield Notice(COPIED, "reference and hypothesis have the same content, byte for byte: is one a copy?")


def _is_copy(first: bytes, other: bytes) -> bool:
    """Whether two files have the same content, and more of it than what is often recognised without an error."""
    return first == other and first.count(b" ") >= _FEW


def _two_files(sources: tuple[formats.Source, formats.Source], how: Reading) -> Sides:
    """The content of two files."""
    records = records_of(sources, how)
    undecided = [
        name is None and record.name == _BARE and source.folder is None
        for name, record, source in zip((how.ref_format, how.hyp_format), records, sources, strict=True)
    ]
    if all(undecided):
        return _lines(*sources, how)
    if undecided[0]:
        hyp, taken = _columns(sources[1], records[1], how, 1)
        record, notices = _beside(sources[0], hyp, 0)
        return Sides(how.read(sources[0], record, 0), hyp, notices, taken)
    if undecided[1]:
        ref, taken = _columns(sources[0], records[0], how, 0)
        record, notices = _beside(sources[1], ref, 1)
        return Sides(ref, how.read(sources[1], record, 1), notices, taken)
    (ref, ref_taken), (hyp, hyp_taken) = both(
        lambda: _columns(sources[0], records[0], how, 0), lambda: _columns(sources[1], records[1], how, 1), how.threads
    )
    return Sides(ref, hyp, taken=(*ref_taken, *hyp_taken))


def records_of(sources: tuple[formats.Source, formats.Source], how: Reading) -> tuple[formats.Format, formats.Format]:
    """The formats of both files, one of which is a table if columns are named."""
    names = how.ref_format, how.hyp_format
    if how.columns == NO_COLUMNS:
        return _record(sources[0], names[0]), _record(sources[1], names[1])
    tables = [table_format(source, name, has_columns=True) for source, name in zip(sources, names, strict=True)]
    for place, side in enumerate(("ref", "hyp")):
        if how.columns.named(place) is not None and tables[place] is None:
            raise UsageError(
                f"{sources[place].name} is not a table; {side}_column= (--{side}-column) is for {', '.join(TABLES)}"
            )
    if tables == [None, None]:
        raise UsageError(
            f"neither {sources[0].name} nor {sources[1].name} is a table; id_column= (--id-column) is for "
            f"{', '.join(TABLES)}"
        )
    return tables[0] or _record(sources[0], names[0]), tables[1] or _record(sources[1], names[1])


def _record(source: formats.Source, name: str | None) -> formats.Format:
    record = formats.by_name(name) if name else formats.detect(source)
    if record.words == "none":
        raise UsageError(f"{source.name}: {record.name} has no words; expected a format with words")
    return record


# --- tables --------------------------------------------------------------------------------------


def _one_table(source: formats.Source, how: Reading) -> Sides:
    """Both sides are columns of one table."""
    if source.folder is None and not source.start():
        raise UsageError(f"{source.name}: an empty file; expected a table with references and hypotheses")
    if source.folder is not None and _is_collection(source, how):
        raise UsageError(
            f"{source.name}: a folder of files; expected a file or folder with hypotheses, too, or score_table(folder) "
            "for files that hold both sides"
        )
    record = table_format(source, how.ref_format, has_columns=how.columns != NO_COLUMNS)
    if record is None and (both := both_sided(source, how.ref_format)) is not None:
        return _alignments(source, both)
    if record is None:
        way = ""
        if not how.ref_format and any("\t" in line for line in source.head(1)):
            way = "; ref_format='tsv' (--ref-format tsv) reads columns between tabs"
        elif not how.ref_format and not os.path.splitext(source.name)[1]:
            way = "; ref_format= (--ref-format) names its format"
        raise UsageError(
            f"{source.name}: no hypothesis; expected a second file, or a table ({', '.join(TABLES)}) with columns of "
            f"references and hypotheses{way}"
        )
    from .column_names import SEPARATORS, both_among, names_of

    names = names_of(source, record, how.columns.wanted())
    lines = source.head() if record.name in (*SEPARATORS, "jsonl") else ()
    ref, hyp = both_among(names, how.columns, source.name, lines)
    if _CHUNK in names:
        from .manifests import is_chunked

        if (ref, hyp) == ("text", "pred_text") and is_chunked(names):
            return _chunks(source, record)
    taken = _taken_of_one(source, record, how, (ref, hyp))
    text = f"one table: column {ref!r} is the reference, column {hyp!r} the hypothesis"
    others = f"; {taken[1].left} also" if taken[1].others else ""
    are_named = how.columns.ref is not None and how.columns.hyp is not None
    choice = "" if are_named else "; ref_column= (--ref-column) and hyp_column= (--hyp-column) choose others"
    notice = Notice("columns", f"{text}{others}{choice}")
    return Sides(how.read(source, record, 0, ref), how.read(source, record, 1, hyp), (notice,), taken, by_row=True)


def _is_collection(source: formats.Source, how: Reading) -> bool:
    """Whether a folder holds separate files, and is not one corpus."""
    from ....formats.detection import is_one

    return not is_one(source.name, how.ref_format)


def _taken_of_one(
    source: formats.Source, record: formats.Format, how: Reading, columns: tuple[str, str]
) -> tuple[Taken, Taken]:
    """The columns taken from one table with both sides: other columns are other hypotheses."""
    from .column_names import check_cells, first_rows
    from .taken import Taken, differing

    rows = first_rows(source, record, how.columns.wanted())
    for column in columns:
        check_cells(rows, column, source.name)
    others = differing(rows, columns[0], columns)
    return (
        Taken(source.name, 0, columns[0], named=how.columns.ref is not None),
        Taken(source.name, 1, columns[1], others, how.columns.hyp is not None),
    )


def both_sided(source: formats.Source, name: str | None) -> formats.Format | None:
    """The format of a file that holds the words of both sides; None for any other file."""
    if name is None and not _is_known(source):
        return None
    record = formats.by_name(name) if name else formats.detect(source)
    return record if record.both_sides else None


def _alignments(source: formats.Source, record: formats.Format) -> Sides:
    """Both sides of alignments, such as sclite's sgml, whose words are aligned anew."""
    from ....formats.engine.both_sides import COUNTS

    ref, hyp = (record.read(source, side=side) for side in ("ref", "hyp"))
    meta = dict(ref.meta)
    stated = [each for name, each in _STATED.items() if meta.get(f"{record.name}:{name}", "") in ("1", "TRUE")]
    settings = f" with the settings that it states: {', '.join(shown for _, shown in stated)}" if stated else ""
    text = f"{source.name} holds both sides; their words are aligned again{settings}"
    return Sides(
        ref,
        hyp,
        (Notice("alignments", text),),
        stated=tuple(name for name, _ in stated),
        counts=meta.get(f"{record.name}:{COUNTS}", ""),
    )


def _chunks(source: formats.Source, record: formats.Format) -> Sides:
    """Both sides of a manifest whose rows are chunks of recordings, joined."""
    from .manifests import PARENT, read_chunks

    manifest = read_chunks(source)
    size = len(manifest.ids)
    tables = [
        Table(size, path=source.name, id=list(manifest.ids), text=list(side)) for side in (manifest.refs, manifest.hyps)
    ]
    tables[0].further = lambda _: manifest.seconds
    ref, hyp = (Corpus(table, format=record.name, path=source.name) for table in tables)
    text = f"chunks are joined by {PARENT!r} in the order of {_CHUNK!r}: {quantity(size, 'recording')}"
    notices = [Notice("chunks", text)]
    if manifest.broken:
        notices.append(Notice("missing chunks", manifest.complaint))
    return Sides(ref, hyp, tuple(notices), by_row=True)


def table_format(source: formats.Source, name: str | None, *, has_columns: bool = False) -> formats.Format | None:
    """The format of a table; None for another file. Lines of JSON are a table, whatever the names of their members,
    and though a cell holds the answer of a recogniser where the caller names columns."""
    if name is None and source.start()[:1] == b"{":
        # Imported only now: most files are not JSON.
        from ....formats.engine.json_shapes import are_lines

        shown = formats.detect(source).name if _is_known(source) else "jsonl"
        if has_columns and shown not in TABLES and are_lines(source.head()):
            shown = "jsonl"
        return formats.by_name(shown) if shown in TABLES else None
    record = _record(source, name)
    return record if record.name in TABLES else None


def _is_known(source: formats.Source) -> bool:
    try:
        return formats.detect(source).name != _BARE
    except UsageError:
        return False


def _columns(
    source: formats.Source, record: formats.Format, how: Reading, place: int
) -> tuple[Corpus, tuple[Taken, ...]]:
    """The content of one of two files, and the column that was taken."""
    column, taken = column_of(source, record, how, place)
    try:
        return how.read(source, record, place, column), taken
    except formats.FormatError:
        if column is None and record.name in TABLES:
            from .column_names import check_texts

            check_texts(source, record, ("ref", "hyp")[place])
        raise


def column_of(
    source: formats.Source, record: formats.Format, how: Reading, place: int
) -> tuple[str | None, tuple[Taken, ...]]:
    """The column of texts to read of one of two files, None for the one that every reader takes; and what was taken."""
    if record.name not in TABLES and not record.both_sides:
        return None, ()
    # Imported only now: most runs read no table.
    from ....formats.roles import OF_REFERENCES, first_usual
    from .column_names import check_cells, check_texts, column_of_side, first_rows
    from .taken import Taken, are_numbers, differing

    if record.both_sides:
        side = ("ref", "hyp")[place]
        return side, (Taken(source.name, place, side, named=True),)

    if (named := how.columns.named(place)) is not None:
        check_cells(first_rows(source, record, how.columns.wanted()), named, source.name)
        return named, (Taken(source.name, place, named, named=True),)
    name, column = column_of_side(source, record, place)
    if name is None:
        return None, ()
    rows = first_rows(source, record)
    others = differing(rows, name)
    if place and others and first_usual(OF_REFERENCES, [name]):
        check_texts(source, record, "hyp")  # a copied reference, next to what was recognised
    return column, (Taken(source.name, place, name, others, are_numbers=are_numbers(rows, name)),)


# --- lines of text -------------------------------------------------------------------------------


def _lines(ref: formats.Source, hyp: formats.Source, how: Reading) -> Sides:
    """Both sides are lines of text: with ids or without."""
    from .line_ids import verdict

    judged = verdict(ref, hyp)
    if not judged.format:
        advice = _REPLACE.format(sign=judged.separator) if judged.separator else _NAME_BOTH
        raise UsageError(f"{ref.name} and {hyp.name} may be plain text or Kaldi text: {judged.reason}; {advice}")
    record = formats.by_name(judged.format)
    notices: tuple[Notice, ...] = ()
    if judged.reason:
        keyed = judged.format == _KEYED
        read, other, otherwise = ("its id", _BARE, "a word") if keyed else ("a word", _KEYED, "its id")
        advice = (
            f"ref_format='{other}' (--ref-format {other}) and hyp_format='{other}' (--hyp-format {other}) read it as "
            f"{otherwise}"
        )
        text = f"reading the first word of each line as {read}: {judged.reason}; {advice}"
        notices = (Notice("line ids", text),)
    return Sides(how.read(ref, record, 0), how.read(hyp, record, 1), notices)


def _beside(source: formats.Source, other: Corpus, place: int) -> tuple[formats.Format, tuple[Notice, ...]]:
    """The format of lines of text if the format of the other side is known: with ids if that side has the same."""
    from ....formats.kaldi import first_words, has_ids
    from .line_ids import are_same_ids, shares

    is_by_id = "ids" in formats.by_name(other.format).carries
    firsts, names = first_words(source), other.ids() if is_by_id else recordings_of_rows(other)
    if firsts.are_different and are_same_ids(firsts, names):
        return formats.by_name(_KEYED), ()
    ids = {*names} - {""}
    if ids and shares(firsts, ids):
        reason = "the other side has these ids"
    elif ids and is_by_id and has_ids(source.head()):
        reason = "every line begins with what looks like an id, and the other side has ids, too"
    else:
        return formats.by_name(_BARE), ()
    side, option = (("reference", "ref"), ("hypothesis", "hyp"))[place]
    text = (
        f"reading the first word of each line of the {side} as its id: {reason}; "
        f"{option}_format='{_BARE}' (--{option}-format {_BARE}) reads it as a word"
    )
    return formats.by_name(_KEYED), (Notice("line ids", text),)
