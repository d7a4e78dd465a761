"""Published conventions by name: `like=` and `--like` score as a leaderboard, a toolkit or a challenge does.

Each record says where its rule is published, and sets everything that decides the number of given texts or labels.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...formats.errors import UsageError, among, short, unknown
from ...formats.values import dataclass
from .setting import Setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    Average: TypeAlias = Literal["pooled", "mean", "median"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A public convention: the settings that it stands for, and where its rule is published."""

    name: str
    summary: str
    source: str
    settings: Mapping[str, Any]
    measure: str = ""
    """The measure of meetings or segments; empty for words."""
    average: Average = "pooled"
    """The average that is published: of all errors, or of the rates of utterances."""
    needs: str = ""
    """The keyword of a file without which there is no such number."""
    touching: bool = False
    """Whether segments are scored that touch a region, instead of those whose middle lies in one."""

    def check_needs(self, given: object) -> None:
        """Refuses a score without the file that the convention needs."""
        if self.needs and given is None:
            raise UsageError(
                f"like={self.name!r} (--like {self.name}) needs the scored regions; expected {self.needs}= "
                f"(--{self.needs})"
            )

    def has(self, settings: Any) -> bool:
        """Whether these settings are still those of the convention."""
        ours = type(settings)(**self.settings)
        return all(getattr(settings, name) == getattr(ours, name) for name in self.settings)


_BARE: Mapping[str, Any] = {
    "case_sensitive": True,
    "unit": "word",
    "normalise": None,
    "markup": False,
    **dict.fromkeys(("keep_ascii", "drop_hyphens", "optional_words", "fragments"), False),
    "equivalents": None,
}
"""Words as they are written."""
_WORDS = (
    Published(
        name="open-asr-leaderboard-en",
        summary="the Open ASR Leaderboard's, for English",
        source="https://github.com/huggingface/open_asr_leaderboard (normalizer/eval_utils.py, d1e99b2)",
        settings={**_BARE, "policy": "kaldi_wer", "normalise": "leaderboard-en"},
    ),
    Published(
        name="whisper-paper",
        summary="Whisper's paper, for English",
        source="https://arxiv.org/abs/2212.04356 (appendix C) and notebooks/LibriSpeech.ipynb of openai/whisper",
        settings={**_BARE, "policy": "rapidfuzz", "normalise": "whisper-en"},
    ),
    Published(
        name="seed-tts-eval",
        summary="seed-tts-eval's for English: the mean of utterance rates",
        source="https://github.com/BytedanceSpeech/seed-tts-eval (run_wer.py, average_wer.py)",
        settings={**_BARE, "policy": "rapidfuzz", "normalise": "seed-tts-en"},
        average="mean",
    ),
    Published(
        name="seed-tts-eval-zh",
        summary="seed-tts-eval's for Chinese: the mean of utterance rates by character",
        source="https://github.com/BytedanceSpeech/seed-tts-eval (run_wer.py, average_wer.py)",
        settings={**_BARE, "policy": "rapidfuzz", "normalise": "seed-tts-zh", "unit": "character"},
        average="mean",
    ),
    Published(
        name="espnet",
        summary="ESPnet's recipes: words, by sclite",
        source="https://github.com/espnet/espnet (egs2/TEMPLATE/asr1/asr.sh, score_wer)",
        settings={**_BARE, "policy": "sclite", "case_sensitive": False, "markup": True},
    ),
    Published(
        name="kaldi",
        summary="Kaldi's recipes: words, by compute-wer",
        source="https://github.com/kaldi-asr/kaldi (egs/wsj/s5/steps/scoring/score_kaldi_wer.sh)",
        settings={**_BARE, "policy": "kaldi_wer"},
    ),
)
_MEETINGS = (
    Published(
        name="chime-8",
        summary="a scenario of CHiME-8: tcpWER with a collar of 5 s, within the regions of a UEM file",
        source="https://github.com/chimechallenge/chime-utils (chime_utils/scoring/meeteval.py)",
        measure="tcp",
        needs="uem",
        touching=True,
        settings={
            "policy": "kaldi_wer",
            "case_sensitive": True,
            "unit": "word",
            "normalise": "chime8",
            "collar": 5.0,
            "ref_timing": "character_based",
            "hyp_timing": "character_based_points",
            **dict.fromkeys(("ref_sort", "hyp_sort"), "segment"),
            **dict.fromkeys(("markup", "optional_words", "fragments"), False),
        },
    ),
)
_SEGMENTS = (
    Published(
        name="dihard",
        summary="DIHARD's: no collar, overlap is scored, within the regions of a UEM file",
        source="https://arxiv.org/abs/2006.05815 (section 4) and https://github.com/nryant/dscore",
        measure="diarisation",
        needs="uem",
        settings={"convention": "md-eval", "collar": 0.0, "overlap": "include"},
    ),
    Published(
        name="kaldi-callhome",
        summary="Kaldi's for CALLHOME: a collar of 0.25 s, overlap is left out",
        source="https://github.com/kaldi-asr/kaldi (egs/callhome_diarization/v1/run.sh, md-eval.pl -1 -c 0.25)",
        measure="diarisation",
        settings={"convention": "md-eval", "collar": 0.25, "overlap": "exclude"},
    ),
    Published(
        name="ami-full",
        summary="the full set-up for AMI: no collar, overlap is scored",
        source="https://arxiv.org/abs/2012.14952 (section 4)",
        measure="diarisation",
        settings={"convention": "md-eval", "collar": 0.0, "overlap": "include"},
    ),
    Published(
        name="ami-fair",
        summary="the fair set-up for AMI: a collar of 0.25 s, overlap is scored",
        source="https://arxiv.org/abs/2012.14952 (section 4)",
        measure="diarisation",
        settings={"convention": "md-eval", "collar": 0.25, "overlap": "include"},
    ),
    Published(
        name="ami-forgiving",
        summary="the forgiving set-up for AMI: a collar of 0.25 s, overlap is left out",
        source="https://arxiv.org/abs/2012.14952 (section 4)",
        measure="diarisation",
        settings={"convention": "md-eval", "collar": 0.25, "overlap": "exclude"},
    ),
)
PUBLISHED: Mapping[str, tuple[Published, ...]] = {"words": _WORDS, "meetings": _MEETINGS, "segments": _SEGMENTS}
"""The conventions of each wing."""
_NO_SETTINGS = {
    # csrfilt's options are no settings.
    "hub5": "scorelite sctk hubscr.pl -h hub5 -g GLM",
    "ami": "one of its three set-ups: ami-full, ami-fair, ami-forgiving",
}
"""Names that people ask for, and what serves them."""
_OPTIONS = {
    ("unit", "character"): "--characters",
    ("case_sensitive", False): "--ignore-case",
    ("markup", False): "--no-markup",
}
"""Options that are not called as their keyword."""
_SPELT_VARIOUSLY = frozenset({"policy", "normalise", "unit", "convention"})
"""Settings whose values have several spellings."""


