"""The commands: the only place that prints, opens files to write, and picks exit codes."""
