"""The way in which MeetEval's programs end: errors become one line and an exit code."""

from __future__ import annotations

from collections.abc import Callable

from .....formats.engine.terminal import say


def exit_code(program: str, command: str, work: Callable[[], None]) -> int:
    """Does the work of a command; 0, or 1 after a line about what is wrong."""
    try:
        work()
    except (ArithmeticError, ValueError, RuntimeError, AssertionError, KeyError, TypeError) as error:
        say(f"scorelite {program}: {type(error).__name__}: {error}\n")
        return 1
    except BrokenPipeError:
        raise
    except OSError as error:
        say(f"scorelite {program}: {error.filename or command}: {error.strerror or error}\n")
        return 1
    return 0
