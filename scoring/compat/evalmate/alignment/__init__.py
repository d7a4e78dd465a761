"""evalmate.alignment: aligners of labels, candidate finders, and their results."""

from scoring.compat.evalmate.alignment.aligner import EventAligner as EventAligner
from scoring.compat.evalmate.alignment.aligner import SegmentAligner as SegmentAligner
from scoring.compat.evalmate.alignment.candidates import CandidateFinder as CandidateFinder
from scoring.compat.evalmate.alignment.candidates import OverlapCandidateFinder as OverlapCandidateFinder
from scoring.compat.evalmate.alignment.candidates import StartEndCandidateFinder as StartEndCandidateFinder
from scoring.compat.evalmate.alignment.segment import InvariantSegmentAligner as InvariantSegmentAligner
from scoring.compat.evalmate.alignment.sequence import LevenshteinAligner as LevenshteinAligner
from scoring.compat.evalmate.alignment.time import BipartiteMatchingAligner as BipartiteMatchingAligner
from scoring.compat.evalmate.alignment.time import FullMatchingAligner as FullMatchingAligner
from scoring.compat.evalmate.alignment.utils import LabelPair as LabelPair
from scoring.compat.evalmate.alignment.utils import Segment as Segment
