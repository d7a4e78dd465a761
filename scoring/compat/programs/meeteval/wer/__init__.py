"""Error rates of one session, and of many, from structures or files."""

from .api import *  # noqa: F403
from .wer import *  # noqa: F403
