"""The front door of scorelite: its whole public interface under one name, and `python -m scorelite` as the command.

>>> import scorelite
>>> print(scorelite.score(["the cat sat"], ["the cat sat down"]))
WER 33.3 % [ 1 / 3: 0 substitutions, 0 deletions, 1 insertion ]
SER 100.0 % [ 1 / 1 utterance ]
>>> scorelite.read(b"good day (a-1)\\n", format="trn").segments[0].id
'a-1'
"""

from __future__ import annotations

import os
import sys

_HOME = os.path.dirname(os.path.abspath(__file__))


def _check_packages() -> None:
    """Imports our three packages; raises ImportError where a package of others stands in the place of one."""
    for name, known in (("formats", "FormatError"), ("resources", None), ("scoring", "score_files")):
        loaded = sys.modules.get(name)
        finders = (finder.find_spec(name, None) for finder in sys.meta_path)
        spec = loaded.__spec__ if loaded else next((found for found in finders if found), None)
        places = (spec.submodule_search_locations or [spec.origin or "?"]) if spec else []
        if os.path.realpath(os.path.join(_HOME, name)) not in map(os.path.realpath, places[:1]):
            raise ImportError(_elsewhere(name, *places[:1]))
        try:
            package = __import__(name)
        except Exception as error:
            raise ImportError(_overwritten(name)) from error
        if known and known not in getattr(package, "__all__", ()):
            raise ImportError(_overwritten(name))


def _elsewhere(name: str, place: str = "") -> str:
    """Message about a package that Python finds in another place than ours, or nowhere."""
    own = f"scorelite needs its own package {name!r} in {_HOME}"
    if not place:
        return f"{own}, which is missing. Install it again: pip install --force-reinstall --no-deps scorelite"
    folder = os.path.dirname(place)
    if folder in map(os.path.abspath, filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))):
        repair = f"take {folder} out of PYTHONPATH"
    elif os.path.realpath(folder) == os.path.realpath(os.getcwd()):
        repair = f"rename {place}, or start Python in another folder"
    else:
        repair = f"rename {place}, or take {folder} out of sys.path"
    return (
        f"{own}, but Python finds another one first: {place}. To repair it, {repair}. "
        "The commands scorelite, sclite and python -m scorelite work all the same."
    )


def _overwritten(name: str) -> str:
    """Message about a package of ours in which another distribution has overwritten files."""
    from importlib.metadata import packages_distributions

    home = os.path.join(_HOME, name)
    again = "pip install --force-reinstall --no-deps scorelite"
    others = sorted({*packages_distributions().get(name, ())} - {"scorelite"})
    if not others:
        return (
            f"scorelite needs its own package {name!r}, but files in {home} are missing or changed, "
            f"as when another distribution with this package was installed or removed. To repair it: {again}"
        )
    return (
        f"scorelite needs its own package {name!r}, but {' or '.join(others)} has overwritten files in {home}. "
        f"To repair it: pip uninstall {' '.join(others)}; {again}. Each works in an environment of its own."
    )


if __name__ == "__main__":
    # The command finds its own packages, whatever comes first on the path.
    sys.path.insert(0, _HOME)
    try:
        _check_packages()
    except ImportError as _error:
        sys.stderr.write(f"{_error}\n")
        sys.exit(2)
    del sys.path[0]
else:
    _check_packages()

import formats  # noqa: E402
import scoring  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from formats import *  # noqa: F403
    from scoring import *  # noqa: F403
    from scoring import batches, compare, kws, meetings, normalise

# The names of `scoring` and of `formats`, and the packages of `scoring` with an interface of their own.
__all__ = ["batches", "compare", "kws", "meetings", "normalise"]
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
    from scoring.cli.main import run

    run()
