"""Reports: an engine that lays out tables and pages, and one folder a wing."""
