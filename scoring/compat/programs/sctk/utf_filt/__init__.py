"""utf_filt.pl: transcripts in NIST's Universal Transcription Format as stm and ctm."""
