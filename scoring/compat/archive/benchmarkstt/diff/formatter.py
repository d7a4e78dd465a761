"""Differences as text in several dialects."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from typing import Any, ClassVar

from ...... import core
from ..helpers import make_printable
from ..schema import Schema

# The first one makes no other entity wrong.
_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&#34;"))


class Dialect:
    """How differences are shown: a format of `%` or a function for each kind. Without one, a replacement is shown as a
    deletion and an insertion."""

    preprocessor: Any = None
    delete_format: Any = "%s"
    insert_format: Any = "%s"
    equal_format: Any = "%s"
    replace_format: Any = None

    def __init__(self) -> None:
        self._stream = StringIO()

    @property
    def stream(self) -> StringIO:
        """The text that has been written."""
        return self._stream

    def __enter__(self) -> Any:
        self._stream = StringIO()
        return self._stream

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        """Ends the text."""

    def output(self) -> Any:
        """The whole text."""
        return self._stream.getvalue()


class ANSIDiffDialect(Dialect):
    """Colours of a terminal, below a key of the colours."""

    delete_format = "\033[31m%s\033[0m"
    insert_format = "\033[32m%s\033[0m"

    def __init__(self, show_color_key: bool | None = None) -> None:
        super().__init__()
        self.show_color_key = show_color_key is None or bool(show_color_key)
        names = self.delete_format % "Reference", self.insert_format % "Hypothesis"
        self.color_key = "Color key: Unchanged {} {}\n\n".format(*names)

    @staticmethod
    def preprocessor(txt: str) -> str:
        """The text with pictures of blanks and control characters."""
        return make_printable(txt)

    def __enter__(self) -> Any:
        super().__enter__()
        if self.show_color_key:
            self._stream.write(self.color_key)
        return self


class UTF8Dialect(Dialect):
    """Plain text, in which deleted and inserted characters have a mark of Unicode."""

    @staticmethod
    def preprocessor(txt: str) -> str:
        """The text with pictures of blanks and control characters."""
        return make_printable(txt)

    def delete_format(self, txt: str) -> None:
        """Writes characters with the mark of a deletion."""
        self._stream.write("".join(char + "\u0338" for char in txt))

    def insert_format(self, txt: str) -> None:
        """Writes characters with the mark of an insertion."""
        self._stream.write("".join(char + "\u0359" for char in txt))


class HTMLDiffDialect(Dialect):
    """HTML, in which deleted and inserted text has a class."""

    delete_format = '<span class="delete">%s</span>'
    insert_format = '<span class="insert">%s</span>'

    @staticmethod
    def preprocessor(txt: Any) -> str:
        """The text with entities for what HTML reserves."""
        text = str(txt)
        for char, entity in _ENTITIES:
            text = text.replace(char, entity)
        return text


class RestructuredTextDialect(ANSIDiffDialect):
    """reStructuredText with two roles of its own."""

    delete_format = "\\ :diffdelete:`%s`\\ "
    insert_format = "\\ :diffinsert:`%s`\\ "

    @staticmethod
    def preprocessor(txt: str) -> str:
        """The text with pictures of blanks and control characters, and with escaped backquotes."""
        return make_printable(txt).replace("·", "\u200b·\u200b").replace("`", r"\`")


class ListDialect(Dialect):
    """A list with an entry for each word: its kind, the word of the reference, the word of the hypothesis."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[OrderedDict[str, str | None]] = []

    @staticmethod
    def preprocessor(txt: str) -> str:
        """The text as it is."""
        return txt

    def delete_format(self, txt: str) -> None:
        """Adds words that only the reference has."""
        self._add("delete", txt.split(), [])

    def insert_format(self, txt: str) -> None:
        """Adds words that only the hypothesis has."""
        self._add("insert", [], txt.split())

    def equal_format(self, txt: str) -> None:
        """Adds words that both have."""
        self._add("equal", txt.split(), txt.split())

    def replace_format(self, a: str, b: str) -> None:
        """Adds replaced words, pair by pair; surplus words are deleted or inserted."""
        self._add("replace", a.split(), b.split())

    def _add(self, kind: str, ref: list[str], hyp: list[str]) -> None:
        if not ref and not hyp:
            # A text of white space is one empty word, which has an entry where nothing else has.
            ref, hyp = [""] * (kind != "insert"), [""] * (kind != "delete")
        for place in range(max(len(ref), len(hyp))):
            old, new = (side[place] if place < len(side) else None for side in (ref, hyp))
            shown = "insert" if old is None else "delete" if new is None else kind
            self._entries.append(OrderedDict(type=shown, reference=old, hypothesis=new))

    def __enter__(self) -> Any:
        self._entries = []
        return self

    def output(self) -> Any:
        """The list."""
        return self._entries


