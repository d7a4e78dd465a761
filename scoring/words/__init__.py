"""Word error rates: texts and files scored word by word."""
