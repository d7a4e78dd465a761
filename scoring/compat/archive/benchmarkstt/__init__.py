"""Interface of BenchmarkSTT 1.1: `from scorelite.compat.benchmarkstt.X import Y` for
`from benchmarkstt.X import Y`.

The modules have the names and classes of the original, and give its numbers and texts. Alignments, distances and rules
are those of scorelite. docs/explanation/differences.md lists what differs.
"""

from __future__ import annotations

import os

from .__meta__ import __author__, __version__

__all__ = ["__author__", "__version__", "settings"]


class _Settings:
    """Settings from the environment."""

    @property
    def default_encoding(self) -> str:
        """The encoding of texts, configurations and rule files: DEFAULT_ENCODING, else UTF-8."""
        return os.environ.get("DEFAULT_ENCODING", "UTF-8")


settings = _Settings()
