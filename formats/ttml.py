"""TTML, Timed Text Markup Language, also as DFXP.

    <tt xmlns="http://www.w3.org/ns/ttml" ...><body><div>
      <p begin="00:00:01.000" end="00:00:02.500" ttm:agent="anna">Good<br/>day.</p>
    </div></body></tt>

>>> from scorelite.formats.source import Source
>>> paragraph = b'<p begin="1s" end="2.5s">Good<br/>day.</p>'
>>> corpus = read(Source(b'<tt xmlns="http://www.w3.org/ns/ttml"><body><div>' + paragraph + b'</div></body></tt>'))
>>> corpus.segments[0].text, corpus.segments[0].end
('Good day.', 2.5)
"""

from __future__ import annotations

from .engine.timed_text import Dialect

DIALECT = Dialect("ttml", "Timed Text, also as DFXP", (".ttml", ".dfxp", ".itt"), styled=False)
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format()
