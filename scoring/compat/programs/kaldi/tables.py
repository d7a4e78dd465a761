"""Kaldi's tables: `ark:` and `scp:` of texts, read in order or looked up by key; and output of alignments.

A table is read whole, but an error in it is reported only when Kaldi would have read so far, and never if Kaldi would
not have read so far.
"""

from __future__ import annotations

import os
from itertools import pairwise

from ...pipes import output_of
from .console import Aborted, Fatal, Program, read_stdin
from .options import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BLANKS = b" \t\n\v\f\r"
_OTHER_BLANKS = (b"\t", b"\v", b"\f", b"\r")
_INL = "util/kaldi-table-inl.h"
# Bytes of a token: printable ASCII, and all bytes beyond ASCII except the last.
_TOKEN = bytes(range(33, 127)) + bytes(range(128, 255))
_MODIFIERS = frozenset((b"b", b"t", b"o", b"no", b"p", b"np", b"s", b"ns", b"cs", b"ncs", b"bg"))


def is_token(word: bytes) -> bool:
    """True if Kaldi accepts this as a token.

    >>> is_token(b"caf\\xc3\\xa9"), is_token(b"a\\x01"), is_token(b"")
    (True, False, False)
    """
    return bool(word) and not word.translate(None, _TOKEN)


def all_tokens(text: bytes) -> bool:
    """True if every word of a text is a token."""
    return not text.translate(None, _TOKEN + BLANKS)


class Records:
    """Records of an archive, up to its end or to the first one that cannot be read."""

    def __init__(self, data: bytes) -> None:
        self.keys: list[bytes] = []
        self.texts: list[bytes] = []
        # Error after the last record: (key, the byte behind it), or (key, None) if its line could not be read.
        self.problem: tuple[bytes, int | None] | None = None
        *lines, last = data.split(b"\n")
        if not self._add_usual(data, lines):
            for line in lines:
                self._add(line, True)
                if self.problem is not None:
                    return
        self._add(last, False)

    def _add_usual(self, data: bytes, lines: list[bytes]) -> bool:
        """Adds all lines if each is a key, a blank and a text, without other blanks; False if one is not."""
        ends = [line.find(b" ") for line in lines]
        if min(ends, default=1) <= 0 or any(blank in data for blank in _OTHER_BLANKS):
            return False
        self.keys = [line[:end] for line, end in zip(lines, ends, strict=True)]
        self.texts = [line[end + 1 :] for line, end in zip(lines, ends, strict=True)]
        return True

    def _add(self, line: bytes, whole: bool) -> None:
        pair = line.split(None, 1)
        if not pair:
            return
        key = pair[0]
        behind = line[line.index(key) + len(key) :]
        if not behind:
            # A bare key at the end of a file is dropped silently.
            if whole:
                self.keys.append(key)
                self.texts.append(b"")
        elif behind[:1] not in (b" ", b"\t"):
            self.problem = key, behind[0]
        elif len(behind) == 1 and not whole:
            self.problem = key, None
        else:
            self.keys.append(key)
            self.texts.append(pair[1] if len(pair) > 1 else b"")


class _Table:
    """Base of both ways of reading."""

    def __init__(self, program: Program, specifier: bytes) -> None:
        self.program = program
        self.specifier = specifier
        kind, modifiers, self.name = classify(specifier)
        self.kind = kind
        self.permissive = _last(modifiers, b"p", b"np")
        self.sorted = _last(modifiers, b"s", b"ns")
        self.called_sorted = _last(modifiers, b"cs", b"ncs")
        self.broken = False
        self.status = 0
        if kind == b"scp":
            self.records = _script(program, self.name, self.refusal())
            return
        if kind is None:
            program.warn(self.invalid_place(), self.invalid_text() + specifier)
            raise self.refusal()
        data, self.status = load(program, self.name)
        if data is None:
            program.warn(self.open_place(), b"Failed to open stream " + printable(self.name))
            raise self.refusal()
        self.records = Records(data)

    def refusal(self) -> Fatal:
        """Error of a table that cannot be opened."""
        raise NotImplementedError

    def invalid_place(self) -> str:
        """Place in Kaldi's source of the error about a wrong specifier."""
        raise NotImplementedError

    def invalid_text(self) -> bytes:
        """Text of the error about a wrong specifier."""
        raise NotImplementedError

    def open_place(self) -> str:
        """Place in Kaldi's source of the error about a stream that cannot be opened."""
        raise NotImplementedError

    def say_problem(self, place: str, lines: tuple[int, int], extra: bytes) -> None:
        """Reports the error in the archive, when reading has reached it."""
        if self.records.problem is None or self.broken:
            return
        self.broken = True
        key, byte = self.records.problem
        name = printable(self.name)
        if byte is None:
            text = b"BasicVectorHolder::Read, error reading line [eof]"
            self.program.warn("Read():util/kaldi-holder-inl.h:725", text)
            self.program.warn(f"{place}:{_INL}:{lines[1]}", b"Object read failed, reading archive " + name)
            return
        text = b"Invalid archive file format: expected space after key %s, got character [character %d], reading %s%s"
        self.program.warn(f"{place}:{_INL}:{lines[0]}", text % (key, byte, extra, name))


