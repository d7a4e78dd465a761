"""Scoring of speech recognition: what sclite computes, from Python."""
