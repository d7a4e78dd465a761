"""The grammar of a text: sclite's alternations, null word, optional words, fragments, tags and escapes.

    good { day / { early / late } morning / @ } (uh) fra- noun;tag1;tag2 semi\\;colon

A word ends at white space or, at the top of a text, where an alternation closes. A brace may only stand where a word
begins: the reference program cannot hold a word with a brace inside, so such a word is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, repeat, zip_longest

from ..errors import Problems, UsageError, Where
from .items import Alternation, Grammar, Item, Label, first_words

NULL_WORD = "@"
# The depth that the reference program and the aligner accept.
MAXIMUM_DEPTH = 30
MOST_BYTES = 10_000
"""Bytes of an alternation: longer ones are lost in sclite's grammar."""
# White space of C's isspace: the reference works on bytes, so the other blanks of Unicode are parts of words.
BLANKS = " \t\n\v\f\r"
SEGMENT_BREAK = "\f"
"""The blank between segments that are aligned as one text: each may begin with a label."""
_WORD = re.compile(f"[^{BLANKS}]+")


MARKS = "{}\\;*@(-"
"""Letters that may mean something in sclite's grammar, and nothing in plain text."""
_MARKS = frozenset(MARKS)
_SHORT = 32
_UNEVEN = re.compile(r"  |^ | $|[^\S \n]", re.MULTILINE)
# An alternation without others inside, where a word begins; a branch is @ or has a word that is not.
_BRANCH = r"(?:[ \t\v\f\r]*@[ \t\v\f\r]*|[@ \t\v\f\r]*[^{}/@ \t\n\v\f\r][^{}/\n]*)"
_INNERMOST = re.compile(r"(?<![^{ \t\n\v\f\r])\{" + _BRANCH + "(?:/" + _BRANCH + r")*\}")
_FRAGMENT = re.compile(f"(?<![^{BLANKS}])-[^{BLANKS}]|[^{BLANKS}]-(?![^{BLANKS}])")


def unmarked(text: str) -> bool:
    """Whether a text means the same in both grammars.

    >>> unmarked("two words"), unmarked("two; words")
    (True, False)
    """
    return _MARKS.isdisjoint(text) if len(text) < _SHORT else not any(map(text.__contains__, _MARKS))


def marked(words: Iterable[str]) -> list[str]:
    """The words that may mean something else in sclite's grammar.

    >>> marked(["two", "words;", "uh-"])
    ['words;', 'uh-']
    """
    return list(filter(_MARK.search, words))


def are_bare(texts: Sequence[str]) -> bool:
    """Whether texts in sclite's grammar are the same texts without marks: a hyphen makes a word a fragment, and stays.

    >>> are_bare(["uh- two words"]), are_bare(["uh-  two"]), are_bare(["two; words"])
    (True, False, False)
    """
    joined = "\n".join(texts)
    if unmarked(joined):
        return True
    # A text with a mark is written word by word, with single blanks.
    is_even = _UNEVEN.search(joined) is None and joined.count("\n") == len(texts) - 1
    return is_even and not any(map(joined.__contains__, _MARKS - {"-"}))


def has_fragments(texts: Sequence[str]) -> bool:
    """Whether some word of bare texts begins or ends with a hyphen, which makes it a fragment.

    >>> has_fragments(["uh- well-known -"]), has_fragments(["well-known -"])
    (True, False)
    """
    joined = "\n".join(texts)
    return "-" in joined and _FRAGMENT.search(joined) is not None


def words(text: str) -> list[str]:
    """The words of a plain text.

    >>> words("two  words\\there")
    ['two', 'words', 'here']
    """
    if text.isprintable():
        return text.split()  # a printable text has no white space but the blank
    return _WORD.findall(text)


def word_lists(texts: Sequence[str]) -> Iterator[list[str]]:
    """The words of plain texts, as `words` finds them one by one.

    >>> list(word_lists(["two  words", "here"]))
    [['two', 'words'], ['here']]
    """
    joined = "".join(texts)
    is_usual = joined.replace("\n", "").replace("\t", "").isprintable()
    return map(str.split if is_usual else _WORD.findall, texts)


