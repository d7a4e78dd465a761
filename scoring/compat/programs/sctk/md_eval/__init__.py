"""md-eval.pl 22: diarisation of RTTM files, under its own command line and with its own report."""
