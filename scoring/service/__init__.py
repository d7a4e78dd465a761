"""Scoring over HTTP: methods for JSON and uploaded files, BenchmarkSTT's JSON-RPC, and pages for people.

The process that listens reads bounded bodies and nothing else. Worker processes read what is in them and score; one
that takes too long is ended.
"""
