"""Generated parts of docs/guides/normalisation.md: the built-in normalisers, and what they make of telling sentences.

python -m tests.normalise.document
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scorelite.scoring.normalise import NORMALISERS, normalise

DOCUMENT = Path(__file__).parents[2] / "docs" / "guides" / "normalisation.md"
SENTENCES = (
    "Hello, World!",
    "It's twenty-five dollars and five cents.",
    "At 10:00 AM, 1/2 of 1,000",
    "Uh, I mean, mhm, okay",
    "The doctor's colour won't change",
    "Dr. Smith of U.S.A. sent an e-mail",
    "[noise] I (laughs) see <unk>",
    "हिन्दी में बात करें",
    "cafe\u0301 déjà vu",
    "wi-fi or Wi Fi, we're gonna see",
)
_PLACES = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def names() -> Iterator[str]:
    """A table of the normalisers."""
    yield "| name | version | what it does | twice as once | from |"
    yield "|---|---|---|---|---|"
    for normaliser in NORMALISERS:
        twice = "yes" if normaliser.idempotent else "no"
        version = normaliser.version or "the package's"
        origin = "" if normaliser.source == "scorelite" else f"{normaliser.source}, {normaliser.licence}"
        summary = _cell(normaliser.summary).replace("<", "\\<")
        yield f"| `{normaliser.name}` | {version} | {summary} | {twice} | {origin} |"


def sentences() -> Iterator[str]:
    """Results of each sentence with the normalisers that give them; those that leave it as it is are not shown."""
    for sentence in SENTENCES:
        results: dict[str, list[str]] = {}
        for normaliser in NORMALISERS:
            result = normalise([sentence], normaliser.name, log=False)[0][0]
            if result != sentence:
                results.setdefault(result, []).append(f"`{normaliser.name}`")
        yield f"| `{_cell(sentence)}` | normaliser |"
        yield "|---|---|"
        for result, makers in results.items():
            yield f"| `{_cell(result) or ' '}` | {', '.join(makers)} |"
        yield ""


def written(text: str) -> str:
    """The document with its generated parts as they must be now."""
    parts = {"names": names, "sentences": sentences}
    return _PLACES.sub(lambda match: match[1] + "\n".join(parts[match[2]]()).rstrip() + f"\n{match[3]}", text)


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
