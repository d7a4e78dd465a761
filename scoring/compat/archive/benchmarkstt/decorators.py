"""Decorators: the log of calls."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from .deferred import DeferredCallback


def log_call(
    logger: logging.Logger, log_level: int | None = None, result: bool | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator that logs each call of a function with its arguments and, with `result`, what it gives back."""
    level = logging.DEBUG if log_level is None else log_level

    def decorated(func: Callable[..., Any]) -> Callable[..., Any]:
        def logged(*args: Any, **kwargs: Any) -> Any:
            def shown() -> str:
                return ", ".join([*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())])

            logger.log(level, "%s(%s)", func.__name__, DeferredCallback(shown))
            value = func(*args, **kwargs)
            if result:
                logger.log(level, "%s returned: %s", func.__name__, value)
            return value

        return logged

    return decorated
