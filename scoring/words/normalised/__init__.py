"""Both sides of a score normalised, and which rules moved how many errors."""

from .both_sides import before_of as before_of
from .both_sides import normalised as normalised
from .respelled import respelled as respelled
