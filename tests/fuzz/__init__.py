"""Seeded random cases: our programs against NIST's sclite, against peers, against themselves, and against harm.

`python -m tests.fuzz --cases 20000 --seed 1` runs them; docs/explanation/reliability.md explains the table that
it prints.
"""
