"""Records that all wings share: counts, settings, policies, results."""
