"""Evaluators: each turns aligned pairs into scores; one module each, imported when it is needed."""
