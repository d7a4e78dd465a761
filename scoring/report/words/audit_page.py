"""The page of an audit: a person judges, by keyboard and with sound, whose error each place is."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....formats.errors import quantity
from ..engine.blocks import facts
from ..engine.page import Markup, element, page, resource, signature, visible
from .page_times import SILENT, Audio

MOST = 5000
"""Places that a page holds: those first at which the reference is most doubtful."""


def audit_page(
    places: Sequence[Mapping[str, Any]],
    about: tuple[str, str, str],
    links: Mapping[str, int],
    audio: Audio = SILENT,
    ends: Sequence[float] = (),
) -> Iterator[bytes]:
    """The page, chunk by chunk: `about` are its title, a line about the systems, and the signature.

    `links` are the utterances by id with their number in the links of the audio, and in `ends`, where each one ends.
    """
    title, told, signed = about
    shown = list(places[:MOST])
    addresses = list(dict.fromkeys(link for link in audio.links if link))
    numbers = {link: number for number, link in enumerate(addresses, 1)}
    sites = []
    for place in shown:
        number = links[place["id"]]
        link = audio.links[number] if audio.links else ""
        until = {"until": ends[number]} if ends else {}
        sites.append({**place, **({"link": numbers[link], **until} if link else {})})
    sounds = [{"kind": kind, "data": b64encode(data).decode()} for kind, data in audio.sounds]
    values = {"sites": sites, "links": addresses, "sounds": sounds}
    head = [element("h1", title), element("p", visible(told), class_="quiet")]
    if len(shown) < len(places):
        head.append(element("p", f"The page holds {MOST:,} of {quantity(len(places), 'place')}.", class_="listed"))
    body = [element("header", *head, class_="card"), Markup(resource("audit.html")), signature(signed)]
    chunks = page(title, body, scripts=("audit.js", "text.js"), data=facts(values, ()), media=audio.sources)
    return (chunk.encode() for chunk in chunks)