def parse(text: str, grammar: Grammar, where: Where | None = None) -> tuple[Item, ...]:
    """The labels of a text.

    >>> [item.value for item in parse("{a b}", "plain")]
    ['{a', 'b}']
    >>> alternation, = parse("{ a b / @ }", "sclite")
    >>> [[label.value for label in branch] for branch in alternation.branches]
    [['a', 'b'], []]
    """
    if grammar == "plain":
        return tuple(Label(word) for word in words(text))
    problems = Problems()
    items = _Parser(text, where or Where("<text>", 1), problems).sequence()
    problems.check()
    return items


def check(text: str, where: Where, problems: Problems, line: str) -> None:
    """Adds the problems of the marks of a text."""
    if "{" in text or "}" in text:
        _Parser(text, where, problems, line).sequence()


def are_sound(texts: Iterable[str]) -> bool:
    """Whether all braces of texts are those of alternations; False where one needs a closer look.

    >>> are_sound(["{ a / { b / @ } } c"]), are_sound(["{ a / }"]), are_sound(["a{b}"])
    (True, False, False)
    """
    joined, count = "\n".join(texts), 1
    for _ in range(MAXIMUM_DEPTH):
        if not count:
            break
        joined, count = _INNERMOST.subn("x ", joined)
    return not count and "{" not in joined and joined.count("}") == joined.count("\\}")


OPENED, NEXT, CLOSED, NEXT_TEXT = "\0{", "\0/", "\0}", "\0;"
"""Marks among words, which hold no NUL: of alternations, and between two texts."""
_SIGN = re.compile("([{}\n])")
_MARK, _ODD = re.compile(r"[{}\\;*@(-]"), re.compile(r"[\\;*(]")
_NOWHERE = Where("<text>", 1)
_TOKENS = {"{": f" {OPENED} ", "}": f" {CLOSED} ", "\n": f" {NEXT_TEXT} "}
_DEPTHS = {"{": 1, "}": -1, "\n": 0}


def can_be_cut(texts: Sequence[str]) -> bool:
    """Whether texts in sclite's grammar can be cut with `tokens_of`."""
    joined = "\n".join(texts)
    is_usual = joined.count("\n") < max(len(texts), 1) and "\0" not in joined and "\\}" not in joined
    return is_usual and are_sound(texts)


def tokens_of(texts: Sequence[str]) -> list[str]:
    """The words and marks of texts in sclite's grammar, one after the other, without null words.

    >>> tokens_of(["a/b { c/@ }", "d"]) == ["a/b", OPENED, "c", NEXT, CLOSED, NEXT_TEXT, "d"]
    True
    """
    pieces = _SIGN.split("\n".join(texts))
    signs, outer = pieces[1::2], pieces[::2]
    depths = accumulate(map(_DEPTHS.__getitem__, signs), initial=0)
    inside = [place for place, depth in enumerate(depths) if depth]
    cut = map(str.replace, [outer[place] for place in inside], repeat("/"), repeat(f" {NEXT} "))
    for place, text in zip(inside, cut, strict=True):
        outer[place] = text
    whole = chain.from_iterable(zip_longest(outer, map(_TOKENS.__getitem__, signs), fillvalue=""))
    found = _WORD.findall("".join(whole))
    nothing = set(filter(is_nothing, {token for token in found if NULL_WORD in token}))
    return [token for token in found if token not in nothing]


def first_branches(texts: Sequence[str]) -> list[str] | None:
    """Texts in sclite's grammar without marks, those without any as they are; for an alternation, its first branch.
    None where a text needs a closer look.

    >>> first_branches(["so { a / { b / @ } } (uh) c;tag", "d  e"])
    ['so a (uh) c', 'd  e']
    """
    if not can_be_cut(texts):
        return None
    is_marked = list(map(bool, map(_MARK.search, texts)))
    rows = [row for row, marked in enumerate(is_marked) if marked]
    tokens = tokens_of([texts[row] for row in rows])
    distinct = [token for token in {*tokens} if token[0] != "\0"]
    odd = [token for token, is_odd in zip(distinct, map(_ODD.search, distinct), strict=True) if is_odd]
    labels = {token: label_of(token, _NOWHERE) for token in odd}
    if "" in {label.value for label in labels.values()}:
        return None
    values = dict(zip(distinct, distinct, strict=True))
    values |= {token: bracketed(label) for token, label in labels.items()}
    spoken: list[list[str]] = [[] for _ in rows]
    place = depth = left_out = 0  # the last is the depth of the alternation whose later branches are left out
    for token in tokens:
        if token in values:
            spoken[place] += () if left_out else (values[token],)
        elif token == NEXT_TEXT:
            place += 1
        elif token == OPENED:
            depth += 1
        elif token == CLOSED:
            left_out = 0 if left_out == depth else left_out
            depth -= 1
        else:
            left_out = left_out or depth
    plain = list(texts)
    for row, text in zip(rows, map(" ".join, spoken), strict=True):
        plain[row] = text
    return plain


