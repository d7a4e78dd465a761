"""align2html.pl 0.6: pages that show how asclite aligned the words of several speakers."""
