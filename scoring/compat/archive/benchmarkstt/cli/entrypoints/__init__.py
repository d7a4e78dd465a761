"""Sub-commands of the tools: for each its options and what runs it."""
