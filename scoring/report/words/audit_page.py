"""The pages of an audit and of two outputs: a person judges each place, by keyboard and with sound."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....formats.errors import quantity
from ....formats.values import dataclass
from ...words.verdicts import KINDS
from ..engine.blocks import facts
from ..engine.page import Markup, element, page, resource, signature, visible
from .page_times import SILENT, Audio

MOST = 5000
"""Places that a page holds: the first ones."""


@dataclass(frozen=True, slots=True)
class Form:
    """The parts of a page that say what a judge sees of each place, and which verdicts there are."""

    html: str
    """The resource with help and table heads."""
    fields: tuple[str, str]
    """Those of a place with the words on both sides."""
    sides: tuple[str, str]
    marks: tuple[str, str]
    """The looks of their words, which must not suggest a verdict."""
    kinds: tuple[str, ...]
    """The verdicts, by their keys from 1 on."""
    typed: str = ""
    """The verdict with which the judge types words."""


AUDIT = Form("audit.html", ("ref", "alt"), ("reference", "systems"), ("deleted", "inserted"), KINDS)


def audit_page(
    places: Sequence[Mapping[str, Any]],
    about: tuple[str, str, str],
    links: Mapping[str, int],
    audio: Audio = SILENT,
    ends: Sequence[float] = (),
    form: Form = AUDIT,
) -> Iterator[bytes]:
    """The page, chunk by chunk: `about` are its title, a line about the systems, and the signature.

    `links` are the utterances by id with their number in the links of the audio, and in `ends`, where each one ends.
    """
    title, told, signed = about
    shown = list(places[:MOST])
    addresses = list(dict.fromkeys(link for link in audio.links if link))
    numbers = {link: number for number, link in enumerate(addresses, 1)}
    sites = [{**place, **_sound(links[place["id"]], numbers, audio, ends)} if numbers else place for place in shown]
    sounds = [{"kind": kind, "data": b64encode(data).decode()} for kind, data in audio.sounds]
    values = {"sites": sites, "links": addresses, "sounds": sounds}
    values |= {name: getattr(form, name) for name in ("fields", "sides", "marks", "kinds", "typed")}
    head = [element("h1", title), element("p", visible(told), class_="quiet")]
    if len(shown) < len(places):
        head.append(element("p", f"The page holds {MOST:,} of {quantity(len(places), 'place')}.", class_="listed"))
    body = [element("header", *head, class_="card"), Markup(resource(form.html)), signature(signed)]
    chunks = page(title, body, scripts=("audit.js", "text.js"), data=facts(values, ()), media=audio.sources)
    return (chunk.encode() for chunk in chunks)


def _sound(number: int, links: Mapping[str, int], audio: Audio, ends: Sequence[float]) -> dict[str, float]:
    """The link of an utterance by number, and where the utterance ends in its file; nothing without a file."""
    link = audio.links[number]
    if not link:
        return {}
    return {"link": links[link], **({"until": ends[number]} if ends else {})}
