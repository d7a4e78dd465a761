"""Reports of keyword spotting."""
