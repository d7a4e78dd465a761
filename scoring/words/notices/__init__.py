"""Notices: what moves a number without being an error of recognition."""
