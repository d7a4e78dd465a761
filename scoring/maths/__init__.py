"""Arithmetic of scores: bootstrap and paired tests, random numbers, assignment, full tables, voting."""
