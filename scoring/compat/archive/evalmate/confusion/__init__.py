"""evalmate.confusion: confusions of values, and their rates."""

from .aggregation import AggregatedConfusion as AggregatedConfusion
from .aggregation import create_from_label_pairs as create_from_label_pairs
from .aggregation import create_from_segments as create_from_segments
from .confusion import Confusion as Confusion
from .event import EventConfusion as EventConfusion
from .segment import SegmentConfusion as SegmentConfusion
