"""Seeded sentences that reach every rule of the normalisers: numbers, money, times, contractions, marks, wild text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
;
zero ten twenty thirty forty fifty sixty seventy eighty ninety
;
the a i of to in and that it was he for on are with as his they at be this from have or by hot but some what
there we can out other were all your when up use word how said an each she which do their time if will way about
;
o oh zero hundred thousand million billion trillion quadrillion quintillion sextillion decillion hundreds
thousands millions hundredth thousandth millionth first second third fourth fifth twelfth twentieth ninetieth
ones twos sixes twenties nineties minus negative plus positive pound pounds euro euros dollar dollars cent cents
per percent and double triple point half a
;
won't can't let's ain't y'all wanna kinda sorta dunno gotta gonna i'ma imma woulda coulda shoulda 'cause cause
ma'am mr mrs st dr prof capt gov ald gen sen rep pres rev hon asst assoc lt col jr sr esq he'd she's they're
we'll you've i'm isn't couldn't've doctor's o'clock rock'n'roll been gone done got it's what's who's here's
this's
;
colour ageing centre organise travelled grey archaeology archeological mm hmm uh um mhm ah huh okay ok kay
theresa macdonald mohamed et cetera al right wi fi e mail b c p m a o k x ray t shirt flyer etcetera jon
;
"""
UNITS, TENS, PLAIN, NUMERIC, CONTRACTED, SPELLED = (part.split() for part in _WORDS.split(";")[:-1])
MARKS = list(".,;:!?'\"-()[]<>%$¢€£&/*+=_~^#@|\\{}…–—’‘“”«»¿¡§°`´\t\n \u00a0\u200b\u00ad")
ODD = list("ÀéîõüÿßøæœđðþłŁÇñİıΣσςаЯжאابةहिन्दीम्ไทย한글日本語ｆｕｌｌ１２３½¾²³①Ⅷ٣٥०१ﬁ�") + [
    "e\u0301",
    "\u0301",
    "\u093f",
    "\U0001f600",
    "\ud7a3",
]


def words_of(number: int, rng: Random) -> str:
    """A number below 10^15 in English words, now and then with hyphens or "and"."""
    for size, name in (
        (10**12, "trillion"),
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
        (100, "hundred"),
    ):
        if number >= size:
            head, rest = words_of(number // size, rng) + " " + name, number % size
            joint = " and " if rest < 100 and rng.random() < 0.5 else " "
            return head + (joint + words_of(rest, rng) if rest else "")
    if number < 20:
        return UNITS[number]
    joint = "-" if rng.random() < 0.3 else " "
    return TENS[number // 10] + (joint + UNITS[number % 10] if number % 10 else "")


def _number(rng: Random) -> str:
    return words_of(rng.randrange(10 ** rng.randint(1, 7)), rng)


def _digits(rng: Random) -> str:
    number = rng.randrange(10 ** rng.randint(1, 8))
    shapes = (
        f"{number}",
        f"{number:,}",
        f"{number}.{rng.randrange(1000)}",
        f"{number}{rng.choice(('st', 'nd', 'rd', 'th', 's', 'km', 'a'))}",
        f"{rng.choice('$€£¢+-')}{number}",
        f"${rng.randrange(200)}.{rng.randrange(100):02}",
        f"{number}%",
        f"{rng.randrange(12)}/{rng.randrange(1, 12)}",
        f"{rng.randrange(24)}:{rng.randrange(60):02} {rng.choice(('am', 'PM', 'a.m.', ''))}",
        f"{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(256)}",
    )
    return rng.choice(shapes)


def _money(rng: Random) -> str:
    unit = rng.choice(("dollars", "pounds", "euros", "dollar"))
    cents = f"{rng.choice((' and', ''))} {_number_below(rng, 100)} cents" if rng.random() < 0.6 else ""
    return f"{_number(rng)} {unit}{cents}"


def _number_below(rng: Random, limit: int) -> str:
    return words_of(rng.randrange(limit), rng)


def _fraction(rng: Random) -> str:
    tail = rng.choice(("and a half", f"point {_number_below(rng, 10)}", "percent", "per cent", "and  a half million"))
    return f"{_number(rng)} {tail}"


def _soup(rng: Random) -> str:
    return " ".join(rng.choice(NUMERIC + UNITS + TENS) for _ in range(rng.randint(2, 6)))


def _marked(rng: Random) -> str:
    word = rng.choice(PLAIN + CONTRACTED + SPELLED + NUMERIC + UNITS)
    return rng.choice(MARKS) + word + rng.choice(MARKS) if rng.random() < 0.5 else word + rng.choice(MARKS)


def _wild(rng: Random) -> str:
    letters = MARKS + ODD + list("abcdst019'. ")
    return "".join(rng.choice(letters) for _ in range(rng.randint(1, 8)))


_PIECES: tuple[tuple[int, Callable[[Random], str]], ...] = (
    (30, lambda rng: rng.choice(PLAIN)),
    (10, lambda rng: rng.choice(CONTRACTED)),
    (5, lambda rng: rng.choice(CONTRACTED).replace("'", "’")),
    (8, lambda rng: rng.choice(SPELLED)),
    (8, _number),
    (5, _digits),
    (4, _money),
    (4, _fraction),
    (6, _soup),
    (8, _marked),
    (5, _wild),
    (3, lambda rng: rng.choice(PLAIN).capitalize()),
)


def sentences(seed: int, count: int) -> Iterator[str]:
    """Random sentences of up to 14 pieces."""
    rng = Random(seed)
    weights = [weight for weight, _ in _PIECES]
    makers = [make for _, make in _PIECES]
    for _ in range(count):
        pieces = [make(rng) for make in rng.choices(makers, weights, k=rng.randint(1, 14))]
        joint = rng.choice((" ", " ", " ", "  ", "\t"))
        yield joint.join(pieces)
