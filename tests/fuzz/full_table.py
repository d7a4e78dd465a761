"""The referee of every search: texts read and aligned in the plainest way, by a table of all cells.

Costs are those of the design: what a policy says, two thirds for optional words where a substitution costs more than a
gap, next to nothing for the null word `@`. Small costs are summed in single precision, as in sclite.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

# A step: its letter, and the words of both sides, None where there is none.
Step = tuple[str, "str | None", "str | None"]
_NULL = "@"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of an alignment: how texts are read, and the costs of steps."""

    costs: tuple[int, int, int] = (4, 3, 3)
    ties: str = "SID"
    sensitive: bool = False
    markup: bool = True
    optional: bool = False
    fragments: bool = False
    characters: int = -1
    weights: tuple[tuple[str, float], ...] | None = None
    times: bool = False
    overlap: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its marks."""

    value: str
    key: str
    null: bool = False
    optional: bool = False
    fragment: bool = False
    literal: bool = False
    begin: float = 0.0
    duration: float = 0.0


class Network:
    """The words of a text, numbered from 1; `before`: the words that may come before each, and at the end (place 0)."""

    def __init__(self, text: str, settings: Settings) -> None:
        self.words: list[Word] = []
        self.before: list[list[int]] = [[]]
        self.settings = settings
        tokens = (text if settings.sensitive else text.lower()).split()
        if settings.markup:
            self.before[0], place = self._sequence(tokens, 0, [0])
            if place < len(tokens):
                raise ValueError(f"{tokens[place]} without its beginning")
        else:
            self.before[0] = self._words(tokens, [0])

    @classmethod
    def timed(cls, words: Sequence[str], times: Sequence[tuple[float, float]], settings: Settings) -> Network:
        """Words in a row, with their begins and durations."""
        network = cls(" ".join(words), settings)
        network.words = [
            replace(word, begin=begin, duration=duration)
            for word, (begin, duration) in zip(network.words, times, strict=True)
        ]
        return network

    @property
    def is_row(self) -> bool:
        """Whether each word follows the one before it."""
        return self.before == [[len(self.words)], *([place] for place in range(len(self.words)))]

    def _sequence(self, tokens: list[str], place: int, before: list[int]) -> tuple[list[int], int]:
        while place < len(tokens) and tokens[place] not in ("/", "}"):
            if tokens[place] != "{":
                before = self._words([tokens[place]], before)
            else:
                ends: list[int] = []
                while tokens[place] != "}":
                    branch, place = self._sequence(tokens, place + 1, before)
                    ends += branch
                    if place == len(tokens):
                        raise ValueError("{ without its end")
                before = ends
            place += 1
        return before, place

    def _words(self, tokens: list[str], before: list[int]) -> list[int]:
        for token in tokens:
            for word in self._spelled(_marked(token, self.settings)):
                self.words.append(word)
                self.before.append(before)
                before = [len(self.words)]
        return before

    def _spelled(self, word: Word) -> list[Word]:
        """The word, or its characters, which bear no mark but that of an optional word."""
        if self.settings.characters < 0 or len(word.value) == 1:
            return [word]
        letters = word.key.replace("-", "") if self.settings.characters & 2 else word.key
        if letters == word.value[:1]:
            return [_marked(letters, self.settings)]
        return [
            Word(
                f"({letter})" if word.optional else letter,
                letter,
                letter == _NULL and not word.literal and not word.optional,
                word.optional,
                literal=word.literal,
            )
            for letter in letters
        ]


def _marked(token: str, settings: Settings) -> Word:
    optional = settings.optional and len(token) > 1 and token[0] + token[-1] == "()"
    fragment = settings.fragments and ("-" in (token[0], token[-1]) or (optional and token[-2] == "-"))
    null = settings.markup and token == _NULL
    return Word(token, token[1:-1] if optional else token, null, optional, fragment, not settings.markup)


def same(a: Word, b: Word) -> bool:
    """Whether two words are correct as a pair: a fragment is the beginning or the end of a word."""
    if a.null != b.null and (a.literal or b.literal):
        return False
    if a.fragment or b.fragment:
        for part, whole in ((a.key, b.key), (b.key, a.key)):
            if len(part) > 1 and part[0] == "-":
                return whole.endswith(part[1:])
            if len(part) > 1 and part[-1] == "-":
                return whole.startswith(part[:-1])
    return a.key == b.key


def single(value: float) -> float:
    """A number in single precision."""
    return array("f", [value])[0]


class Prices:
    """Costs of steps: in single precision where they are small, weights or times; else in whole 3000ths."""

    def __init__(self, settings: Settings) -> None:
        substitution, insertion, deletion = settings.costs
        reduced = substitution > max(insertion, deletion)
        whole = not reduced or insertion % 3 == deletion % 3 == 0
        weighted = settings.weights is not None
        self.is_single = weighted or settings.times or (max(settings.costs) <= 4 and whole)
        scale = 1 if self.is_single else 3000
        self._settings = settings
        self._weights = dict(settings.weights or ())
        self._null = single(0.001) if self.is_single else 3
        self._nulls = scale
        self._substitution = scale * substitution
        self._gaps = {"I": scale * insertion, "D": scale * deletion}
        self._optional = {move: cost * 2 // 3 if reduced else cost for move, cost in self._gaps.items()}

    def gap(self, word: Word, move: str) -> float:
        """A deletion or an insertion."""
        if word.null:
            return self._null
        if self._settings.times:
            return single(word.duration)
        if self._settings.weights is not None:
            return single(self._weight(word))
        return (self._optional if word.optional else self._gaps)[move]

    def pair(self, a: Word, b: Word) -> float:
        """Two words, one from each side."""
        both = self._substitution + sum(self._gaps.values())
        if self._settings.overlap and not (a.begin < b.begin + b.duration and b.begin < a.begin + a.duration):
            return both
        if self._settings.times:
            ends = abs(a.begin + a.duration - (b.begin + b.duration))
            return single(abs(a.begin - b.begin) + ends + (0.0 if same(a, b) else 0.001))
        if self._settings.weights is not None:
            return 0.0 if same(a, b) else single(self._weight(a) + self._weight(b))
        if a.null and b.null:
            return self._nulls
        if same(a, b):
            return 0
        return both if a.null or b.null else self._substitution

    def sum(self, steps: Sequence[Step]) -> float:
        """The cost of steps together, those of null words left out."""
        total = 0.0
        for letter, ref, hyp in steps:
            if letter in "ID":
                total += self._gaps[letter]
            elif ref is None or hyp is None:
                total += self._optional["I" if ref is None else "D"]
            elif letter == "S":
                total += self._substitution
        return total

    def _weight(self, word: Word) -> float:
        return 0.0 if word.null or word.optional else sum(self._weights[part] for part in word.value.split("="))


def order_of(ties: str, *, is_match: bool) -> list[str]:
    """The letters of ties that hold for a pair of equal or of unequal words, in their order; S is the pair."""
    letters = [letter for letter in ties if letter != "="]
    if "M" not in letters:
        return letters
    pair = "M" if is_match else "S"
    return ["S" if letter == pair else letter for letter in letters if letter in ("I", "D", pair)]


def equal_ends(ref: Sequence[object], hyp: Sequence[object]) -> tuple[int, int]:
    """The numbers of equal words at the start and at the end, none of them counted twice."""
    most = min(len(ref), len(hyp))
    first = next((place for place in range(most) if ref[place] != hyp[place]), most)
    rest = most - first
    return first, next((place for place in range(rest) if ref[-1 - place] != hyp[-1 - place]), rest)


def aligned(ref: Network, hyp: Network) -> list[Step]:
    """The cheapest path: of equally cheap steps back the first by the ties, of equally cheap ways the first one."""
    table = Table(ref, hyp)
    row, column = table.cheapest(ref.before[0], hyp.before[0])
    aligned = []
    while row or column:
        steps = table.steps(row, column)
        is_match = bool(row and column) and same(ref.words[row - 1], hyp.words[column - 1])
        order = order_of(ref.settings.ties, is_match=is_match)
        move = min((move for move in order if move in steps), key=lambda move: steps[move][0])
        aligned.append(
            _step(ref.words[row - 1] if move != "I" else None, hyp.words[column - 1] if move != "D" else None)
        )
        row, column = steps[move][1]
    return [step for step in reversed(aligned) if step is not None]


class Table:
    """The costs of all cells: of the cheapest path to each pair of words, one from each side."""

    def __init__(self, ref: Network, hyp: Network) -> None:
        self._ref, self._hyp = ref, hyp
        self._prices = prices = Prices(ref.settings)
        # Small whole numbers are exact in single precision, too.
        fractions = ref.settings.times or ref.settings.weights is not None
        self._rounds = prices.is_single and (fractions or any(word.null for word in ref.words + hyp.words))
        self._deletions = [0.0, *(prices.gap(word, "D") for word in ref.words)]
        self._insertions = [0.0, *(prices.gap(word, "I") for word in hyp.words)]
        self._pairs = {word: [0.0, *(prices.pair(word, other) for other in hyp.words)] for word in {*ref.words}}
        self._costs: list[list[float]] = []
        for row in range(len(ref.before)):
            self._add(row)

    def _add(self, row: int) -> None:
        """One more row, cell by cell."""
        rounds, deletion, insertions = self._rounds, self._deletions[row], self._insertions
        above = [inf] * len(insertions)
        for place in self._ref.before[row] if row else ():
            above = list(map(min, above, self._costs[place]))
        pairs = self._pairs[self._ref.words[row - 1]] if row else []
        costs: list[float] = []
        for column, before in enumerate(self._hyp.before):
            cost = above[column] + deletion
            if column:
                left = costs[before[0]] if len(before) == 1 else min([costs[place] for place in before])
                cost = min(cost, left + insertions[column])
                if row:
                    corner = above[before[0]] if len(before) == 1 else min([above[place] for place in before])
                    cost = min(cost, corner + pairs[column])
            elif not row:
                cost = 0.0
            costs.append(single(cost) if rounds else cost)
        self._costs.append(costs)

    def cheapest(self, rows: Sequence[int], columns: Sequence[int]) -> tuple[int, int]:
        """The first of the cheapest cells, row by row."""
        return min(
            ((row, column) for row in rows for column in columns), key=lambda place: self._costs[place[0]][place[1]]
        )

    def steps(self, row: int, column: int) -> dict[str, tuple[float, tuple[int, int]]]:
        """The steps that lead to a cell: what each costs with the way to it, and the cell before."""
        rows, columns = self._ref.before[row], self._hyp.before[column]
        moves = {}
        if row and column:
            moves["S"] = self._pairs[self._ref.words[row - 1]][column], self.cheapest(rows, columns)
        if row:
            moves["D"] = self._deletions[row], self.cheapest(rows, [column])
        if column:
            moves["I"] = self._insertions[column], self.cheapest([row], columns)
        sums = {move: (self._costs[place[0]][place[1]] + cost, place) for move, (cost, place) in moves.items()}
        return {move: (single(cost) if self._rounds else cost, place) for move, (cost, place) in sums.items()}


def _step(ref: Word | None, hyp: Word | None) -> Step | None:
    """A step as it is told: none of null words alone; an optional word that was not said is correct."""
    if ref is not None and hyp is not None:
        return None if ref.null and hyp.null else ("C" if same(ref, hyp) else "S", ref.value, hyp.value)
    word = ref or hyp
    assert word
    letter = "C" if word.optional else "D" if ref else "I"
    sides = (None if side is None else side.value for side in (ref, hyp))
    return None if word.null and not word.optional else (letter, next(sides), next(sides))


def compounds(ref: Sequence[str], hyp: Sequence[str], costs: tuple[int, int, int], ties: str) -> list[tuple[int, int]]:
    """Numbers of words that steps take, where words of one side may make up one of the other.

    A compound costs nothing, and is taken only where that is cheaper than anything else.
    """
    prices = dict(zip("SID", costs, strict=True))
    sizes = {"S": (1, 1), "I": (0, 1), "D": (1, 0)}
    table: dict[tuple[int, int], int] = {}
    back: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(len(ref) + 1):
        for column in range(len(hyp) + 1):
            ways = []
            for move in order_of(ties, is_match=bool(row and column) and ref[row - 1] == hyp[column - 1]):
                i, j = row - sizes[move][0], column - sizes[move][1]
                if i >= 0 and j >= 0:
                    is_equal = move == "S" and ref[i] == hyp[j]
                    ways.append((table[i, j] + (0 if is_equal else prices[move]), sizes[move]))
            if row and column:
                spans = [(size, 1) for size in range(2, row + 1) if "".join(ref[row - size : row]) == hyp[column - 1]]
                spans += [
                    (1, size) for size in range(2, column + 1) if "".join(hyp[column - size : column]) == ref[row - 1]
                ]
                ways += [(table[row - i, column - j], (i, j)) for i, j in spans]
            table[row, column], back[row, column] = min(ways, key=lambda way: way[0], default=(0, (0, 0)))
    row, column = len(ref), len(hyp)
    compounds = []
    while row or column:
        compounds.append(back[row, column])
        row, column = row - compounds[-1][0], column - compounds[-1][1]
    return compounds[::-1]
