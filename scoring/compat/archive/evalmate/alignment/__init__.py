"""evalmate.alignment: aligners of labels, candidate finders, and their results."""

from .aligner import EventAligner as EventAligner
from .aligner import SegmentAligner as SegmentAligner
from .candidates import CandidateFinder as CandidateFinder
from .candidates import OverlapCandidateFinder as OverlapCandidateFinder
from .candidates import StartEndCandidateFinder as StartEndCandidateFinder
from .segment import InvariantSegmentAligner as InvariantSegmentAligner
from .sequence import LevenshteinAligner as LevenshteinAligner
from .time import BipartiteMatchingAligner as BipartiteMatchingAligner
from .time import FullMatchingAligner as FullMatchingAligner
from .utils import LabelPair as LabelPair
from .utils import Segment as Segment
