"""Text reports from the templates in `resources/templates`; they need the package Jinja2."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ....formats.optional import library

if TYPE_CHECKING:
    from jinja2 import Environment


def render(family: str, name: str, values: Mapping[str, Any]) -> str:
    """The report of one template of a family; jinja2.TemplateNotFound if there is no template of this name."""
    return _environment(family).get_template(f"{name}.txt").render(**values)


@cache
def _environment(family: str) -> Environment:
    jinja = library("jinja2", purpose="text reports", install="'scorelite[segments]'")
    folder = files("scorelite.resources") / "templates" / family

    def load(name: str) -> str | None:
        template = folder / name
        return template.read_text(encoding="utf-8") if template.is_file() else None

    # The reports are plain text, in which nothing is escaped.
    loader = jinja.FunctionLoader(load)
    environment: Environment = jinja.Environment(
        loader=loader, autoescape=False, trim_blocks=True, keep_trailing_newline=True
    )
    return environment
