"""Damaged files of every format: a reader gives a corpus or refuses with a message; nothing else may happen."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from scorelite import formats
from scorelite.formats.registry import FORMATS, Entry
from tests.fuzz import corpora
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different
from tests.fuzz.harm import harmed
from tests.fuzz.run import place_of, run_ours, run_program

SAMPLES = Path(__file__).parent.parent / "formats" / "samples"
_HURTFUL = [
    b"0",
    b"-1",
    b"9" * 30,
    b"1e400",
    b"nan",
    b"inf",
    b"<",
    b">",
    b"<b>",
    b"</b>",
    b"<!--",
    b"-->",
    b"]]>",
    b"&x;",
]
_HURTFUL += [
    b"&#0;",
    b"{",
    b"}",
    b"[",
    b"]",
    b"{}",
    b"[]",
    b"null",
    b"true",
    b'""',
    b'"',
    b"\\ud800",
    b"\\u0000",
    b"\0",
]
_HURTFUL += [
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"a\tb",
    b"a b c d e f",
    b"x" * 2000,
    b"[" * 500,
    b"<b>" * 300,
]
_HURTFUL += [
    b"00:00:01,000 --> 00:00:00,000",
    b"-0",
    b"1_000",
    "٣".encode(),
    b"+5",
    b"0x10",
    b" 1",
    b"\x85",
    b"\xe2\x80\xa8",
]
_HURTFUL += [
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
    b";; x",
    b"#",
    b"(a-1)",
    b"<NA>",
    b"1" + b"0" * 400,
    b"-",
    b"\r",
    b"'" * 9,
]
_VALUES = [None, True, "x", "", -1, 1e308, 10**400, [], {}, [[]], [{}], {"": {}}, "\ud800", "\0", "1e400", 0.5, "a b"]
_ENCODINGS = ("utf-8", "utf-16", "utf-32", "latin-1", "utf-16-le", "idna", "utf-7", "gb18030")
_COMMANDS = ("score", "segments", "convert")
# What `scorelite compare` and Kaldi's programs read.
_SCORES = (
    b"%WER 12.50 [ 1 / 8, 0 ins, 1 del, 0 sub ]\n%SER 50.00 [ 1 / 2 ]\nScored 2 sentences, 0 not present in hyp.\n",
    b'{"signature": "scorelite:0.1.0|policy:sclite", "wer": 0.125, "correct": 7, "substitutions": 0, "deletions": 1}\n',
    b"u1 ref a b ***\nu1 hyp a c d\nu1 op C S I\nu1 #csid 1 1 1 0\n",
    b"SPEAKER id #SENT #WORD Corr Sub Ins Del Err S.Err\nu raw 1 2 1 1 1 0 2 1\nSUM raw 1 2 1 1 1 0 2 1\n",
    b"      | Sum/Avg|    2      8 | 87.5    0.0   12.5    0.0   12.5   50.0 |\n",
    b"u1 a b c\nu2 d\n",
    b"u1 \0B\4\2\0\0\0\4\1\0\0\0\4\2\0\0\0",
)
_KALDI = (
    "compute-wer",
    "compute-wer-bootci",
    "align-text",
    "wer_per_utt_details",
    "wer_per_spk_details",
    "wer_ops_details",
)
_KWS = (("--ecf", "ecf.xml"), ("--rttm", "rttm.rttm"), ("--kwlist", "kwlist.xml"), ("--kwslist", "kwslist.xml"))


@cache
def samples(name: str) -> tuple[tuple[tuple[str, bytes], ...], ...]:
    """The samples of a format: each one file, or the files of a folder."""
    samples = []
    for path in sorted(SAMPLES.iterdir()):
        if path.name.partition(".")[0].partition("_")[0] == name:
            members = sorted(path.rglob("*")) if path.is_dir() else [path]
            base = path if path.is_dir() else path.parent
            files = [member for member in members if member.is_file()]
            samples.append(tuple((file.relative_to(base).as_posix(), file.read_bytes()) for file in files))
    return tuple(samples)


@cache
def entries() -> tuple[Entry, ...]:
    """The formats whose libraries are installed."""
    return tuple(entry for entry in FORMATS.entries if entry.name != "parquet" or _has_parquet())


def _has_parquet() -> bool:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        return False
    return True


def undamaged(entry: Entry, chance: Random) -> tuple[tuple[str, bytes], ...]:
    """A sample of the format, or a random corpus as its writer writes it, where it does."""
    if entry.folder or (not entry.read_only and chance.random() < 0.4):
        if entry.folder:
            return chance.choice(samples(entry.name))
        try:
            buffer = io.BytesIO()
            formats.write(corpora.corpus_of(corpora.lines(chance)), buffer, format=entry.name)
            return (("x", buffer.getvalue()),)
        except Exception:  # whether a writer refuses as it should is what the kind `writers` checks
            pass
    return chance.choice(samples(entry.name) or ((("x", b"PAR1"),),))


def make(chance: Random) -> Case:
    """A damaged file, and how it is read: by a reader, or by a command."""
    drawn = chance.random()
    if drawn < 0.1:
        return _scores(chance) if drawn < 0.05 else _keywords(chance)
    entry = chance.choice(entries())
    files = list(undamaged(entry, chance))
    place = chance.randrange(len(files))
    name, data = files[place]
    if data[:1] in b"[{" and chance.random() < 0.4:
        data = _changed_json(data, chance)
    elif chance.random() < 0.95:
        others = [
            line for _, other in chance.choice(samples(chance.choice(entries()).name) or ((),)) for line in [other]
        ]
        data = harmed(data, chance, [*_HURTFUL, *others])
    if chance.random() < 0.05:
        data = _encoded(data, chance)
    if chance.random() < 0.03:
        data = gzip.compress(data, mtime=0)[: chance.choice((None, None, -1, 20))]
    files[place] = (name, data)
    if entry.folder:
        return Case(tuple((f"folder/{name}", data) for name, data in files), (), (("format", entry.name),))
    path = "x" + chance.choice((*entry.suffixes, "", ".txt", ".json", ".xml"))
    case = Case(((path, data),), (), (("format", entry.name if chance.random() < 0.6 else ""), ("path", path)))
    if chance.random() < 0.25:
        return Case(case.files, (_command(path, entry, chance),))
    options = [("errors", "surrogateescape")] * (chance.random() < 0.3)
    options += [("encoding", chance.choice(_ENCODINGS))] * (chance.random() < 0.1)
    return Case(case.files, (), (*case.facts, *options))


def _command(path: str, entry: Entry, chance: Random) -> Command:
    name = chance.choice(_COMMANDS)
    groups: list[tuple[str, ...]] = [(name,)]
    if name == "convert":
        target = chance.choice([other.name for other in entries() if not other.read_only])
        groups += [("--from", entry.name), ("--to", target), ("--interpolate",), (path, "out")]
    else:
        groups += [("--ref-format", entry.name), ("--hyp-format", entry.name), (path, path), ("--json",)]
    if name in ("convert", "score") and chance.random() < 0.3:
        groups.append(("--errors", "surrogateescape"))
    return Command("scorelite", tuple(groups))


def _scores(chance: Random) -> Case:
    """Damaged scores for `scorelite compare`, and damaged tables for Kaldi's programs."""
    first, two = (harmed(chance.choice(_SCORES), chance, [*_HURTFUL, *_SCORES], (0, 1, 1, 3)) for _ in range(2))
    files = (("one", first), ("two", two))
    if chance.random() < 0.7:
        flags = [("--json",), ("--markdown",), ("--exact",), ("--significant", "--ref", "one")]
        return Case(files, (Command("scorelite", (("compare", "one", "two"), chance.choice(flags))),))
    name = chance.choice(_KALDI)
    words = {"compute-wer": ("ark:one", "ark:two"), "wer_per_utt_details": (), "wer_ops_details": ()}
    words |= {"wer_per_spk_details": ("two",), "align-text": ("ark:one", "ark:two", "ark,t:-")}
    tables = words.get(name, words["compute-wer"])
    return Case(files, (Command("scorelite", (("kaldi", name), tables), "one"),))


