"""Commands: the only code that prints, opens files for writing, and chooses exit codes."""