def render(items: Iterable[Item], grammar: Grammar) -> str:
    """The text of labels: the inverse of `parse`.

    >>> render(parse("{a/(b)} c-;x d\\\\;", "sclite"), "sclite")
    '{ a / (b) } c-;x d\\\\;'
    >>> render(parse("{ a / b } c", "sclite"), "plain")
    'a c'
    """
    return _bare(tuple(items)) if grammar == "plain" else " ".join(marked_words(items))


def _bare(items: Sequence[Item]) -> str:
    """Bare words; for an alternation, those of its first branch."""
    values = [item.value for item in items if type(item) is Label and not item.optional]
    text = " ".join(values)
    if len(values) == len(items) and words(text) == values:
        return text
    return " ".join(map(one_word, first_words(items)))


def marked_words(items: Iterable[Item], depth: int = 0) -> Iterator[str]:
    """The words of items in sclite's grammar; `depth` is the number of alternations around them."""
    for item in items:
        if isinstance(item, Alternation):
            branches = [" ".join(marked_words(branch, depth + 1)) or NULL_WORD for branch in item.branches]
            yield "{ " + " / ".join(branches) + " }"
        else:
            tags = [value for key, value in item.attributes if key in ("tag1", "tag2")]
            yield mark(one_word(item), tags, depth)


def bracketed(label: Label) -> str:
    """The letters of a word; brackets around an optional word are some of them."""
    return f"({label.value})" if label.optional else label.value


def one_word(label: Label, *, or_nothing: bool = False) -> str:
    """The word of a label, which must be one word, or nothing where that is allowed; an error says where it stands."""
    word = bracketed(label)
    if not (word or or_nothing) or any(blank in word for blank in BLANKS):
        place = f"{label.where}: " if label.where and label.where.path != _NOWHERE.path else ""
        raise UsageError(f"{place}the word {word!r} is empty or has blanks in it; expected one word without blanks")
    return word


def marked_text(text: str) -> str:
    """A text of bare words in sclite's grammar."""
    return text if unmarked(text) else " ".join(map(mark, words(text)))


def marked_texts(texts: Sequence[str]) -> Sequence[str]:
    """Many texts of bare words in sclite's grammar, as `marked_text` makes them one by one.

    >>> marked_texts(["a;b  c", "two  words", "uh-"])
    ['a\\\\;b c', 'two  words', 'uh-']
    """
    if are_bare(texts):
        return texts
    whole = list(texts)
    places = [place for place, is_marked in enumerate(map(_MARK.search, texts)) if is_marked]
    lists = list(word_lists([texts[place] for place in places]))
    distinct = {*chain.from_iterable(lists)}
    written = dict(zip(distinct, distinct, strict=True)) | {word: mark(word) for word in marked(distinct)}
    for place, cut in zip(places, lists, strict=True):
        whole[place] = " ".join(map(written.__getitem__, cut))
    return whole


def are_words(values: Sequence[str]) -> bool:
    """Whether every value is one word.

    >>> are_words(["New", "York"]), are_words(["New York"]), are_words([""])
    (True, False, False)
    """
    return words(" ".join(values)) == [*values]


