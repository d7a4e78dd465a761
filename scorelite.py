"""The front door of scorelite: its whole public interface under one name, and `python -m scorelite` as the command.

>>> import scorelite
>>> print(scorelite.score(["the cat sat"], ["the cat sat down"]))
WER 33.3 % [ 1 / 3: 0 substitutions, 0 deletions, 1 insertions ]
SER 100.0 % [ 1 / 1 utterances ]
>>> scorelite.read(b"good day (a-1)\\n", format="trn").segments[0].id
'a-1'
"""

from __future__ import annotations

import formats
import scoring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from formats import *  # noqa: F403
    from scoring import *  # noqa: F403
    from scoring import compare, kws, normalise

# The names of `scoring` and of `formats`, and the packages of `scoring` with an interface of their own.
__all__ = ["compare", "kws", "normalise"]
__all__ += scoring.__all__
__all__ += formats.__all__

# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'scorelite' has no attribute {name!r}")
        from importlib import import_module

        home = next((home for home in (scoring, formats) if name in home.__all__), None)
        value = globals()[name] = getattr(home, name) if home else import_module(f"scoring.{name}")
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if __name__ == "__main__":
    import sys

    from scoring.cli.main import main

    sys.exit(main())
