"""Cases of other programs: those of the big set, and where it is not, a few that lie beside the tests."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

_SMALL = Path(__file__).with_name("golden")


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file, one or more; the first line says which program made them."""
    folder = os.environ.get("SCORELITE_GOLD")
    path = Path(folder, "analysis", f"{name}.jsonl") if folder else _SMALL / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").split("\n")[1:]
    made = [json.loads(line) for line in lines if line]
    assert made, f"{path} has no cases"
    return made
