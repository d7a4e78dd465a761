"""Both sides of a score normalised, and which rules moved how many errors."""
