"""Reports of segments, speakers and events."""
