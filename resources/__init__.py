"""Data only: the demo set, case tables, and whatever else the packages read but do not compute."""
