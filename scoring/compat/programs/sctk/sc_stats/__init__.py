"""NIST's sc_stats: tables, significance tests and graphs of several systems on the same utterances."""
