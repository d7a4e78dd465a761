"""Drop-ins for other libraries under short names: `from scorelite.compat import jiwer` for `import jiwer`.

Each is a module of `scoring/compat`, whichever shelf it stands on; what is below it has its short name, too.

>>> from scorelite.compat import jiwer
>>> from scorelite.compat.jiwer.process import process_words
>>> process_words is jiwer.process_words
True
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .scoring.compat.archive import benchmarkstt as benchmarkstt
    from .scoring.compat.archive import contextasr as contextasr
    from .scoring.compat.archive import evalmate as evalmate
    from .scoring.compat.programs import editdistance as editdistance
    from .scoring.compat.programs import espnet as espnet
    from .scoring.compat.programs import evaluate as evaluate
    from .scoring.compat.programs import funasr as funasr
    from .scoring.compat.programs import icefall as icefall
    from .scoring.compat.programs import jiwer as jiwer
    from .scoring.compat.programs import kaldialign as kaldialign
    from .scoring.compat.programs import meeteval as meeteval
    from .scoring.compat.programs import nemo as nemo
    from .scoring.compat.programs import pier as pier
    from .scoring.compat.programs import slue as slue
    from .scoring.compat.programs import speechbrain as speechbrain
    from .scoring.compat.programs import speechline as speechline
    from .scoring.compat.programs import splet as splet
    from .scoring.compat.programs import torchmetrics as torchmetrics

# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:
    from .scoring.common.aliases import Aliases

    _SHELVES = {
        "programs": "jiwer evaluate kaldialign editdistance torchmetrics meeteval nemo icefall speechbrain funasr "
        "espnet splet speechline pier slue",
        "archive": "benchmarkstt evalmate contextasr",
    }
    __all__ = [name for names in _SHELVES.values() for name in names.split()]
    # Modules may be below this one, but no folder has them.
    __path__ = []

    sys.meta_path.insert(
        0,
        Aliases(
            {
                f"{__name__}.{name}": f"{__package__}.scoring.compat.{shelf}.{name}"
                for shelf, names in _SHELVES.items()
                for name in names.split()
            }
        ),
    )

    def __getattr__(name: str) -> object:
        if name not in __all__:
            from .formats.errors import among

            answer = "" if name.startswith("_") else among(name, __all__)
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}{answer}")
        from importlib import import_module

        return import_module(f"{__name__}.{name}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
