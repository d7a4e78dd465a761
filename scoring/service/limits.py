"""The limits of a service, and the folder that it may read from."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from ...formats.errors import UsageError

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one request may use.

    >>> Limits().words
    20000
    """

    body: int = MEBIBYTE
    """Bytes of a request, and of a file that a request names."""
    words: int = 20_000
    """Words of one side."""
    seconds: float = 10.0
    """Seconds from the end of the request to its answer."""
    memory: int = 1024 * MEBIBYTE
    """Bytes that a worker may take beyond those that it has when it starts."""
    files: str = ""
    """The folder whose files a request may name; empty: none."""

    def __post_init__(self) -> None:
        for name in ("body", "words", "seconds", "memory"):
            value = getattr(self, name)
            if not 0 < value < math.inf:
                raise UsageError(f"{name} is {value}; expected a number above 0")

    @property
    def body_exceeded(self) -> str:
        """The end of a message about more bytes than `body`, with what an administrator can do.

        >>> Limits().body_exceeded
        'is larger than 1 MB; send less, or start the service with --max-body 4M'
        """
        more = size(4 * self.body).replace(" ", "").removesuffix("B")
        return f"is larger than {size(self.body)}; send less, or start the service with --max-body {more}"

    def to_dict(self) -> dict[str, Any]:
        """Fields by name.

        >>> Limits(**Limits(words=5).to_dict()).words
        5
        """
        return asdict(self)


def size(number: int) -> str:
    """A number of bytes in words; MB are those of --max-body 1M.

    >>> size(1 << 20), size(1536), size(1000)
    ('1 MB', '1536 B', '1000 B')
    """
    units = ((1 << 30, "GB"), (MEBIBYTE, "MB"), (1 << 10, "KB"))
    for bytes_in_one, name in units:
        if number % bytes_in_one == 0:
            return f"{number // bytes_in_one} {name}"
    return f"{number} B"
