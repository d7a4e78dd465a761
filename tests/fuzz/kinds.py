"""The one list of kinds of cases."""

from __future__ import annotations

from tests.fuzz import cores, glm, kaldialign, kws, meetings, policies, readers, sclite, segments, writers
from tests.fuzz.case import Kind

_MODULES = (sclite, glm, cores, policies, readers, writers, kaldialign, kws, segments, meetings)

KINDS: dict[str, Kind] = {module.KIND.name: module.KIND for module in _MODULES}
