"""Meetings: recordings of several speakers, scored by the cpWER and its family."""
