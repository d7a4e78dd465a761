"""The WSGI application at /api with its explorer, for `gunicorn scorelite.compat.benchmarkstt.api.gunicorn`."""

from __future__ import annotations

from ..cli.entrypoints.api import create_app

application = create_app("/api", with_explorer=True)
