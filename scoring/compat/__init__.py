"""Drop-in modules under other programs' and libraries' names; their quirks live here and nowhere else."""
