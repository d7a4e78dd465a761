"""Doc strings as help.

The original also turns them into HTML and plain text with docutils, for its explorer: these functions are left out.
"""

from __future__ import annotations

import textwrap

__all__ = ["format_docs"]


def format_docs(docs: str) -> str:
    """The doc string without indentation.

    >>> format_docs("  a\\n    b")
    'a\\n  b'
    """
    return textwrap.dedent(docs).strip()
