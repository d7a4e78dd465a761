"""One run of rover: words of all files are read, and put to a vote file by file and channel by channel."""

from __future__ import annotations

from collections.abc import Iterator

from .. import Failure, file_content, resource
from ..arguments import CommandLineError, refuse
from ..streams import Streams, create
from .command_line import Command, parse
from .voting import written
from .words import Words


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program; returns its exit code."""
    try:
        command = parse(words)
    except CommandLineError as error:
        return refuse(error, resource("sctk/rover.txt"), b"rover: ", streams)
    # Other formats are accepted, and nothing is done with them.
    if command.hypotheses[0][1] == b"ctm":
        _vote(command, streams)
    return 0


def _vote(command: Command, streams: Streams) -> None:
    """Votes on all words; whatever comes before an error is written too, as by the reference."""
    if command.feedback > 1:
        streams.out(b"Beginning: mfalign_ctm_files\n")
    assert command.output is not None
    target = create(command.output)
    if target is None:
        raise Failure(b"Error: unable to open output file '" + command.output + b"'\n")
    output: list[bytes] = []
    try:
        if command.method == b"putat":
            output.append(b'<input names="' + b" ".join(name for name, _ in command.hypotheses) + b'">\n')
        systems = [_opened(name, command) for name, _ in command.hypotheses]
        for chunk in _written(systems, command, streams):
            output.append(chunk)
    finally:
        target.save(output)


def _opened(name: bytes, command: Command) -> Words:
    try:
        data = file_content(name)
    except (OSError, ValueError):
        raise Failure(b"Can't open input hypothesis file " + name + b"\n") from None
    words = Words(name, data, sensitive=command.sensitive)
    words.refuse_alternatives()
    return words


def _written(systems: list[Words], command: Command, streams: Streams) -> Iterator[bytes]:
    """The output, file by file and channel by channel."""
    first = systems[0]
    done = False
    while not done:
        _locate(systems, command, streams)
        yield from written(systems, first.place, command)
        for words in systems:
            words.leave()
        # A single word that is left in every system is forgotten: the last channel is lost if it has only one.
        done = all(words.has_ended for words in systems)


def _locate(systems: list[Words], command: Command, streams: Streams) -> None:
    """Finds the rows of the next file and channel in all systems, which must name the same file."""
    first = systems[0]
    for words in systems:
        words.fill(streams)
        words.bound()
        if not first.has_rows:
            # The reference crashes, or never ends.
            raise Failure(b"rover: %b: no words left for the file and channel of other systems\n" % first.name)
        if words.has_rows and words.place[0] != first.place[0]:
            what = b"Error: Conversation mismatches in %b and %b, %b and %b respectively"
            raise Failure(what % (first.name, words.name, first.place[0], words.place[0]))
    if command.feedback >= 1:
        streams.out(b"Working on conversation: %b channel: %b\n" % first.place)
        for words in systems:
            streams.out(b"   File: %b  range %d-%d\n" % (words.name, *words.range))
