"""Word error rates of texts and files."""