def mark(word: str, tags: Iterable[str] = (), depth: int = 0) -> str:
    """A word as sclite's grammar writes it; `depth` is the number of alternations around it.

    >>> mark("a;b*", ["noun"])
    'a\\\\;b**;noun'
    """
    # A reader drops every backslash, and inside an alternation it cuts at every slash and brace.
    if word == NULL_WORD or any(character in word for character in ("{\\/}" if depth else "{\\")):
        raise UsageError(f"sclite's grammar cannot hold the word {word!r}" + " in an alternation" * bool(depth))
    if word.endswith("*") and len(word) > 1:
        word += "*"  # a reader drops one
    fields = (field.replace(";", "\\;").replace("}", "\\}") for field in (word, *tags))
    return ";".join(fields)


class _Parser:
    """Parses one text from left to right; notes problems and continues after them."""

    def __init__(self, text: str, where: Where, problems: Problems, line: str | None = None) -> None:
        self._text = text
        self._where = where
        self._problems = problems
        self._line = text if line is None else line
        self._at = 0

    def sequence(self, depth: int = 0) -> tuple[Item, ...]:
        """Words and alternations up to the end of the text or of the branch."""
        if depth > MAXIMUM_DEPTH:
            self._note(self._at - 1, "alternations nested too deeply", f"at most {MAXIMUM_DEPTH} levels")
            self._problems.check()
        items: list[Item] = []
        text, end = self._text, len(self._text)
        while self._at < end:
            character = text[self._at]
            if character in BLANKS:
                self._at += 1
            elif character == "{":
                items.append(self._alternation(depth))
            elif depth and character in "/}":
                break
            else:
                self._word(items, depth)
        return tuple(items)

    def _alternation(self, depth: int) -> Alternation:
        opened = self._at
        branches = []
        while True:
            self._at += 1  # the brace or the slash
            begin = self._at
            branch = self.sequence(depth + 1)
            if branch or is_nothing(self._text[begin : self._at].strip(BLANKS)):
                branches.append(branch)
            elif self._at < len(self._text):
                self._note(self._at, "an empty branch of an alternation", "a word, or @ for nothing")
            if self._at >= len(self._text):
                self._note(opened, "'{' is not closed", "'}' after the last branch")
                break
            if self._text[self._at] == "}":
                self._at += 1
                break
        return Alternation(tuple(branches), self._place(opened))

    def _word(self, items: list[Item], depth: int) -> None:
        """Adds one word. Inside an alternation a slash or a brace ends it, even after a backslash."""
        text, begin, end = self._text, self._at, len(self._text)
        at = begin
        while at < end and text[at] not in BLANKS:
            character = text[at]
            if depth and character in "/}":
                break
            if character == "{":
                self._note(at, "'{' inside a word", "white space before an alternation")
            elif character == "}" and text[at - 1 : at] != "\\":
                self._note(at, "'}' without '{'", "'\\}' for a brace in a word")
            at += 1
        self._at = at
        written = text[begin:at]
        if not is_nothing(written):
            items.append(label_of(written, self._place(begin)))

    def _place(self, index: int) -> Where:
        return Where(self._where.path, self._where.line, self._where.column + index)

    def _note(self, index: int, what: str, expected: str) -> None:
        self._problems.add(self._place(index), what, expected, self._line)


def is_nothing(written: str) -> bool:
    """Whether a written word stands for no word: the reference looks at it without its tags, star and backslashes.

    >>> is_nothing("@"), is_nothing("@*;noun"), is_nothing("(@)")
    (True, True, False)
    """
    if NULL_WORD not in written:
        return False
    label = label_of(written, _NOWHERE)
    return label.value == NULL_WORD and not label.optional


def label_of(written: str, where: Where) -> Label:
    """The label of one written word: tags split off at semicolons, escapes resolved, one final star dropped."""
    # An escaped semicolon does not split; then every backslash is dropped. NUL stands in for it: no text holds NUL.
    fields = written.replace("\\;", "\0").split(";")
    value, *tags = (field.replace("\\", "").replace("\0", ";") for field in fields)
    if value.endswith("*") and len(value) > 1:
        value = value[:-1]
    optional = len(value) > 2 and value.startswith("(") and value.endswith(")")
    if optional:
        value = value[1:-1]
    fragment = len(value) > 1 and (value.startswith("-") or value.endswith("-"))
    attributes = tuple(zip(("tag1", "tag2"), tags, strict=False))
    return Label(value, kind="fragment" if fragment else "word", optional=optional, attributes=attributes, where=where)
