"""Recordings and channels that one side alone has: what the message about them says, and which names it offers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import starmap

from ....formats.values import dataclass
from ...common.results import Missing, alike_names, listed
from ..utterance_table import place_name
from .affixes import renaming_of_channels, strip_hint
from .rules import choices
from .utterance_ids import utterance_ids

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Name: TypeAlias = tuple[str, str]

_CHUNKS = (
    "  the hypothesis has chunks of the recordings: `scorelite convert HYP.ctm OUT.ctm --segments FOLDER` gives its "
    "words the recordings and times that the file segments in FOLDER names; score OUT.ctm"
)
_CHUNK = re.compile(r"(.+?)[-_]\d+[-_]\d+")
"""A recording, and the begin and end of a chunk of it."""
_SHOWN = 4
"""New names of so many channels fit into a message."""


@dataclass(frozen=True, slots=True)
class Unpaired:
    """The channels of each side that the other one lacks, by recording and channel, and how many it has in all."""

    lacking: Sequence[Name]
    """Those of the reference without a word in the hypothesis."""
    refs: int
    extra: Sequence[Name]
    """Those of the hypothesis without a reference."""
    hyps: int
    path: str = ""
    """The reference, if it has segments with times."""

    def are_allowed(self, missing: Missing) -> bool:
        """Whether a rule leaves these out or counts them."""
        return missing == "skip" or not (self.extra or (self.lacking and missing == "error"))

    def message(self, missing: Missing) -> str:
        """The message that refuses them, with what makes names equal, and with the rules that allow them."""
        lines = ["reference and hypothesis have different recordings and channels"]
        if self.lacking:
            names = listed(list(starmap(place_name, self.lacking)), "channel")
            lines.append(f"  {names} of {self.refs} in the reference without a word in the hypothesis")
        if self.extra:
            names = listed(list(starmap(place_name, self.extra)), "channel")
            lines.append(f"  {names} of {self.hyps} in the hypothesis without a reference")
        # No name makes times of utterances those of a recording.
        if self.path and self.extra and (advice := utterance_ids(self.path, {session for session, _ in self.extra})):
            return "\n".join([*lines, advice])
        if self.path and self._are_chunks():
            # One name for all would lay chunks over each other.
            return "\n".join([*lines, _CHUNKS])
        lines += [*self._of_equal_recordings(), *self._of_case(), *self._of_recordings()]
        if shifted := self._shifted():
            renaming = renaming_of_channels(shifted)
            lines.append(f"  {renaming} renames the channels, which one side counts from 0, the other from 1")
            return "\n".join(lines)  # without those that are left over, others would be compared with the wrong ones
        # Where some names meet, a pair of the others may be two channels.
        is_whole = len(self.lacking) == self.refs and len(self.extra) == self.hyps
        if is_whole and (renamed := self._in_order()):
            lines.append(f"  {renaming_of_channels(renamed)} renames the channels, if these belong together")
        return "\n".join([*lines, *choices("channels", "names", bool(self.extra), missing)])

    def _are_chunks(self) -> bool:
        """Whether several recordings of the hypothesis are named as chunks of those of the reference, by numbers.

        >>> Unpaired([("show", "1")], 1, [("show-0000-0020", "1"), ("show-0020-0040", "1")], 2)._are_chunks()
        True
        """
        wholes, chunks = ({session for session, _ in side} for side in (self.lacking, self.extra))
        names = map(_CHUNK.fullmatch, chunks)
        return len(chunks) > 1 and all(name is not None and name[1] in wholes for name in names)

    def _of_equal_recordings(self) -> Iterator[str]:
        """Lines about recordings of both sides whose channels have other names."""
        sessions = {session for session, _ in self.lacking}
        alike = sum(session in sessions for session, _ in self.extra)
        if not alike:
            return
        yield f"  {alike} of these differ only in the name of the channel: {self._example()}"
        if min(self.refs, self.hyps) == 1 < max(self.refs, self.hyps):
            only, several = (self.lacking, self.extra) if self.refs == 1 else (self.extra, self.lacking)
            yield _joining(only[0], several)
        elif self.refs == self.hyps == alike and any(not any(channels) for channels in self._channels()):
            yield "  channel='1' (--channel 1) gives both sides one channel"

    def _example(self) -> str:
        """The first recording of both sides, with a channel of each."""
        for session, channel in self.lacking:
            of_recording = f" (recording {session})" if session else ""
            for other, channel_of_hyp in self.extra:
                if other == session:
                    ours, theirs = (repr(name) if name else "without a name" for name in (channel, channel_of_hyp))
                    return f"{ours} in the reference, {theirs} in the hypothesis{of_recording}"
        return ""

    def _of_case(self) -> Iterator[str]:
        folded = {tuple(map(str.casefold, name)) for name in self.extra}
        if alike := sum(tuple(map(str.casefold, name)) in folded for name in self.lacking):
            yield f"  {alike} of these differ only in case"

    def _of_recordings(self) -> Iterator[str]:
        """A line with an expression that strips names of recordings to what both sides have, or with a new name."""
        alone = [dict.fromkeys(session for session, _ in side if session) for side in (self.lacking, self.extra)]
        if min(map(len, alone)) > 1 and (hint := strip_hint(*alone)):
            yield hint
        elif self.lacking and self.extra and self.lacking[0][0] != self.extra[0][0]:
            renamed = alike_names((name for name, _ in self.lacking), (name for name, _ in self.extra))
            first = self.lacking[0][0], self.extra[0][0]
            new, old = next((pair for pair in renamed if pair[0] != pair[1]), first)
            new, old = (new, old) if new else (old, new)
            yield f"  session={{{old!r}: {new!r}}} (--session '{old}={new}') makes these two one recording"

    def _channels(self) -> tuple[set[str], set[str]]:
        """The names of channels of the reference and of the hypothesis."""
        return {channel for _, channel in self.lacking}, {channel for _, channel in self.extra}

    def _shifted(self) -> dict[str, str]:
        """New names of the hypothesis's channels if one side counts them from 0, the other from 1.

        >>> Unpaired([("call", "2")], 2, [("call", "0")], 2)._shifted()
        {'0': '1', '1': '2'}
        """
        alone = [channel for _, channel in (*self.lacking, *self.extra)]
        if self.refs != self.hyps or alone not in ([str(self.refs), "0"], ["0", str(self.refs)]):
            return {}
        from_zero, from_one = map(str, range(self.refs)), map(str, range(1, self.refs + 1))
        pairs = (from_zero, from_one) if alone[1] == "0" else (from_one, from_zero)
        return dict(zip(*pairs, strict=True))

    def _in_order(self) -> dict[str, str]:
        """New names of channels, paired in the order of names; none where sides have other numbers.

        They are those of the reference. A channel without a name gets one, on whichever side it is; a side that names
        none fits any.
        """
        new, old = self._channels()
        if len(new) != len(old) or len(new) > _SHOWN or new & old or not (any(new) and any(old)):
            return {}
        pairs = zip(sorted(old), sorted(new), strict=True)
        return dict((name, name_of_ref) if name_of_ref else ("", name) for name, name_of_ref in pairs)


def _joining(only: Name, several: Sequence[Name]) -> str:
    """The line about several channels next to the only one of the other side."""
    session, channel = only
    names = [name for recording, name in several if recording == session]
    joined = {name: channel or "1" for name in names if name != (channel or "1")}
    one = f"; channel={names[0]!r} (--channel {names[0]}) scores one of them" if names[0] else ""
    return f"  {renaming_of_channels(joined)} makes all channels one, as one side has them{one}"
