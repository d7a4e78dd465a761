"""splet.bin: programs."""
