"""Small faults are put into the sources, to see whether a test notices: `python -m tests.mutation --count 100`."""
