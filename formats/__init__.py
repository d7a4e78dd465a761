"""Readers and writers of transcript formats, all into one label schema."""
