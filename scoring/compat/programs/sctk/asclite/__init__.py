"""asclite: several streams of words aligned at once, its command line, its files and its reports."""
