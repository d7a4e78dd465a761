"""Drop-ins for programs and scorers of papers that nobody releases any more: frozen, and nothing else imports them."""
