"""NIST's sclite: its command line, its messages, and its way of reading files."""
