"""The version of this release, alone in its file: what needs it must not import the whole interface."""

__version__ = "0.1.0"

SCHEMA = 1
"""The number of the form of JSON documents: it grows where a field gets another meaning or goes."""