class SequentialReader(_Table):
    """Table read from its beginning to its end."""

    def __init__(self, program: Program, specifier: bytes) -> None:
        super().__init__(program, specifier)
        if not self.records.keys and self.records.problem is not None:
            self.finish()
            text = b"Error beginning to read archive file (wrong filename?): " + printable(self.name)
            program.warn(f"Open():{_INL}:521", text)
            raise self.refusal()

    def refusal(self) -> Fatal:
        return Fatal(
            f"SequentialTableReader():{_INL}:860", b"Error constructing TableReader: rspecifier is " + self.specifier
        )

    def invalid_place(self) -> str:
        return f"Open():{_INL}:880"

    def invalid_text(self) -> bytes:
        return b"Invalid rspecifier "

    def open_place(self) -> str:
        return f"Open():{_INL}:513"

    def finish(self) -> None:
        """Ends reading after the last record."""
        self.say_problem("Next()", (562, 574), b"")

    def close(self) -> None:
        """Closes the table; a broken table aborts the program."""
        if not self.broken and not self.status:
            return
        name = printable(self.name)
        if self.permissive:
            text = b"Error detected closing TableReader for archive %s but ignoring it as permissive mode specified."
            self.program.warn(f"Close():{_INL}:663", text % name)
            return
        text = b"TableReader: error detected closing archive " + name
        self.program.log("ERROR", f"~SequentialTableReaderArchiveImpl():{_INL}:678", text)
        raise Aborted


