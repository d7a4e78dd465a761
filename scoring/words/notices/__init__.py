"""Notices: what moves a number without being an error of recognition.

A notice is a function that yields `Notice`, or `Explanation` with the rate without a cause, from what it looks at.
Three modules call these functions: `of_files` those that look at files, `search` those that look at texts once somebody
asks, and `explained` those of most errors, which take long. A new one is a function, a line there, and a test in
tests/words/notices.
"""
