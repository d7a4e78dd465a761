"""Fresh cases against programs that others use: mweralign, OmniSTEval, texterrors and statsmodels."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import scorelite
from scorelite.scoring.maths.exact import holm
from tests.peers import peer

WORDS = ["the", "night", "train", "to", "new", "york", "ten", "anna", "paper", "house"]


def said(rng: random.Random, words: list[str]) -> list[str]:
    """Words with errors of every kind."""
    heard = []
    for word in words:
        kind = rng.random()
        if kind > 0.1:
            heard.append(word if kind > 0.2 else rng.choice(WORDS))
        if kind > 0.92:
            heard.append(rng.choice(WORDS))
    return heard


def some(rng: random.Random, least: int, most: int) -> list[str]:
    return rng.choices(WORDS, k=rng.randint(least, most))


@pytest.mark.parametrize("seed", range(40))
def test_segments_are_those_of_mweralign(seed: int) -> None:
    align_texts = peer("mweralign").align_texts
    rng = random.Random(seed)
    lines = [[some(rng, 1, 9) for _ in range(rng.choice((1, 1, 2)))] for _ in range(rng.randint(1, 6))]
    # One hypothesis word that is right at the begin: mweralign charges for segments that end before the first one.
    heard = [lines[0][0][0], *said(rng, [word for parts in lines for word in rng.choice(parts)])]
    several = max(map(len, lines))
    lines = [parts * several if len(parts) < several else parts for parts in lines]
    texts = [" ### ".join(map(" ".join, parts)) for parts in lines]
    told = align_texts("\n".join(texts), " ".join(heard), is_tokenized=False)
    expected = [line.strip() for line in told.split("\n")][: len(lines)]
    ref = "".join(f"{text} (a-{place:04})\n" for place, text in enumerate(texts)).encode()
    cut = list(scorelite.resegment(f"{' '.join(heard)}\n".encode(), ref).texts())
    if cut[0] and expected[0]:
        assert cut == expected


@pytest.mark.parametrize("seed", range(40))
def test_lagging_is_that_of_omnisteval(seed: int) -> None:
    scoring, instance = peer("omnisteval.scoring"), peer("omnisteval.data").Instance
    rng = random.Random(seed)
    source = rng.randint(500, 9000)
    delays = sorted(rng.uniform(0, 1.3 * source) for _ in range(rng.randint(1, 12)))
    reference = " ".join(some(rng, 1, 14))
    words = " ".join(f"w{place}" for place in range(len(delays)))
    entry = {"index": 0, "prediction": words, "delays": delays, "elapsed": delays, "source_length": source}
    latency = scorelite.latency([{**entry, "reference": reference}])
    oracle = instance(
        prediction=words, reference=reference, source_length=source, emission_cu=delays, emission_ca=delays
    )
    oracle.longform = False
    for name in ("AL", "LAAL", "DAL", "AP"):
        expected = getattr(scoring, f"{name}Scorer")(computation_aware=False)([oracle])
        mean = latency[name].audio.mean
        scale = 1 if name == "AP" else 1000
        assert scale * mean == pytest.approx(expected, abs=1e-5), name


@pytest.mark.parametrize("seed", range(6))
def test_words_of_lists_are_those_of_texterrors(seed: int, tmp_path: Path) -> None:
    peer("texterrors")
    rng = random.Random(seed)
    refs = {f"u{place}": some(rng, 1, 9) for place in range(8)}
    hyps = {name: said(rng, words) or ["ten"] for name, words in refs.items()}
    for name, texts in (("ref", refs), ("hyp", hyps)):
        (tmp_path / name).write_text("".join(f"{key} {' '.join(words)}\n" for key, words in texts.items()))
    listed = rng.sample(WORDS, 3)
    (tmp_path / "oov").write_text("\n".join(listed) + "\n")
    command = [str(Path(sys.executable).with_name("texterrors")), "--isark", "--output-format", "json"]
    done = subprocess.run(
        [*command, "--oov-list-f", "oov", "ref", "hyp"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    summary = json.loads(done.stdout)["summary"]
    result = scorelite.score(
        *({key: " ".join(words) for key, words in texts.items()} for texts in (refs, hyps)), policy="kaldi_align"
    )
    row = result.classes(f"texterrors:{tmp_path / 'oov'}")["OOV"]
    counts = summary["sub_count"], summary["del_count"], summary["ins_count"]
    assert (result.counts.substitutions, result.counts.deletions, result.counts.insertions) == counts
    assert (row.words, row.counts.errors) == (summary["oov_word_count"], summary["oov_word_error_count"])


@pytest.mark.parametrize("seed", range(20))
def test_the_correction_of_p_is_that_of_statsmodels(seed: int) -> None:
    multipletests = peer("statsmodels.stats.multitest").multipletests
    values = np.random.default_rng(seed).uniform(0, 1, 1 + seed).tolist()
    assert holm(values) == pytest.approx(multipletests(values, method="holm")[1].tolist(), abs=1e-12)
