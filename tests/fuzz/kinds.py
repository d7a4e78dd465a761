"""The one list of kinds of cases."""

from __future__ import annotations

from tests.fuzz import cores, glm, kaldialign, kws, policies, readers, sclite, segments, writers
from tests.fuzz.case import Kind

_MODULES = (sclite, glm, cores, policies, readers, writers, kaldialign, kws, segments)

KINDS: dict[str, Kind] = {module.KIND.name: module.KIND for module in _MODULES}
