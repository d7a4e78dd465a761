"""Error rates: one module for each measure."""

from .cp import *  # noqa: F403
from .di_cp import *  # noqa: F403
from .error_rate import *  # noqa: F403
from .mimo import *  # noqa: F403
from .orc import *  # noqa: F403
from .siso import *  # noqa: F403
from .time_constrained import *  # noqa: F403
from .time_constrained_mimo import *  # noqa: F403
from .time_constrained_orc import *  # noqa: F403
