"""Verdicts as files for the builds of others: a module for each kind renders a `Gate`."""
