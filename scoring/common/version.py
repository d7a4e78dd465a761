"""The version of this release, alone in its file: what needs it must not import the whole interface."""

__version__ = "0.1.0"
