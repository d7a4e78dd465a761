"""Statistics over the counts of utterances: bootstrap intervals and tests of two systems."""
