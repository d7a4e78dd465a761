"""KWSEval of NIST's F4DE: its command line and its files."""
