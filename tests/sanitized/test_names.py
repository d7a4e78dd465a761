"""Calls of the names of the core."""

from __future__ import annotations

import pytest

from scorelite import core as _core
from scorelite.core import compat


@pytest.mark.skipif(_core.NAME == "python", reason="the pure-Python core lacks names")
def test_every_name_of_the_core_is_called_or_a_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    from tests.sanitized import names

    monkeypatch.setattr(names, "_COUNT", 9)  # of texts
    actual = {name.removeprefix("core ") for name in names.calls()}
    assert actual | {*names.CONSTANTS} == {*_core.__all__, *compat.__all__}
    assert not actual & {*names.CONSTANTS}
