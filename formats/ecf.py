"""ECF, NIST's experiment control file: the excerpts of recordings to search.

<ecf source_signal_duration="100.0" language="english" version="1">
  <excerpt audio_filename="audio/f.sph" channel="1" tbeg="0.0" dur="100.0" source_type="cts"/>
</ecf>

`read_ecf` reads what keyword scoring needs; `read` gives the excerpts as regions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from .engine import nist_xml
from .engine.xml_parts import Parts
from .errors import Where
from .record import Format, read_only
from .schema import Corpus, Region
from .source import Source
from .values import dataclass


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One excerpt of one channel of a recording; `end` is rounded to four decimals for comparisons."""

    file: str
    channel: str
    begin: float
    end: float
    source_type: str
    begin_text: str
    duration: float
    where: Where


@dataclass(frozen=True, slots=True)
class Ecf:
    """A control file."""

    excerpts: tuple[Excerpt, ...]
    language: str = ""
    version: str = ""
    path: str = ""


def read_ecf(source: Source) -> Ecf:
    """Reads a control file.

    >>> ecf = read_ecf(Source(b'<ecf source_signal_duration="9" language="x" version="1"><excerpt '
    ...     b'audio_filename="a/b.sph" channel="1" tbeg="0" dur="9" source_type="cts"/></ecf>'))
    >>> ecf.excerpts[0].file, ecf.excerpts[0].end
    ('b', 9.0)
    """
    return nist_xml.read_records(source, "ecf", partial(_control_file, source))


def _control_file(source: Source, document: Parts) -> Ecf:
    excerpts = []
    places = nist_xml.Places(source)
    for element in document.elements("excerpt"):
        begin_text = element.get("tbeg", "").strip()
        begin, duration = float(begin_text), float(element.get("dur", ""))
        excerpts.append(
            Excerpt(
                file=file_key(element.get("audio_filename", "")),
                channel=element.get("channel", ""),
                begin=begin,
                end=float(f"{begin + duration:.4f}"),
                source_type=element.get("source_type", ""),
                begin_text=begin_text,
                duration=duration,
                where=places.of(element, document.lines([element])[0]),
            )
        )
    root = document.root
    return Ecf(tuple(excerpts), root.get("language", ""), root.get("version", ""), source.name)


def file_key(name: str) -> str:
    """The name of a recording in other files: without its folder and its last extension.

    >>> file_key("audio/a.b.sph"), file_key("c.wav"), file_key("d")
    ('a.b', 'c', 'd')
    """
    dot = name.rfind(".")
    if dot < 0 or dot == len(name) - 1:
        return name  # as in KWSEval, a name without an extension keeps its folder
    return name[name.rfind("/", 0, dot) + 1 : dot]


def read(source: Source) -> Corpus:
    """Reads excerpts as regions.

    >>> read(Source(b'<ecf source_signal_duration="9" language="x" version="1"><excerpt '
    ...     b'audio_filename="a/b.sph" channel="1" tbeg="0" dur="9" source_type="cts"/></ecf>')).regions
    (Region(session='b', channel='1', start=0.0, end=9.0),)
    """
    excerpts = read_ecf(source).excerpts
    regions = tuple(Region(item.file, item.channel, item.begin, item.end) for item in excerpts)
    return Corpus(regions=regions, format="ecf", path=source.name)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the root element is that of a control file."""
    return nist_xml.root_name(lines) == "ecf"


FORMAT = Format(
    name="ecf",
    suffixes=(".ecf", ".ecf.xml"),
    summary="NIST control file: the searched excerpts of recordings",
    carries=frozenset({"channels", "regions", "sessions"}),
    read=read,
    write=read_only,
    sniff=sniff,
    words="none",
)