class JSONDiffDialect(ListDialect):
    """The list of ListDialect as a text of JSON."""

    def output(self) -> str:
        """The text."""
        return Schema.dumps(self._entries)


class DiffFormatter:
    """Shows the differences of two sequences in a dialect, which is `text` if none is named."""

    diff_dialects: ClassVar[dict[str, Any]] = {
        "ansi": ANSIDiffDialect,
        "html": HTMLDiffDialect,
        "text": UTF8Dialect,
        "json": JSONDiffDialect,
        "list": ListDialect,
        "rst": RestructuredTextDialect,
    }

    def __init__(self, dialect: str | None = None, *args: Any, **kwargs: Any) -> None:
        name = "text" if dialect is None else dialect
        if not self.has_dialect(name):
            raise ValueError("Unknown diff dialect", name)
        self._dialect: Dialect = self.diff_dialects[name](*args, **kwargs)

    def diff(
        self,
        a: Sequence[Any],
        b: Sequence[Any],
        opcodes: Iterable[tuple[str, int, int, int, int]] | None = None,
        preprocessor: Callable[[Any], Any] | None = None,
    ) -> Any:
        """The differences. Without opcodes, they are found with difflib's autojunk on."""
        dialect = self._dialect
        if opcodes is None:
            opcodes = core.opcodes(a, b, True)
        with dialect:
            show = {kind: self._writer(getattr(dialect, f"{kind}_format")) for kind in ("delete", "insert", "equal")}
            replaced = dialect.replace_format and self._writer(dialect.replace_format)

            def prepared(part: Any) -> Any:
                return dialect.preprocessor(part if preprocessor is None else preprocessor(part))

            for tag, a_start, a_end, b_start, b_end in opcodes:
                if tag == "replace":
                    old, new = prepared(a[a_start:a_end]), prepared(b[b_start:b_end])
                    if replaced:
                        replaced(old, new)
                    else:
                        show["delete"](old)
                        show["insert"](new)
                else:
                    show[tag](prepared(b[b_start:b_end] if tag == "insert" else a[a_start:a_end]))
        return dialect.output()

    def _writer(self, form: Any) -> Callable[..., Any]:
        if not isinstance(form, str):
            return form  # type: ignore[no-any-return]
        stream = self._dialect.stream
        return lambda *parts: stream.write(form % parts)

    @classmethod
    def has_dialect(cls, dialect: str) -> bool:
        """Whether there is a dialect of this name."""
        return dialect in cls.diff_dialects


def format_diff(
    a: Sequence[Any],
    b: Sequence[Any],
    opcodes: Iterable[tuple[str, int, int, int, int]] | None = None,
    dialect: str | None = None,
    preprocessor: Callable[[Any], Any] | None = None,
) -> Any:
    """The differences of two sequences in a dialect.

    >>> format_diff("abc", "adc", dialect="html")
    'a<span class="delete">b</span><span class="insert">d</span>c'
    """
    return DiffFormatter(dialect).diff(a, b, opcodes, preprocessor)
