"""Reports of keyword scoring: a module each, which renders results, imported when somebody asks for it."""

from __future__ import annotations

NAMES = {"sum": "sum", "bsum": "blocks", "alignment": "alignment", "det": "det", "page": "page"}
