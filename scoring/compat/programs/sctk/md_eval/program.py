"""One run of md-eval: reads both sides, scores each recording, and prints maps, stretches, lists and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import Failure
from ..options import Options
from ..streams import create
from .command_line import DIED, Command, command_of, heading, opened, parameters, wrong_set
from .reading import METADATA, Talk, read_glm, read_rttm, read_uem
from .recording import Recording
from .report import conditions, report
from .speakers import Sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..streams import ReportFile, Streams
    from .metadata_report import Summary
    from .speakers import Scored

    Key = tuple[bytes, bytes]
    Uem = dict[Key, list[tuple[float, float]]]

_MAP_HEAD = b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap\n"


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = Options(words, flags="1mvnwWoxedDh", valued="rRsSucaAMtTlpPgyYzZ")
    streams.error(options.complaints)
    streams.out(heading(words))
    command = command_of(options.values)
    map_file = _map_file(command)
    rows = [_MAP_HEAD]
    try:
        _run(command, None if map_file is None else rows, streams)
    finally:
        # The file is there, with what was mapped, even if the run fails later.
        if map_file is not None:
            map_file.save(rows)
    return 0


def _map_file(command: Command) -> ReportFile | None:
    name = command.values.get("M")
    if not name or name == b"0":
        return None
    file = create(name)
    if file is None:
        raise Failure(b"Error: Unable to open speaker map CSV file '" + name + b"' for write\n", 2)
    return file


def _run(command: Command, rows: list[bytes] | None, streams: Streams) -> None:
    if wrong := wrong_set(command):
        streams.out(wrong[1])
        raise wrong[0]
    streams.out(parameters(command))
    glm = read_glm(opened(command.values["g"], b"glm file")) if command.has("g") else {}
    refs: dict[Key, Talk] = {}
    systems: dict[Key, Talk] = {}
    for letter, talks in (("r", refs), ("s", systems)):
        for name in command.files(letter):
            read_rttm(opened(name, b"RTTM file"), name, talks, glm)
    uem: Uem = {}
    if command.has("u"):
        uem = read_uem(opened(command.values["u"], b"uem file"), keep_folders=command.has("n"))
    _Reports(command).print(_recordings(command, refs, systems, uem), rows, streams)


def _recordings(
    command: Command, refs: dict[Key, Talk], systems: dict[Key, Talk], uem: Uem
) -> Iterator[tuple[Key, Recording]]:
    for key in sorted(refs):
        yield key, Recording(key, refs[key], systems.get(key, Talk()), uem.get(key), command)


class _Reports:
    """Sums that the reports of a run show, by type of metadata and by condition."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.metadata: dict[str, Summary] = {}
        self.speakers: dict[str, Sums] = {}

    def print(self, recordings: Iterable[tuple[Key, Recording]], rows: list[bytes] | None, streams: Streams) -> None:
        """Prints what each recording shows as it is scored, then all reports."""
        for key, recording in recordings:
            self._add(key, recording, rows, streams)
        for kind in METADATA:
            if kind in self.metadata:
                from .metadata_report import metadata_report

                _print(metadata_report(kind, self.metadata[kind]), streams)
        if not self.speakers:
            if not self.metadata:
                # The reference says nothing here, and its exit code stays.
                streams.error(b"md-eval.pl: nothing is scored: the reference has no recording to be scored\n")
            return

        for condition in [*sorted(name for name in self.speakers if "ALL" not in name), "ALL"]:
            try:
                _print(report(self.speakers[condition], condition), streams)
            except ZeroDivisionError:
                told = f"md-eval.pl: nothing is scored for {condition}: the collar or the regions leave no speech\n"
                raise Failure(told.encode("latin-1", "replace"), DIED) from None

    def _add(self, key: Key, recording: Recording, rows: list[bytes] | None, streams: Streams) -> None:
        place = key[0].decode("latin-1"), key[1].decode("latin-1")
        command = self.command
        _print(recording.word_lines(), streams)
        for kind, counts in recording.metadata(streams):
            from .metadata_report import Chosen, Summary

            chosen = Chosen(command.text("a"), command.text("A"))
            types = {**recording.ref.types, "unknown": "unknown"}
            self.metadata.setdefault(kind, Summary()).add(counts, place, types, chosen)
        scored = recording.speakers(streams)
        if scored is not None:
            streams.error(recording.warnings(scored).encode("latin-1"))
            if rows is not None:
                rows += _map_rows(place, scored)
            _print(_map(scored) if command.has("m") else (), streams)
            _print(_stretches(place, scored) if command.has("v") else (), streams)
            for condition in ("ALL", *conditions(place, command.text("a"))):
                self.speakers.setdefault(condition, Sums()).add(scored.sums)
        if command.has("e"):
            from .display import display_lines

            _print(display_lines(place, recording.shown(scored.mapping if scored else {})), streams)


def _print(lines: Iterable[str], streams: Streams) -> None:
    shown: list[str] = []
    try:
        shown.extend(line + "\n" for line in lines)
    finally:
        streams.out("".join(shown).encode("latin-1"))


def _map(scored: Scored) -> Iterator[str]:
    for name, shared in scored.shared.items():
        partner = scored.mapping.get(name)
        yield f"'{name}' => " + ("<nil>" if partner is None else f"'{partner}'")
        for other in sorted(shared):
            yield f"{shared[other]:9.2f} secs matched to '{other}'"


def _map_rows(place: tuple[str, str], scored: Scored) -> Iterator[bytes]:
    for name, shared in scored.shared.items():
        for other in sorted(shared):
            mapped = "mapped" if scored.mapping.get(name) == other else "notmapped"
            yield f"{','.join(place)},{name},{other},{mapped},{shared[other]:.4f}\n".encode("latin-1")


def _stretches(place: tuple[str, str], scored: Scored) -> Iterator[str]:
    if not scored.stretches.begins:
        where = f"file '{place[0]}' and channel '{place[1]}'"
        raise Failure(f"md-eval.pl: -v shows nothing for {where}: no time is scored\n".encode("latin-1"), DIED)
    for start, width, end, ref, hyp in scored.lines():
        times = f"{start:7.3f}/{width:7.3f}/{end:7.3f}"
        names = f"REF = ({', '.join(ref)}); SYS = ({', '.join(hyp)})"
        yield f"beg/dur/end = {times}; {names}; file = {place[0]}; chnl = {place[1]}"
