"""The one list of kinds of cases."""

from __future__ import annotations

from tests.fuzz import (
    align2html,
    asclite,
    cores,
    doors,
    gestalt,
    glm,
    hubscr,
    kaldialign,
    kws,
    md_eval,
    meetings,
    policies,
    readers,
    rover,
    sc_stats,
    sclite,
    searches,
    segments,
    writers,
)
from tests.fuzz.case import Kind

_MODULES = (
    sclite,
    sc_stats,
    rover,
    glm,
    hubscr,
    align2html,
    asclite,
    cores,
    searches,
    doors,
    policies,
    readers,
    writers,
    kaldialign,
    gestalt,
    kws,
    md_eval,
    segments,
    meetings,
)

KINDS: dict[str, Kind] = {module.KIND.name: module.KIND for module in _MODULES}
