"""What reports share: tables, numbers and templates."""
