"""Tables in docs/guides/normalisation.md are those that `python -m tests.normalise.document` writes."""

from __future__ import annotations

from tests.normalise.document import DOCUMENT, SENTENCES, written


def test_tables_are_up_to_date() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert written(text) == text, "python -m tests.normalise.document brings them up to date"
    assert text.count("<!-- end -->") == 2
    assert len(SENTENCES) == 3