def _keywords(chance: Random) -> Case:
    """The four files of keyword spotting, one or two of them damaged."""
    files = []
    for _, name in _KWS:
        data = (SAMPLES / name).read_bytes()
        files.append((name, harmed(data, chance, _HURTFUL) if chance.random() < 0.4 else data))
    outputs = [
        ("--json", "--keywords"),
        ("--check",),
        ("--report", "sum,bsum,alignment"),
        ("--segments", "--json"),
        ("--page", "p"),
    ]
    return Case(tuple(files), (Command("scorelite", (("kws",), *_KWS, chance.choice(outputs))),))


def _encoded(data: bytes, chance: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    try:
        return text.encode(chance.choice(_ENCODINGS[:5]))
    except UnicodeError:
        return text.encode("utf-16")


def _changed_json(data: bytes, chance: Random) -> bytes:
    """JSON, or lines of it, with one value, name or member changed."""
    rows = data.split(b"\n")
    place = chance.randrange(len(rows)) if data[:1] == b"{" and len(rows) > 1 else None
    try:
        value = json.loads(data if place is None else rows[place])
    except ValueError:
        try:
            value, place = json.loads(data), None
        except ValueError:
            return harmed(data, chance, _HURTFUL)
    for _ in range(chance.choice((1, 1, 3))):
        paths = list(_paths(value))
        value = _replaced(value, chance.choice(paths), chance)
    text = json.dumps(value).encode()
    return text if place is None else b"\n".join([*rows[:place], text, *rows[place + 1 :]])


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, (dict, list)):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(member, (*path, key))


