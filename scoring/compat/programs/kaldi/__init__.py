"""Kaldi's scoring programs: their command lines, their archives, their messages and their exit codes."""
