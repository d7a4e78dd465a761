"""Segments, speakers and events: labels with times, scored against labels with times."""
