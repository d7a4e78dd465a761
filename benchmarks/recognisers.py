"""Recognisers' JSON as their services write it, beside its mere parsing: CPU seconds for 100,000 words, ten hours.

    pip install .
    python benchmarks/recognisers.py [--words 100000] [--rounds 5] [SERVICE ...]

Files that `scorelite convert` writes have usual words alone. Those of services also have ids, punctuation, speakers and
their confidences, numbers with many digits, tokens and spaces, which make most of the difference.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from scorelite import formats

SEGMENT = 10  # words


class Word(NamedTuple):
    text: str
    start: float
    end: float
    sure: float


Segments = Sequence[Sequence[Word]]


def segments_of(count: int) -> Segments:
    """Words of 0.3 s each, in segments of ten."""
    chance = random.Random(1)
    times = [(round(place * 0.36, 3), round(place * 0.36 + 0.3, 3)) for place in range(count)]
    words = [Word(f"word{chance.randrange(3000)}", start, end, chance.random()) for start, end in times]
    return [words[place : place + SEGMENT] for place in range(0, count, SEGMENT)]


def text_of(segment: Sequence[Word]) -> str:
    return " ".join([word.text for word in segment])


def every(segments: Segments) -> Iterator[Word]:
    for segment in segments:
        yield from segment


def whisper(segments: Segments) -> Any:
    rows = []
    for number, segment in enumerate(segments):
        words = [{"word": f" {w.text}", "start": w.start, "end": w.end, "probability": w.sure} for w in segment]
        of_decoder = {"tokens": [50364 + place for place in range(12)], "temperature": 0.0, "avg_logprob": -0.28612}
        of_decoder |= {"compression_ratio": 1.23, "no_speech_prob": 0.0098}
        span = {"start": segment[0].start, "end": segment[-1].end, "text": f" {text_of(segment)}"}
        rows.append({"id": number, "seek": 0, **span, **of_decoder, "words": words})
    return {"text": "".join([row["text"] for row in rows]), "segments": rows, "language": "en"}


def openai(segments: Segments) -> Any:
    answer = whisper(segments)
    for row in answer["segments"]:
        del row["words"]
    words = [{"word": w.text, "start": w.start + 1e-9, "end": w.end + 1e-9} for w in every(segments)]
    return {"task": "transcribe", "duration": 36000.0, **answer, "words": words}


def whisperx(segments: Segments) -> Any:
    rows = []
    for number, segment in enumerate(segments):
        who = f"SPEAKER_{number % 2:02}"
        words = [
            {"word": w.text, "start": w.start, "end": w.end, "score": round(w.sure, 3), "speaker": who} for w in segment
        ]
        span = {"start": segment[0].start, "end": segment[-1].end, "text": f" {text_of(segment)}"}
        rows.append({**span, "words": words, "speaker": who})
    return {"segments": rows, "word_segments": [word for row in rows for word in row["words"]], "language": "en"}


def aws(segments: Segments) -> Any:
    items: list[Any] = []
    for number, segment in enumerate(segments):
        who = f"spk_{number % 2}"
        for w in segment:
            best = [{"confidence": f"{w.sure:.3f}", "content": w.text}]
            span = {"start_time": str(w.start), "end_time": str(w.end), "speaker_label": who}
            items.append({"id": len(items), "type": "pronunciation", "alternatives": best, **span})
        mark = [{"confidence": "0.0", "content": "."}]
        items.append({"id": len(items), "type": "punctuation", "alternatives": mark, "speaker_label": who})
    return {"jobName": "talk", "status": "COMPLETED", "results": {"transcripts": [{"transcript": ""}], "items": items}}


def speechmatics(segments: Segments) -> Any:
    results: list[Any] = []
    for segment in segments:
        for w in segment:
            best = [{"confidence": round(w.sure, 2), "content": w.text, "language": "en", "speaker": "S1"}]
            results.append({"alternatives": best, "end_time": w.end, "start_time": w.start, "type": "word"})
        mark = [{"confidence": 1.0, "content": ".", "language": "en", "speaker": "S1"}]
        span = {"end_time": segment[-1].end, "start_time": segment[-1].end, "is_eos": True, "type": "punctuation"}
        results.append({"alternatives": mark, "attaches_to": "previous", **span})
    return {"format": "2.9", "job": {"id": "x"}, "metadata": {"type": "transcription"}, "results": results}


def deepgram(segments: Segments) -> Any:
    words = [
        {
            "word": w.text,
            "start": w.start,
            "end": w.end,
            "confidence": w.sure,
            "speaker": 0,
            "speaker_confidence": w.sure / 2,
            "punctuated_word": w.text.title(),
        }
        for w in every(segments)
    ]
    best = {"transcript": text_of([*every(segments)]), "confidence": 0.98, "words": words}
    return {"metadata": {"request_id": "x"}, "results": {"channels": [{"alternatives": [best]}]}}


def elevenlabs(segments: Segments) -> Any:
    words: list[Any] = []
    for w in every(segments):
        if words:
            gap = {"text": " ", "start": words[-1]["end"], "end": w.start, "type": "spacing"}
            words.append({**gap, "speaker_id": "speaker_0", "logprob": 0.0})
        of_word = {"text": w.text, "start": w.start, "end": w.end, "type": "word"}
        words.append({**of_word, "speaker_id": "speaker_0", "logprob": -w.sure})
    return {"language_code": "eng", "language_probability": 0.99, "text": text_of([*every(segments)]), "words": words}


def assemblyai(segments: Segments) -> Any:
    rows = []
    for segment in segments:
        words = [
            {
                "text": w.text,
                "start": round(w.start * 1000),
                "end": round(w.end * 1000),
                "confidence": round(w.sure, 5),
                "speaker": "A",
            }
            for w in segment
        ]
        span = {"start": words[0]["start"], "end": words[-1]["end"], "text": text_of(segment)}
        rows.append({"confidence": 0.97, **span, "words": words, "speaker": "A"})
    text = text_of([*every(segments)])
    words_of_all = [word for row in rows for word in row["words"]]  # type: ignore[attr-defined]
    return {"id": "x", "status": "completed", "text": text, "words": words_of_all, "utterances": rows}


def google(segments: Segments) -> Any:
    results = []
    for segment in segments:
        words = [
            {"startTime": f"{w.start:.3f}s", "endTime": f"{w.end:.3f}s", "word": w.text, "confidence": w.sure}
            for w in segment
        ]
        best = {"transcript": text_of(segment), "confidence": 0.97, "words": words}
        results.append({"alternatives": [best], "resultEndTime": f"{segment[-1].end}s", "languageCode": "en-us"})
    return {"results": results}


def azure(segments: Segments) -> Any:
    phrases = []
    for segment in segments:
        words = [
            {"text": w.text, "offsetMilliseconds": round(w.start * 1000), "durationMilliseconds": 300} for w in segment
        ]
        span = {"offsetMilliseconds": round(segment[0].start * 1000), "durationMilliseconds": 3540}
        phrases.append({**span, "text": text_of(segment), "words": words, "locale": "en-US", "confidence": 0.93})
    return {"durationMilliseconds": 36_000_000, "combinedPhrases": [{"text": ""}], "phrases": phrases}


def revai(segments: Segments) -> Any:
    monologues = []
    for segment in segments:
        elements: list[Any] = []
        for w in segment:
            span = {"ts": w.start, "end_ts": w.end, "confidence": round(w.sure, 2)}
            elements += [{"type": "text", "value": w.text, **span}, {"type": "punct", "value": " "}]
        elements[-1] = {"type": "punct", "value": "."}
        monologues.append({"speaker": 0, "elements": elements})
    return {"monologues": monologues}


def gentle(segments: Segments) -> Any:
    phones = [{"duration": 0.1, "phone": "dh_B"}, {"duration": 0.2, "phone": "ah_E"}]
    words = [
        {
            "alignedWord": w.text,
            "case": "success",
            "end": w.end,
            "endOffset": 7,
            "phones": phones,
            "start": w.start,
            "startOffset": 0,
            "word": w.text,
        }
        for w in every(segments)
    ]
    return {"transcript": text_of([*every(segments)]), "words": words}


def watson(segments: Segments) -> Any:
    results = []
    for segment in segments:
        times = [[w.text, w.start, w.end] for w in segment]
        sure = [[w.text, round(w.sure, 2)] for w in segment]
        best = {"transcript": f"{text_of(segment)} ", "confidence": 0.9, "timestamps": times, "word_confidence": sure}
        results.append({"final": True, "alternatives": [best]})
    return {"result_index": 0, "results": results}


SERVICES: dict[str, Callable[[Segments], Any]] = {
    made.__name__: made
    for made in (
        *(assemblyai, aws, azure, deepgram, elevenlabs, gentle, google, openai, revai, speechmatics, watson),
        *(whisper, whisperx),
    )
}


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The CPU seconds of the quickest of several rounds."""
    costs = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        costs.append(time.process_time() - begin)
    return min(costs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("services", nargs="*", metavar="SERVICE", help=", ".join(SERVICES))
    options = parser.parse_args()
    segments = segments_of(options.words)
    gc.disable()
    print("| service | read | json.loads | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.services or SERVICES:
            text = json.dumps(SERVICES[name](segments))
            path = Path(folder) / f"{name}.json"
            path.write_text(text)
            corpus = formats.read(path)
            found = sum(len(segment.items) for segment in corpus.segments)
            if found != options.words:
                print(f"| {name} | {found} words of {options.words} | | |")
                continue
            ours, theirs = (seconds(partial(work, data), options.rounds) for work, data in _jobs(path, text))
            print(f"| {name} | {ours:.3f} s | {theirs:.3f} s | {ours / theirs:.2f} |", flush=True)


def _jobs(path: Path, text: str) -> tuple[tuple[Callable[[Any], object], Any], ...]:
    return (formats.read, path), (json.loads, text)


if __name__ == "__main__":
    main()
