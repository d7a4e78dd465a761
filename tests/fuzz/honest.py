"""Honest jobs: references and hypotheses of many languages with a recogniser's errors alone, which no cause explains.

python -m tests.fuzz.honest --count 2000 --seed 1
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorelite import scoring


@dataclass(frozen=True, slots=True)
class Language:
    """Syllables of which words are made, and whether words stand alone; without blanks, characters are scored."""

    name: str
    syllables: tuple[str, ...]
    marks: str = ""
    spaced: bool = True


def _language(name: str, syllables: str, marks: str = "", *, spaced: bool = True) -> Language:
    return Language(name, tuple(syllables.split()), marks, spaced)


LANGUAGES = (
    _language("English", "the in to ing er an re on at en ed or al it ar is ou le ti st o'c n't lo me ke fa my", ".,?"),
    _language("German", "der sch ein ge ver ung ich en ü ö ä ß st auf be lich keit re ho ra ße fü grö", ".,?!"),
    _language("French", "le de é è ment tion qu'il l'a ou on re en à ê ç au eu la po ma dé cé l'é", ".,?"),
    _language("Spanish", "el la ción que ñ ó á í re co mi ra lo en te do ía ña sé", ".,¿?"),
    _language("Vietnamese", "người không được và là có những một cho của tiếng việt rất khó đi về ấy ừ", ".,"),
    _language("Turkish", "lar ler ı i ğ ş ö ü bir da ki yor mak sın İs ış çe", ".,?"),
    _language("Polish", "ł ą ę ż rz cz sz na po nie ć ko ro wa dzi ów ś", ".,"),
    _language("Russian", "по не на ко ра ть ё й ся ст ло ве ми об же её щу ны э", ".,—«»"),
    _language("Greek", "και το να ά έ ή ό ώ ση μα του ρα πο κα λύ ς ί", ".,·"),
    _language("Arabic", "ال من في كان على يا هذا ة ى أ إ مد كتب درس ؤ ئ بت وال", "،؟"),
    _language("Persian", "می ‌ها که از را گ پ چ ی ک با دار خوا هم این نمی‌", "،؟"),
    _language("Hebrew", "של את על לא ה ו מה יש כן אני שלום בית ספר ים ות", ".,?"),
    _language("Hindi", "में है का की ने से को पर क्ष श्री हूँ ज़ रा मा ता ले ड़ो", "।,"),
    _language("Tamil", "அ வன் இல்லை கள் தமிழ் ப டி க்கு ந்த ம் லா", ".,"),
    _language("Bengali", "আমি তুমি কো নো বাং লা ভাষা য়া ড়ি ৎ সে র ক কে খো", "।,"),
    _language("Malayalam", "അവൻ ഞാൻ എന്ന് മല യാ ളം കൾ ഒരു പോ കൊ ർ ഇല്ല", ".,"),
    _language("Romanian", "și în că ă â ț ș re ta pe din lui mai este sun tem ace", ".,?"),
    _language("Arabic with marks", "كِتَابٌ شكرًا مَن مِن ال هُوَ هِيَ درس دَرَسَ في أنّ إنّ ـه", "،؟"),
    _language("Amharic", "ነው እና ላይ ሰው በ ለ የ አዲስ አበባ ም ት", "።፣"),
    _language("Korean", "는 이 가 을 하다 고 했 습니다 에서 사람 말 한국 로 도", ".,?"),
    _language("Georgian", "და არ ის რომ ეს მე შენ ში ზე თბი ლი სი", ".,"),
    _language(
        "Chinese", "的 一 是 不 了 人 我 在 有 他 这 中 大 来 上 国 天 气 很 好 去 北 京 工 作", "，。", spaced=False
    ),
    _language(
        "Japanese",
        "の に は を た が で て と し カ メ ラ スト 日 本 東 京 行 食 べ る ー です ます",
        "、。",
        spaced=False,
    ),
    _language("Thai", "ที่ การ เป็น ของ และ ไม่ มี ได้ ใน ว่า จะ ให้ คน ไป มา ครับ น้ำ ดี", "", spaced=False),
)


# Letters that recognisers confuse by themselves: accents, alef, double points, dots of Turkish, both kana.
_PAIRS = (
    "é=e è=e à=a ê=e ç=c ö=o ü=u á=a í=i ó=o ñ=n ł=l ą=a ę=e ż=z ё=е й=и ά=α έ=ε ό=ο أ=ا إ=ا ى=ي ة=ه ؤ=و "
    "ğ=g ş=s ı=i ă=a ș=s ț=t カ=か ラ=ら メ=め ৎ=ত ൻ=ന"
)
CONFUSED = {pair[0]: pair[2] for pair in _PAIRS.split()}
CONFUSED |= {new: old for old, new in CONFUSED.items()}


@dataclass(frozen=True, slots=True)
class Job:
    """Both sides of an honest job, and its settings."""

    name: str
    refs: list[str]
    hyps: list[str]
    settings: dict[str, Any]


def job_of(seed: int) -> Job:
    """The honest job of a seed: the language, sizes, way of writing and kinds of errors all depend on it."""
    rng = random.Random(seed)
    language = rng.choice(LANGUAGES)
    words = _vocabulary(rng, language)
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    written = rng.random() < 0.4
    single = rng.random() < 0.1
    size = rng.randrange(200, 3000) if single else rng.choice([2, 3, 5, 8, 15, 30])
    number = 1 if single else rng.choice([3, 5, 10, 40, 150, 400])
    rate = rng.choice([0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    errors = _Errors(rng, words, weights, rate, language.marks if written else "")
    refs, hyps = [], []
    for _ in range(number):
        ref = rng.choices(words, weights, k=max(1, round(rng.gauss(size, size / 3))))
        if rng.random() < 0.1:
            ref.insert(rng.randrange(len(ref)), str(rng.randrange(100)))
        if written:
            ref = _punctuated(rng, ref, language.marks)
        refs.append(ref)
        hyps.append(errors.heard(ref))
    blank = " " if language.spaced else ""
    settings: dict[str, Any] = {} if language.spaced else {"unit": "character"}
    name = f"seed {seed}: {language.name}, {number} texts of about {size} words, errors {rate:.0%}"
    return Job(name, [blank.join(ref) for ref in refs], [blank.join(hyp) for hyp in hyps], settings)


def _vocabulary(rng: random.Random, language: Language) -> list[str]:
    number = rng.choice([30, 200, 2000])
    most = 1 if not language.spaced else 4
    words = {"".join(rng.choices(language.syllables, k=rng.randint(1, most))) for _ in range(number)}
    return sorted(sorted(words), key=lambda word: rng.random())


def _punctuated(rng: random.Random, words: Sequence[str], marks: str) -> list[str]:
    """A written sentence: a capital first, some marks, and one behind the last word."""
    punctuated = [word + rng.choice(marks) if marks and rng.random() < 0.08 else word for word in words]
    punctuated[0] = punctuated[0][:1].upper() + punctuated[0][1:]
    punctuated[-1] = punctuated[-1].rstrip(marks) + marks[:1]
    return punctuated


class _Errors:
    """Errors of a recogniser: other and similar words, gaps, insertions, and now and then a loop or nothing."""

    def __init__(self, rng: random.Random, words: list[str], weights: list[float], rate: float, marks: str) -> None:
        self._rng = rng
        self._words = words
        self._weights = weights
        self._rate = rate
        self._marks = marks
        shares = [rng.random() + 0.2 for _ in range(3)]
        self._kinds = [share / sum(shares) for share in shares]
        self._silent = rng.choice([0, 0, 0.05])
        self._looping = rng.choice([0, 0, 0.03])

    def heard(self, ref: Sequence[str]) -> list[str]:
        """The hypothesis of a reference."""
        rng = self._rng
        if rng.random() < self._silent:
            return []
        hyp: list[str] = []
        # Some speakers are harder to recognise than others.
        rate = min(0.95, self._rate * rng.choice([0.5, 1, 1, 1.5]))
        for word in ref:
            if rng.random() >= rate:
                hyp.append(word)
                continue
            kind = rng.choices("SDI", self._kinds)[0]
            if kind == "S":
                hyp.append(self._similar(word) if rng.random() < 0.3 else self._any())
            elif kind == "I":
                hyp += [word, self._any()]
        if rng.random() < self._looping and hyp:
            hyp += hyp[-3:] * rng.randrange(2, 12)
        return hyp

    def _any(self) -> str:
        return self._rng.choices(self._words, self._weights)[0]

    def _similar(self, word: str) -> str:
        """A word with another letter, accent, ending or mark."""
        rng = self._rng
        accented = [place for place, letter in enumerate(word) if letter in CONFUSED]
        if accented and rng.random() < 0.5:
            place = rng.choice(accented)
            return word[:place] + CONFUSED[word[place]] + word[place + 1 :]
        if self._marks and rng.random() < 0.3:
            return word.rstrip(self._marks) if word[-1] in self._marks else word + rng.choice(self._marks)
        other, place = self._any(), rng.randrange(len(word))
        return word[:place] + other[rng.randrange(len(other))] + word[place + 1 :]


def alarms(seed: int) -> list[str]:
    """Causes that are said of the job of a seed: each is a false alarm, but for loops, which recognisers have."""
    job = job_of(seed)
    result = scoring.score(job.refs, job.hyps, **job.settings)
    return [f"{job.name}: {cause.text}" for cause in result.causes() if cause.name != "loops"]


def main() -> int:
    """Runs many jobs; 1 if there is a false alarm."""
    parser = argparse.ArgumentParser(description="Honest jobs, of which no cause may be said.")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    false_alarms: list[str] = []
    rates: Counter[int] = Counter()
    for seed in range(options.seed * 1_000_000, options.seed * 1_000_000 + options.count):
        job = job_of(seed)
        rates[
            min(100, round(100 * (scoring.score(job.refs, job.hyps, **job.settings).counts.wer or 0)) // 10 * 10)
        ] += 1
        false_alarms += alarms(seed)
    print(f"{options.count} jobs, by rate in percent: {dict(sorted(rates.items()))}; {len(false_alarms)} false alarms")
    print("\n".join(false_alarms))
    return bool(false_alarms)


if __name__ == "__main__":
    raise SystemExit(main())
