"""Packages under the names of the Python modules that scorelite replaces, for `scorelite link`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.metadata import distributions

MARK = b"# Written by scorelite link.\n"
"""Every file has this line; only files that have it are replaced without --force, or removed."""

_MODULES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "compat", "programs")
_HOME = "scorelite.compat"
_PACKAGE = """\
from {home} import {name} as _module
from {home}.{name} import *
from {home}.{name} import __all__
__version__ = {version!r}
def __getattr__(name):
    return getattr(_module, name)
"""
_PART = "from {home}.{name} import {part} as _module\nsys.modules[__name__] = _module\n"
_PROGRAM = """\
if __name__ == "__main__":
    from scorelite.scoring.cli.{name} import run_words
    run_words(sys.argv[1:])
"""
"""What a module does under `python -m`, if the original is a program there."""
WITH_PROGRAMS = {"jiwer": "cli"}
"""Modules that are programs, too, with the part that is one."""
_METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: {mark}\n"
# Modules of evaluate, which it loads by their names.
_METRICS = ("wer", "cer")
_METRIC = "from {home}.evaluate.metrics import {kind}\n"
# evaluate takes a folder with a name of 64 letters.
_LETTERS = 64


class Module:
    """A Python package: its name, the release whose place ours takes, what it is for, and where ours differs."""

    __slots__ = ("differences", "name", "summary", "version")
    family = "modules"

    def __init__(self, name: str, version: str, summary: str, *differences: str) -> None:
        self.name = name
        self.version = version
        self.summary = summary
        self.differences = differences


MODULES = (
    Module("jiwer", "4.0.0", "jiwer, also as evaluate, NeMo and others call it"),
    Module("kaldialign", "0.12.0", "kaldialign, as icefall, NeMo and lhotse call it"),
    Module(
        "editdistance",
        "0.8.1",
        "editdistance",
        "-1 and -2 are two symbols; the original compares hashes, which are equal",
        "equal sequences have at most 0 errors; the original says no for a limit of 0",
    ),
    Module(
        "evaluate",
        "0.4.6",
        "wer and cer of evaluate, without a network",
        "cer strips texts and joins blanks under every release of jiwer, as its tests ask for",
    ),
)


def files(folder: str, module: Module, start: str) -> Iterator[tuple[str, bytes]]:
    """The files of a module with their contents; `start` is the code that finds scorelite."""
    head = MARK.decode() + start
    if module.name == "evaluate":
        for name in _METRICS:
            code = (head + _METRIC.format(home=_HOME, kind=name.upper())).encode()
            yield os.path.join(folder, name, "__init__.py"), MARK + f"from .{name} import {name.upper()}\n".encode()
            yield os.path.join(folder, name, f"{name}.py"), code
            cached = cache(name)
            yield os.path.join(cached, "__init__.py"), MARK
            yield os.path.join(cached, f"{name}.py"), code
        return
    values = {"home": _HOME, "name": module.name, "version": module.version}
    yield os.path.join(folder, module.name, "__init__.py"), (head + _PACKAGE.format(**values)).encode()
    for part in _parts(module.name):
        path = os.path.join(folder, module.name, f"{part}.py")
        program = _PROGRAM if WITH_PROGRAMS.get(module.name) == part else ""
        yield path, (head + (program + _PART).format(**values, part=part)).encode()
    described = os.path.join(folder, f"{module.name}-{module.version}.dist-info")
    yield os.path.join(described, "top_level.txt"), f"{module.name}\n".encode()
    text = _METADATA.format(**values, mark=MARK.decode().strip("# \n"))
    yield os.path.join(described, "METADATA"), text.encode()


def cache(name: str) -> str:
    """The folder in which evaluate looks for a module without a network."""
    variables = os.environ
    caches = variables.get("XDG_CACHE_HOME", os.path.join("~", ".cache"))
    home = os.path.expanduser(variables.get("HF_HOME", os.path.join(caches, "huggingface")))
    modules = variables.get("HF_MODULES_CACHE", os.path.join(home, "modules"))
    return os.path.join(
        modules, "evaluate_modules", "metrics", f"evaluate-metric--{name}", "scorelite".ljust(_LETTERS, "_")
    )


def is_written(path: str) -> bool:
    """Whether a file is one that `scorelite link` has written."""
    folder, name = os.path.split(path)
    if name == "top_level.txt":
        # A list of names has no room for a mark.
        path = os.path.join(folder, "METADATA")
    try:
        with open(path, "rb") as file:
            return MARK.strip(b"# \n") in file.read(1000)
    except OSError:
        return False


def checked(folder: str, module: Module, start: str) -> tuple[list[str], bool]:
    """The lines about a module in a folder, and whether all is well."""
    written = dict(files(folder, module, start))
    lines = [f"{module.name} {module.version}: {module.summary}"]
    states = {_state(path, content) for path, content in written.items()}
    newest = _installed(module.name, folder)
    if states == {"missing"}:
        return [*lines, f"  not linked; scorelite link {folder} {module.name}"], True
    well = states == {"same"}
    if not well:
        lines.append(f"  written by another release of scorelite; scorelite link {folder} {module.name}")
    if newest and _numbers(newest) > _numbers(module.version) and module.name != "evaluate":
        well = False
        lines.append(f"  hides {module.name} {newest}, which is newer; scorelite link --remove {folder} {module.name}")
    elif newest:
        lines.append(f"  installed next to it: {module.name} {newest}")
    first = os.environ.get("PYTHONPATH", "").partition(os.pathsep)[0]
    if not first or os.path.realpath(first) != os.path.realpath(folder):
        lines.append(f"  not first in PYTHONPATH; PYTHONPATH={folder} python ...")
    return [*lines, *(f"  differs: {each}" for each in module.differences)], well


def _parts(name: str) -> list[str]:
    """The modules of one of our packages; none of one that is a file."""
    folder = os.path.join(_MODULES, name)
    if not os.path.isdir(folder):
        return []
    names = (each.removesuffix(".py") for each in os.listdir(folder) if each.endswith(".py"))
    return sorted(each for each in names if each != "__init__")


def _state(path: str, content: bytes) -> str:
    try:
        with open(path, "rb") as file:
            return "same" if file.read() == content else "other"
    except OSError:
        return "missing"


def _installed(name: str, folder: str) -> str:
    """The release of a package that is installed, apart from what is linked in a folder; empty without one."""
    here = os.path.realpath(folder)
    for distribution in distributions(name=name):
        if os.path.realpath(str(distribution.locate_file(""))) != here:
            return distribution.version
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a release: 10 is more than 9.

    >>> _numbers("0.10.1rc1") > _numbers("0.9")
    True
    """
    return tuple(int(part) for part in version.split(".") if part.isdigit())