class Lookup(_Table):
    """Table for look-ups by key, read only as far as they require."""

    def __init__(self, program: Program, specifier: bytes) -> None:
        super().__init__(program, specifier)
        self._count = 0  # records read so far
        self._texts: dict[bytes, bytes] = {}
        self._last = b""  # with option s: the last key read, and with cs the last one requested
        self._requested = b""
        if self.kind == b"scp":
            self._check_script()

    def refusal(self) -> Fatal:
        text = b"Error opening RandomAccessTableReader object  (rspecifier is: " + self.specifier + b")"
        return Fatal(f"RandomAccessTableReader():{_INL}:2512", text)

    def invalid_place(self) -> str:
        return f"Open():{_INL}:2537"

    def invalid_text(self) -> bytes:
        return b"Invalid rspecifier: "

    def open_place(self) -> str:
        return f"Open():{_INL}:1920"

    def find(self, key: bytes) -> bytes | None:
        """Text of this key, or None; reads the archive only as far as Kaldi does, and raises its errors."""
        if not is_token(key):
            raise Fatal(f"HasKey():{_INL}:2554", b'Invalid key "' + key + b'"')
        if self.kind == b"scp" or not self.sorted:
            return self._find_anywhere(key)
        return self._find_from_here(key) if self.called_sorted else self._find_sorted(key)

    def _next_key(self) -> bytes | None:
        """Key of the next record; None at the end, or where the archive cannot be read any further."""
        if self._count == len(self.records.keys):
            self.say_problem("ReadNextObject()", (1958, 1973), b"archive ")
            return None
        self._count += 1
        return self.records.keys[self._count - 1]

    def _find_anywhere(self, key: bytes) -> bytes | None:
        texts = self._texts
        while key not in texts:
            name = self._next_key()
            if name is None:
                return None
            if name in texts:
                text = b"Error in RandomAccessTableReader: duplicate key %s in archive %s" % (name, self.name)
                raise Fatal(f"FindKeyInternal():{_INL}:2463", text)
            texts[name] = self.records.texts[self._count - 1]
        return texts[key]

    def _find_sorted(self, key: bytes) -> bytes | None:
        """Option s: the archive is read up to the first key that is not before this one, and all of it is kept."""
        while self._last < key:
            name = self._next_key()
            if name is None:
                return None
            if self._last and name <= self._last:
                text = b"You provided the sorted (s) option but keys in archive %s are not in sorted order: "
                text = text % printable(self.name) + self._last + b" is followed by " + name
                raise Fatal(f"FindKeyInternal():{_INL}:2291", text)
            self._texts[name] = self.records.texts[self._count - 1]
            self._last = name
        return self._texts.get(key)

    def _find_from_here(self, key: bytes) -> bytes | None:
        """Options s and cs: keys are also requested in order, and only the last record is kept."""
        if key < self._requested:
            text = b'You provided the "cs" option but are not calling with keys in sorted order: '
            text += b"%s < %s: rspecifier is %s" % (key, self._requested, self.specifier)
            raise Fatal(f"FindKeyInternal():{_INL}:2106", text)
        self._requested = key
        while self._last < key:
            name = self._next_key()
            if name is None:
                return None
            if self._last and name <= self._last:
                text = (
                    b'You provided the "s" option  (sorted order), but keys are out of order or duplicated: '
                    b"%s is followed by %s: rspecifier is %s"
                )
                raise Fatal(f"FindKeyInternal():{_INL}:2149", text % (self._last, name, self.specifier))
            self._last = name
        return self.records.texts[self._count - 1] if self._last == key else None

    def _check_script(self) -> None:
        """Refuses a script file with a key twice, or in another order than option s says."""
        keys = self.records.keys if self.sorted else sorted(self.records.keys)
        for before, key in pairwise(keys):
            if before >= key:
                reason = b" contains duplicate key: "
                if before > key:
                    reason = b" is not sorted (remove s, option or add ns, option): key is "
                text = b"Script file " + printable(self.name) + reason + before
                self.program.warn(f"Open():{_INL}:1634", text)
                raise self.refusal()

    def close(self) -> None:
        """Closes the table; a broken table aborts the program."""
        if not self.broken:
            return
        if self.permissive:
            text = b"Error state detected closing reader.  Ignoring it because you specified permissive mode."
            self.program.warn(f"CloseInternal():{_INL}:2008", text)
            return
        self.program.log("ERROR", f"~RandomAccessTableReader():{_INL}:2578", b"failure detected in destructor.")
        raise Aborted


def classify(specifier: bytes) -> tuple[bytes | None, list[bytes], bytes]:
    """Kind (ark, scp or None), modifiers and file in the specifier of a table.

    >>> classify(b"ark,p:-"), classify(b"text")
    ((b'ark', [b'p'], b'-'), (None, [], b''))
    """
    before, colon, name = specifier.partition(b":")
    if not colon or specifier[-1:] in (b" ", b"\t", b"\n", b"\v", b"\f", b"\r"):
        return None, [], b""
    words = before.replace(b" ", b",").split(b",")
    kinds = [word for word in words if word in (b"ark", b"scp")]
    modifiers = [word for word in words if word in _MODIFIERS]
    if len(kinds) != 1 or len(modifiers) != len(words) - 1:
        return None, [], b""
    return kinds[0], modifiers, name


def _last(modifiers: Sequence[bytes], yes: bytes, no: bytes) -> bool:
    said = [word for word in modifiers if word in (yes, no)]
    return bool(said) and said[-1] == yes


def printable(name: bytes) -> bytes:
    """Name of a file in messages."""
    return b"standard input" if name in (b"", b"-") else escape(name)


