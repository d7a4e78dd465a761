"""Pairs of reference and hypothesis: by id, by time, or one recording each."""
