"""hubscr.pl 0.20: sorts, filters and validates files, scores them with sclite, and compares systems with sc_stats."""