def load(program: Program, name: bytes) -> tuple[bytes | None, int]:
    """Bytes of a file, of stdin or of `command |`, None if it cannot be opened; and the status of the command."""
    if name in (b"", b"-"):
        return read_stdin(), 0
    if name.endswith(b"|") and not name.startswith(b"|"):
        program.check_pipe(name)
        data, code = output_of(name[:-1])
        # Kaldi shows the status of the system call: the signal in the low byte, the exit code above.
        status = -code if code < 0 else code << 8
        if status:
            text = b"Pipe %s had nonzero return status %d" % (name, status)
            program.warn("Close():util/kaldi-io.cc:515", text)
        return data, status
    try:
        with open(name, "rb") as file:
            return file.read(), 0
    except (OSError, ValueError):
        return None, 0


def _script(program: Program, name: bytes, refusal: Fatal) -> Records:
    """Records that a script file names: each line has a key and a file, which may end with an offset."""
    data, _ = load(program, name)
    records = Records(b"")
    if data is None:
        program.warn("ReadScriptFile():util/kaldi-table.cc:35", b"Error opening script file: " + printable(name))
        raise refusal
    for number, line in enumerate(data.split(b"\n"), 1):
        pair = line.split(None, 1)
        if not line and number > data.count(b"\n"):
            break
        if len(pair) < 2:
            text = b'Invalid %d\'th line in script file:"%s"' % (number, line)
            program.warn("ReadScriptFile():util/kaldi-table.cc:72", text)
            raise refusal
        records.keys.append(pair[0])
        records.texts.append(_first_line(program, pair[1].strip(BLANKS)))
    return records


def _first_line(program: Program, name: bytes) -> bytes:
    path, _, offset = name.rpartition(b":")
    if path and offset.isdigit():
        data, _ = load(program, path)
        return data[int(offset) :].split(b"\n", 1)[0] if data is not None else _unreadable(name)
    data, _ = load(program, name)
    return data.split(b"\n", 1)[0] if data is not None else _unreadable(name)


def _unreadable(name: bytes) -> bytes:
    raise Fatal(f"Value():{_INL}:164", b"Failed to load object from " + printable(name))


class Writer:
    """Output table `ark[,t]:file`, `ark:-`, `ark:| command` or `ark,scp:file,file`, opened before anything is read."""

    def __init__(self, program: Program, specifier: bytes) -> None:
        self._program = program
        before, colon, name = specifier.partition(b":")
        words = before.replace(b" ", b",").split(b",")
        kinds = [word for word in words if word in (b"ark", b"scp")]
        others = [word for word in words if word not in (b"ark", b"scp", b"b", b"t", b"f", b"nf", b"p")]
        if not colon or others or kinds not in ([b"ark"], [b"ark", b"scp"]):
            program.warn(f"Open():{_INL}:1498", b"ClassifyWspecifier: invalid wspecifier " + specifier)
            raise _unwritable(specifier, 0)
        self._archive, _, self._script = name.partition(b",") if len(kinds) == 2 else (name, b"", b"")
        self.is_stdout = self._archive in (b"", b"-")
        for path in (self._archive, self._script):
            if path.startswith(b"|"):
                program.check_pipe(path)
            elif path not in (b"", b"-"):
                try:
                    open(path, "wb").close()
                except (OSError, ValueError) as error:
                    raise _unwritable(specifier, getattr(error, "errno", None) or 0) from None

    def write(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Writes keys and texts."""
        chunks, index, position = [], [], 0
        for key, text in rows:
            chunks.append(key + b" " + text + b"\n")
            index.append(b"%s %s:%d\n" % (key, self._archive, position + len(key) + 1))
            position += len(chunks[-1])
        self._store(self._archive, b"".join(chunks))
        if self._script:
            self._store(self._script, b"".join(index))

    def _store(self, name: bytes, data: bytes) -> None:
        if name in (b"", b"-"):
            self._program.output.append(data)
        elif name.startswith(b"|"):
            import subprocess

            subprocess.run(os.fsdecode(name[1:]), shell=True, input=data, check=False)
        else:
            with open(name, "wb") as file:
                file.write(data)


def _unwritable(specifier: bytes, number: int) -> Fatal:
    text = b"Failed to open table for writing with wspecifier: %s: errno (in case it's relevant) is: %s"
    return Fatal(f"TableWriter():{_INL}:1469", text % (specifier, os.strerror(number).encode()))
