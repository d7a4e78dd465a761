"""NIST's rover: words of several recognisers, aligned with each other and put to a vote."""