def published(wing: str, name: str) -> Published:
    """The convention of a name.

    >>> published("words", "kaldi").settings["policy"]
    'kaldi_wer'
    """
    known = {record.name: record for record in PUBLISHED[wing]}
    if not isinstance(name, str):
        raise unknown("published convention", str(name), known)
    if name not in known:
        if name in _NO_SETTINGS:
            raise UsageError(f"no published convention {name!r}; expected {_NO_SETTINGS[name]}")
        for other, records in PUBLISHED.items():
            if name in [record.name for record in records]:
                raise UsageError(f"{name!r} is a convention of {other}, not of {wing}{among(name, known)}")
        raise unknown("published convention", name, known)
    return known[name]


def measure_like(wing: str, like: str | None, measure: str | None, usual: str) -> str:
    """The measure that is asked for, or that of the published convention; another one than that is an error.

    >>> measure_like("meetings", "chime-8", None, "cp"), measure_like("meetings", None, None, "cp")
    ('tcp', 'cp')
    """
    if like is None:
        return usual if measure is None else measure
    wanted = published(wing, like).measure
    if measure not in (None, wanted):
        raise UsageError(
            f"like={like!r} (--like {like}) sets the measure {wanted}, and measure={measure!r} (--measure {measure}) "
            "another one; expected only one of the two"
        )
    return wanted


def like_setting(wing: str) -> Setting:
    """The setting that names a convention of a wing."""
    return Setting(
        name="like",
        kind="text",
        help="score by a published convention, with all its settings",
        values={record.name: record.summary for record in PUBLISHED[wing]},
        python=f'a name such as "{PUBLISHED[wing][-1].name}"',
    )


def with_published(wing: str, keywords: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Keywords with the settings of the convention in `like`, if there is one; another value than its is an error.

    `kind` is the record of the settings.
    """
    name = keywords.get("like")
    if name is None:
        return dict(keywords)
    record = published(wing, name)
    for setting, value in record.settings.items():
        given = keywords.get(setting)
        if given is None or given == value:
            continue
        if setting not in _SPELT_VARIOUSLY or _read(kind, setting, given) != _read(kind, setting, value):
            hashable = given if isinstance(given, (str, bool)) else None
            option = _OPTIONS.get((setting, hashable), f"--{setting.replace('_', '-')}")
            sets = f"sets {setting} to {short(str(value))}" if value is not None else f"scores without {setting}"
            raise UsageError(
                f"like={name!r} (--like {name}) {sets}, and {setting}= ({option}) has another value; expected only one "
                "of the two"
            )
    return {**keywords, **record.settings}


def _read(kind: type[Any], setting: str, value: object) -> object:
    return getattr(kind(**{setting: value}), setting)
