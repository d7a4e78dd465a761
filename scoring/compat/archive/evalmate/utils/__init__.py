"""evalmate.utils: small functions on labels."""
