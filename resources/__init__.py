"""Data only: demo sets, case tables, XML schemas and templates that the other packages read."""
