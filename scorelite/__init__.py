"""Scores speech recognition: word error rates of texts, files and meetings, and why they are what they are.

>>> import scorelite
>>> print(scorelite.score(["the cat sat"], ["the cat sat down"]))
WER 33.3 % [ 1 / 3: 0 substitutions, 0 deletions, 1 insertion ]
SER 100.0 % [ 1 / 1 utterance ]
>>> scorelite.read(b"good day (a-1)\\n", format="trn").segments[0].id
'a-1'
"""

# ruff: noqa: F403, F405 (type checkers read the names where they are defined)

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import compat as compat
    from . import testing as testing
    from .formats import *
    from .scoring import *
    from .scoring import analysis, batches, kws, meetings  # noqa: F401
    from .scoring.compare.api import compare as compare
    from .scoring.kws import atwv as atwv
    from .scoring.kws import mtwv as mtwv
    from .scoring.normalise.texts import normalise as normalise

# In a checkout the packages of scorelite lie beside this folder; where it is installed, they lie in it.
if not os.path.isdir(os.path.join(__path__[0], "scoring")):
    __path__.append(os.path.dirname(os.path.abspath(__path__[0])))

# Packages of `scoring` that are an interface of their own.
_PACKAGES = ("analysis", "batches", "kws", "meetings")
# Functions that have the name of their package, or need numpy.
_FUNCTIONS = {"compare": "scoring.compare", "normalise": "scoring.normalise.texts"}
_FUNCTIONS |= dict.fromkeys(("atwv", "mtwv"), "scoring.kws")

# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("compat", "core", "formats", "resources", "scoring", "testing"):
            return import_module(f"{__name__}.{name}")
        if name in _PACKAGES:
            package = import_module(f"{__name__}.scoring.{name}")
            package.__class__ = _Package
            return package
        if name in _FUNCTIONS:
            function = globals()[name] = getattr(import_module(f"{__name__}.{_FUNCTIONS[name]}"), name)
            return function
        formats, scoring = import_module(f"{__name__}.formats"), import_module(f"{__name__}.scoring")
        if name == "__all__":
            return [*_PACKAGES, *_FUNCTIONS, *scoring.__all__, *formats.__all__]
        if name == "__version__":
            return scoring.__version__
        for package in (scoring, formats):
            if name in package.__all__:
                value = globals()[name] = getattr(package, name)
                return value
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        elsewhere = import_module(f"{__name__}.scoring.common.other_names").elsewhere
        answer = elsewhere(name, __getattr__("__all__"), of_results=dir(__getattr__("Result")))
        if sys._getframe(1).f_code.co_name == "_handle_fromlist":
            # Python's `from scorelite import name` would drop the message of an AttributeError.
            raise ImportError(f"cannot import name {name!r} from {__name__!r}{answer}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{answer}")

    def __dir__() -> list[str]:
        dunders = [name for name in globals() if name.startswith("__")]
        return sorted({*dunders, "__version__", "compat", "testing", *__getattr__("__all__")})

    class _Package(type(sys)):
        """A package that somebody may call like a function."""

        def __call__(self, *values: object, **keywords: object) -> object:
            name = self.__name__.rpartition(".")[2]
            function = {"meetings": "score(refs, hyps)", "kws": "score_files(ecf, rttm, kwlist, kwslist)"}.get(name)
            expected = f"scorelite.{name}.{function}" if function else f"one of its functions: dir(scorelite.{name})"
            raise TypeError(f"scorelite.{name} is a package; expected {expected}")

    class _Door(type(sys)):
        """A package of `scoring` as a module of this name, so that `from scorelite.meetings import cpwer` works."""

        def __getattr__(self, name: str) -> object:
            if name.startswith("__") and name != "__all__":
                raise AttributeError(name)
            from importlib import import_module

            return getattr(import_module(self.__name__.replace(".", ".scoring.")), name)

    class _Elsewhere:
        """A finder after all others, whose error about a module that is not here says what stands for it."""

        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            package, _, module = name.rpartition(".")
            if package == __name__ and module[0] != "_":
                try:
                    getattr(sys.modules[package], module)
                except AttributeError as error:
                    answer = str(error).partition(repr(module))[2]
                    raise ModuleNotFoundError(f"No module named {name!r}{answer}", name=name) from None

    sys.meta_path.append(_Elsewhere())
    sys.modules.update({f"{__name__}.{name}": _Door(f"{__name__}.{name}") for name in _PACKAGES})
