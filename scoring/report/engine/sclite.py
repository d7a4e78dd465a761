"""Pieces of sclite's reports that keywords and segments share: percentages with counts, and tags of SGML."""

from __future__ import annotations

from html import escape


def percentage(part: float, whole: float) -> str:
    """Percentage; a word of equal width where the whole is 0.

    >>> percentage(1, 8), percentage(1, 0)
    (' 12.5%', 'UNDEF%')
    """
    return f"{100 * part / whole:5.1f}%" if whole else "UNDEF%"


def share(part: int, whole: int) -> str:
    """Percentage with its count.

    >>> share(1, 8)
    ' 12.5%   (   1)'
    """
    return f"{percentage(part, whole)}   ({part:4d})"


def quoted(text: str) -> str:
    """Text as the value of an attribute, or as a word of SGML.

    >>> print(quoted('a "b" <c>'))
    "a &quot;b&quot; &lt;c&gt;"
    """
    return '"' + escape(text).replace("\n", "&#10;") + '"'


def system_tag(title: str, ref_name: str, hyp_name: str) -> str:
    """First line of a file of SGML."""
    names = {"title": title, "ref_fname": ref_name, "hyp_fname": hyp_name}
    rest = 'creation_date="" format="2.4" frag_corr="FALSE" opt_del="FALSE" weight_ali="FALSE" weight_filename=""'
    return f"<SYSTEM {attributes(names)} {rest}>\n"


def speaker(name: str, path: dict[str, str], words: list[str]) -> str:
    """Speaker with one path, whose words are separated by colons."""
    written = attributes({"id": f"({name})", "word_cnt": str(len(words)), **path})
    return f"<SPEAKER id={quoted(name)}>\n<PATH {written}>\n{':'.join(words)}\n</PATH>\n</SPEAKER>\n"


def attributes(values: dict[str, str]) -> str:
    """Attributes of a tag."""
    return " ".join(f"{name}={quoted(text)}" for name, text in values.items())
