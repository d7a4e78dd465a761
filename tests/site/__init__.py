"""The site of the documentation, as mkdocs builds it into the folder that SCORELITE_SITE names."""
