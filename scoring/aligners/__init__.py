"""Aligners that serve more than one wing."""
