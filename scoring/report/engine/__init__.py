"""Parts that reports share: tables, numbers, templates, pages and pictures."""
