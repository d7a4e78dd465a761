"""Notices that all wings share: their records, and odd characters in texts."""
