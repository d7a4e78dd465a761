"""`python -m scorelite`: the command `scorelite`."""

from __future__ import annotations

from .scoring.cli.main import run

if __name__ == "__main__":
    run()
