"""Parts that formats share: fields, tables, JSON and XML sources, subtitles, conversion."""
