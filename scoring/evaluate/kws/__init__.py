"""Keyword spotting: term-weighted value and its relatives, as NIST's KWSEval computes them.

`material` puts what was said, what was found and what is searched into columns; `occurrences` finds the keywords in the
transcript; `matching` pairs them with detections; `alignment` and `segments` are the two ways to make trials of them;
`trials` holds the trials of each keyword and `measures` computes from them. `labels` is another convention, that of
evalmate.
"""
