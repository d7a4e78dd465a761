"""What formats share: text fields, markup, tables, JSON and XML sources, subtitles, and conversion between them."""
