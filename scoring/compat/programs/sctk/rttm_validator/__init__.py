"""rttmValidator.pl: faults of an RTTM file, of its rows and of what they say together."""
