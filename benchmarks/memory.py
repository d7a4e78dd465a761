"""Memory of every reader: MiB above those of a small file, as multiples of the text of the input, and how they grow.

    python benchmarks/memory.py [--data FOLDER] [--size MB] [FORMAT ...]

Each format is read at the size and at twice the size. Writable formats are written by scorelite from two corpora, one
of utterances and one of words with times; files of the others repeat one record. Every reader runs in a process of its
own, goes through all segments and words once, and keeps what it read. The goal is 20 times the text.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

# A file of this folder shares its name with the package that is measured, and the folder is searched first.
sys.path = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]

GOAL = 20.0
MEGABYTE = 1_000_000
# Peak of the process since it started, which `ru_maxrss` of a child need not be.
READ = """
import sys
from scorelite import formats
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
def read(name):
    corpus = formats.read(name, format=sys.argv[1])
    for segment in corpus.segments:
        for item in segment.items:
            pass
    return corpus
small = read(sys.argv[2])
before = peak()
kept = read(sys.argv[3])
print(peak() - before)
"""


@dataclass(frozen=True, slots=True)
class Repeated:
    """A text that repeats a record, with its number and a time in seconds that increases."""

    head: str
    record: Callable[[int], str]
    tail: str = ""
    between: str = ""

    def pieces(self, size: int) -> Iterator[str]:
        """The text, of about as many bytes."""
        yield self.head
        written, number = 0, 0
        while written < size:
            piece = (self.between if number else "") + self.record(number)
            written += len(piece.encode())
            number += 1
            yield piece
        yield self.tail


REPEATED = {
    "trs": Repeated(
        '<?xml version="1.0" encoding="UTF-8"?>\n<Trans scribe="me" audio_filename="talk" version="3">\n<Speakers>'
        '<Speaker id="s" name="Anna"/></Speakers>\n<Episode>\n'
        '<Section type="report" startTime="0" endTime="9999999">\n',
        lambda n: (
            f'<Turn speaker="s" startTime="{n * 3}" endTime="{n * 3 + 3}">\n<Sync time="{n * 3}"/>\n'
            "the first train leaves at ten\n</Turn>\n"
        ),
        "</Section>\n</Episode>\n</Trans>\n",
    ),
    "uem": Repeated("", lambda n: f"talk{n} 1 0.00 {n}.25\n"),
    "ecf": Repeated(
        '<ecf source_signal_duration="9" language="english" version="1">\n',
        lambda n: f'<excerpt audio_filename="a{n}.sph" channel="1" tbeg="0.00" dur="60.00" source_type="cts"/>\n',
        "</ecf>\n",
    ),
    "kwlist": Repeated(
        '<kwlist ecf_filename="e" language="english" encoding="UTF-8" compareNormalize="" version="1">\n',
        lambda n: f'<kw kwid="KW-{n}"><kwtext>word{n}</kwtext></kw>\n',
        "</kwlist>\n",
    ),
    "kwslist": Repeated(
        '<kwslist kwlist_filename="k" language="english" system_id="s">\n'
        '<detected_kwlist kwid="KW-1" search_time="1" oov_count="0">\n',
        lambda n: f'<kw file="a" channel="1" tbeg="{n}.99" dur="0.18" score="0.549" decision="YES"/>\n',
        "</detected_kwlist>\n</kwslist>\n",
    ),
    "sgml": Repeated(
        '<SYSTEM title="t" ref_fname="r" hyp_fname="h" creation_date="" format="2.4" frag_corr="FALSE" opt_del="FALSE"'
        ' weight_ali="FALSE" weight_filename="">\n<SPEAKER id="s">\n',
        lambda n: f'<PATH id="(s-{n})" word_cnt="3" sequence="{n}">\nC,"good","good":S,"day","they":D,"a",\n</PATH>\n',
        "</SPEAKER>\n</SYSTEM>\n",
    ),
    "kaldi-align": Repeated("", lambda n: f"u{n} a a ; b <eps> ; <eps> c ; word word\n"),
    "sami": Repeated(
        "<SAMI>\n<BODY>\n",
        lambda n: (
            f"<SYNC Start={n * 2000}><P Class=ENCC>Good morning.\n<SYNC Start={n * 2000 + 999}><P Class=ENCC>&nbsp;\n"
        ),
        "</BODY>\n</SAMI>\n",
    ),
    "chat": Repeated(
        "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\tCHI Target_Child\n@ID:\teng|x|CHI|||||Target_Child|||\n",
        lambda n: f"*CHI:\twhere is <the dog> [//] the doggie ? {n * 1000}_{n * 1000 + 900}\n",
        "@End\n",
    ),
    "exb": Repeated(
        '<?xml version="1.0" encoding="UTF-8"?>\n<basic-transcription><head><meta-information/><speakertable>'
        '<speaker id="S"><abbreviation>A</abbreviation></speaker></speakertable></head><basic-body><common-timeline>'
        '<tli id="T0" time="0.5"/><tli id="T1" time="1.25"/></common-timeline>'
        '<tier id="T" speaker="S" category="v" type="t">\n',
        lambda n: '<event start="T0" end="T1">good day </event>\n',
        "</tier></basic-body></basic-transcription>\n",
    ),
}


def utterances(size: int) -> Iterator[str]:
    """Rows of stm, of about as many bytes: four speakers, eight words each."""
    words = [f"word{number}" for number in range(500)]
    written, number = 0, 0
    while written < size:
        text = " ".join(words[(number * 7 + place * 31) % len(words)] for place in range(8))
        row = f"talk{number // 1000} 1 anna{number % 4} {number % 1000 * 3}.00 {number % 1000 * 3 + 2}.50 {text}\n"
        written += len(row)
        number += 1
        yield row


def timed_words(size: int) -> Iterator[str]:
    """Rows of ctm, of about as many bytes."""
    written, number = 0, 0
    while written < size:
        row = f"talk{number // 10000} 1 {number % 10000 * 0.31:.2f} 0.25 word{number % 500} 0.9{number % 10}\n"
        written += len(row)
        number += 1
        yield row


def files(folder: Path, name: str, size: int) -> Iterator[tuple[str, Path]]:
    """Files of a format of about as many bytes, each with the name of what it holds."""
    from scorelite import formats

    if name in REPEATED:
        path = folder / f"repeated-{size}.{name}"
        if not path.exists():
            path.write_text("".join(REPEATED[name].pieces(size)))
        yield "repeated", path
        return
    for kind, suffix, rows in (("utterances", "stm", utterances), ("words", "ctm", timed_words)):
        path = folder / f"{kind}-{size}.{name}"
        if not path.exists():
            source = folder / f"{kind}-{size}.source.{suffix}"
            trial = folder / f"{kind}-trial.source.{suffix}"
            trial.write_text("".join(rows(100_000)))
            made = folder / f"{kind}-trial.{name}"
            try:
                formats.convert(trial, made, target_format=name, interpolate=kind == "utterances")
            except formats.ScoreliteError as error:
                print(f"{name}: no {kind}: {str(error).splitlines()[0]}", file=sys.stderr)
                continue
            if 20 * _bytes(made) < 100_000:
                continue  # the format holds none of it
            source.write_text("".join(rows(100_000 * size // _bytes(made))))
            formats.convert(source, path, target_format=name, interpolate=kind == "utterances")
        yield kind, path


def _bytes(path: Path) -> int:
    return sum(file.stat().st_size for file in path.iterdir()) if path.is_dir() else path.stat().st_size


def _text(path: Path) -> int:
    """Bytes of the text of a file; a packed one has those of the rows that it was made from."""
    if path.suffix == ".parquet":
        return next(path.parent.glob(f"{path.stem}.source.*")).stat().st_size
    return _bytes(path)


def main() -> int:
    """Prints the table."""
    from scorelite import formats

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formats", nargs="*", help="names of formats (default: all)")
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--size", type=float, default=3.0, help="megabytes of each input")
    options = parser.parse_args()
    folder = (options.data / "memory").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    size = int(options.size * MEGABYTE)
    over = 0
    print("| format | holds | input | memory | ratio | growth at x2 | goal |\n|---|---|--:|--:|--:|--:|---|")
    for name in options.formats or [record.name for record in formats.FORMATS]:
        small = dict(files(folder, name, 10_000))
        for (kind, path), (_, double) in zip(files(folder, name, size), files(folder, name, 2 * size), strict=True):
            peaks = []
            for each in (path, double):
                done = subprocess.run(
                    [sys.executable, "-c", READ, name, str(small[kind]), str(each)], capture_output=True, text=True
                )
                if done.returncode:
                    print(f"| {name} | {kind} | we failed: {done.stderr.splitlines()[-1]} |", flush=True)
                    break
                peaks.append(int(done.stdout))
            else:
                ratio = peaks[1] / _text(double)
                over += ratio > GOAL
                print(
                    f"| {name} | {kind} | {_text(double) / MEGABYTE:.1f} MB | {peaks[1] / MEGABYTE:.0f} MB "
                    f"| {ratio:.1f} x | {peaks[1] / peaks[0]:.2f} x | {'ok' if ratio <= GOAL else 'MISSED'} |",
                    flush=True,
                )
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