def _replaced(value: Any, path: tuple[Any, ...], chance: Random) -> Any:
    if not path:
        return chance.choice((*_VALUES, [value], [value, value], {"a": value}))
    copy = dict(value) if isinstance(value, dict) else list(value)
    if len(path) == 1 and chance.random() < 0.2:
        del copy[path[0]]
    else:
        copy[path[0]] = _replaced(value[path[0]], path[1:], chance)
    return copy


# --- the check ----------------------------------------------------------------------------------------


def lacks() -> str:
    """Loads all formats, before memory is watched."""
    from scorelite.scoring.cli import main  # noqa: F401

    for entry in entries():
        entry.load()
    formats.detect(formats.Source(b"x"))
    return ""


def check(case: Case, where: Path) -> Verdict:
    """A corpus that can be looked at whole, or one of our own errors with a message."""
    if case.commands:
        return _of_command(case, case.commands[0], where)
    folder = where / "read"
    for name, _ in case.files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    case.fill(folder)
    options = {name: value for name, value in case.facts if name in ("errors", "encoding")}
    path = folder / case.fact("path", "folder")
    try:
        corpus = formats.read(path, format=case.fact("format") or None, **options)
        look_at(corpus)
    except formats.ScoreliteError as error:
        return IDENTICAL if str(error).strip() else different("an error without a message")
    except Exception as error:
        return different(f"exception: {place_of(error)}", str(error)[:2000])
    finally:
        for name, _ in case.files:
            (folder / name).unlink()
    return IDENTICAL


def _of_command(case: Case, command: Command, where: Path) -> Verdict:
    kaldi = command.words[0] == "kaldi"
    if kaldi:
        # A broken archive ends these programs by a signal, as it ends Kaldi's: they need a process of their own.
        outcome = run_program(Path(sys.executable).with_name("scorelite"), case, command, where)
    else:
        outcome = run_ours(case, command, where)
    told = outcome.err.decode("utf-8", "backslashreplace")
    if isinstance(outcome.code, str) and not (kaldi and outcome.code == "SIGABRT"):
        return different(f"exception: {outcome.code}", told)
    allowed = (0, 1, 2, 255, "SIGABRT") if kaldi else (0, 1, 2)
    if "Traceback" in told or "not enough memory" in told or outcome.code not in allowed:
        return different(f"exit code {outcome.code}", told)
    return IDENTICAL


def look_at(corpus: formats.Corpus) -> None:
    """Looks at everything a corpus holds, most of which is made when it is looked at."""
    for segment in corpus.segments:
        hash(segment)
        repr(segment.items)
    corpus.ids(), corpus.texts(), corpus.grammars()
    formats.lost(corpus, formats.by_name("txt"))


KIND = Kind("readers", "damaged files of every format: read, or refused with a message", 20, make, check, lacks)
