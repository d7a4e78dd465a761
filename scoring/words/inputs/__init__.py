"""Both sides of a score read from files: formats, columns, ids, manifests and folders."""
