"""evalmate.confusion: confusions of values, and their rates."""

from scoring.compat.evalmate.confusion.aggregation import AggregatedConfusion as AggregatedConfusion
from scoring.compat.evalmate.confusion.confusion import Confusion as Confusion
from scoring.compat.evalmate.confusion.creation import create_from_label_pairs as create_from_label_pairs
from scoring.compat.evalmate.confusion.creation import create_from_segments as create_from_segments
from scoring.compat.evalmate.confusion.event import EventConfusion as EventConfusion
from scoring.compat.evalmate.confusion.segment import SegmentConfusion as SegmentConfusion
