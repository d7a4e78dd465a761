"""Pages of alignments under MeetEval's names."""

from .visualize import AlignmentVisualization

__all__ = ["AlignmentVisualization"]
