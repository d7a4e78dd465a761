"""Conventions: where KWSEval's numbers depend on its defects, and how scorelite counts instead."""

from __future__ import annotations

from dataclasses import dataclass

SPLIT_TYPE = "splitcts"
"""The source type of channels of one telephone call in files of their own, whose seconds KWSEval counts half."""


@dataclass(frozen=True, slots=True)
class Convention:
    """Choices in which scoring programs differ; scorelite's choice is always False."""

    name: str
    raw_files: bool = False
    """Keep XML entities and GB2312 bytes as they stand in files, and read a malformed time as far as it goes."""
    cut_excerpts: bool = False
    """End an excerpt where the next one of its recording begins, even if it goes on after that one."""
    divided_trials: bool = False
    """Divide the searched seconds by the trials per second instead of multiplying."""
    repeated_lists: bool = False
    """Count the references of a keyword once for each time the system output lists it."""
    whole_patterns: bool = False
    """Take a comma in a pattern of recordings literally instead of as a separator."""
    leaking_patterns: bool = False
    """Score detections of recordings outside the patterns where their keyword was never said."""
    file_order: bool = False
    """Link words of an unsorted transcript by their positions in the file, not by time."""
    scores_as_text: bool = False
    """Rank scores by spelling for average precision: 1e-05 before 0.9."""
    signed_zeros: bool = False
    """Keep the sign of a false alarm rate of 0 where more references than trials make it negative."""
    segments_list_all: bool = False
    """With segments as trials: score keywords that the system output does not list, whatever was asked for."""
    segments_know_all: bool = False
    """With segments as trials: take every keyword for one of the system's vocabulary."""
    segments_pool_empty: bool = False
    """With segments as trials and all keywords pooled: keep every keyword as a block without trials."""
    groups_lose_pooled: bool = False
    """With all keywords pooled: groups of keywords find neither texts nor targets of a keyword."""
    groups_need_size: bool = False
    """Refuse a group of source types that holds trials and no searched time, instead of skipping it."""


SCORELITE = Convention("scorelite")
KWSEVAL = Convention(
    "kwseval",
    raw_files=True,
    cut_excerpts=True,
    divided_trials=True,
    repeated_lists=True,
    whole_patterns=True,
    leaking_patterns=True,
    file_order=True,
    scores_as_text=True,
    signed_zeros=True,
    segments_list_all=True,
    segments_know_all=True,
    segments_pool_empty=True,
    groups_lose_pooled=True,
    groups_need_size=True,
)
CONVENTIONS = {convention.name: convention for convention in (SCORELITE, KWSEVAL)}
