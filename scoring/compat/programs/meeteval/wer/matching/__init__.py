"""Distances and assignments behind the error rates."""

from .cy_levenshtein import time_constrained_levenshtein_distance, time_constrained_levenshtein_distance_with_alignment

__all__ = ["time_constrained_levenshtein_distance", "time_constrained_levenshtein_distance_with_alignment"]
