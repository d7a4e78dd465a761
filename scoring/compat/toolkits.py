"""Scoring programs of toolkits whose numbers and texts ours give: their names, by toolkit."""

PROGRAMS = {
    "wenet": ("compute-wer.py", "compute-cer.py"),
}
"""The programs of each toolkit; `scorelite link` writes them under these names."""
TITLES = {"wenet": "WeNet"}
