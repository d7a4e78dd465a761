"""Optional libraries, imported by the functions that need them."""

from __future__ import annotations

from importlib import import_module

from formats.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def library(name: str, *, purpose: str, install: str) -> Any:
    """The module of this name; an error with its purpose and the install command where it is missing."""
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == package:
            raise UsageError(f"{purpose} need {package}, which is not installed: pip install {install}") from None
        raise _broken(package, error, purpose, install) from error
    except Exception as error:  # a broken library can raise anything
        raise _broken(package, error, purpose, install) from error


def _broken(package: str, error: Exception, purpose: str, install: str) -> UsageError:
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return UsageError(
        f"{purpose} need {package}, which cannot be imported ({said}): pip install --force-reinstall {install}"
    )
