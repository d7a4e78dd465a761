"""Kaldi's programs in C++: compute-wer, compute-wer-bootci and align-text."""

from __future__ import annotations

from itertools import takewhile

from ..... import core
from . import report_wer as kaldi_wer
from .console import FATAL, FATAL_NAME, Aborted, AssertionFailed, Ended, Fatal, Program
from .options import CommandLine, Grammar, Option
from .tables import Lookup, SequentialReader, Writer, all_tokens, is_token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .report_bootci import Units

    Row = tuple[bytes, bytes, bytes]  # key, reference, hypothesis

MODE = Option(
    "mode",
    b"strict",
    'Scoring mode: "present"|"all"|"strict":\n'
    '  "present" means score those we have transcriptions for\n'
    '  "all" means treat absent transcriptions as empty\n'
    '  "strict" means die if all in ref not also in hyp',
)
COMPUTE_WER = Grammar(
    "Compute WER by comparing different transcriptions\n"
    "Takes two transcription files, in integer or text format,\n"
    "and outputs overall WER statistics to standard output.\n"
    "\n"
    "Usage: compute-wer [options] <ref-rspecifier> <hyp-rspecifier>\n"
    "E.g.: compute-wer --text --mode=present ark:data/train/text ark:hyp_text\n"
    "See also: align-text,\n"
    "Example scoring script: egs/wsj/s5/steps/score_kaldi.sh\n",
    (MODE, Option("text", False, "Deprecated option! Keeping for compatibility reasons.")),
)
COMPUTE_WER_BOOTCI = Grammar(
    "Compute a bootstrapping of WER to extract the 95% confidence interval.\n"
    "Take a reference and a transcription file, in integer or text format,\n"
    "and outputs overall WER statistics to standard output along with its\n"
    "confidence interval using the bootstrap method of Bisani and Ney.\n"
    "If a second transcription file corresponding to the same reference is\n"
    "provided, a bootstrap comparison of the two transcription is performed\n"
    "to estimate the probability of improvement.\n"
    "\n"
    "Usage: compute-wer-bootci [options] <ref-rspecifier> <hyp-rspecifier> [<hyp2-rspecifier>]\n"
    "E.g.: compute-wer-bootci --mode=present ark:data/train/text ark:hyp_text\n"
    "or compute-wer-bootci ark:data/train/text ark:hyp_text ark:hyp_text2\n"
    "See also: compute-wer\n",
    (MODE, Option("replications", 10000, "Number of replications to compute the intervals")),
)
ALIGN_TEXT = Grammar(
    "Computes alignment between two sentences with the same key in the\n"
    "two given input text-rspecifiers. The current implementation uses\n"
    "Levenshtein distance as the distance metric.\n"
    "\n"
    "The input text file looks like follows:\n"
    "  key1 a b c\n"
    "  key2 d e\n"
    "\n"
    "The output alignment file looks like follows:\n"
    "  key1 a a ; b <eps> ; c c \n"
    "  key2 d f ; e e \n"
    'where the aligned pairs are separated by ";"\n'
    "\n"
    "Usage: align-text [options] <text1-rspecifier> <text2-rspecifier> \\\n"
    "                              <alignment-wspecifier>\n"
    " e.g.: align-text ark:text1.txt ark:text2.txt ark,t:alignment.txt\n"
    "See also: compute-wer,\n"
    "Example scoring script: egs/wsj/s5/steps/score_kaldi.sh\n",
    (
        Option(
            "special-symbol",
            b"<eps>",
            "Special symbol to be aligned with the inserted or deleted words. Your sentences should not contain this "
            "symbol.",
        ),
        Option(
            "separator",
            b";",
            "Separator for each aligned pair in the output alignment file.  Note: it should not be necessary to change "
            "this even if your sentences contain ';', because to parse the output of this program you can just split "
            "on space and then assert that every third token is ';'.",
        ),
    ),
)


# Each program's order of preference among insertions, deletions and substitutions of equal cost.
_COMPUTE_WER_TIES, _ALIGN_TEXT_TIES = "IDS", "SDI"


def batch(ties: str, refs: Sequence[bytes], hyps: Sequence[bytes]) -> core.Batch:
    """Alignments of texts, compared byte by byte; every error costs 1."""
    rules = core.Rules(core.Charset("ascii", {}, {}), sensitive=True, markup=False, costs=(1, 1, 1), ties=ties)
    return core.align(rules, core.texts(refs), core.texts(hyps))


class Tables:
    """Tables of one run, closed in Kaldi's order."""

    def __init__(self, program: Program, ref: bytes, *hyps: bytes) -> None:
        self.program = program
        self.ref: SequentialReader | None = SequentialReader(program, ref)
        self.hyps: list[Lookup] = []
        for specifier in hyps:
            self.hyps.append(Lookup(program, specifier))

    def close(self) -> None:
        """Closes the tables; a broken table aborts the program."""
        for table in (*reversed(self.hyps), self.ref):
            if table is not None:
                table.close()

    @property
    def records(self) -> tuple[list[bytes], list[bytes]]:
        """Keys and texts of the reference."""
        assert self.ref is not None
        return self.ref.records.keys, self.ref.records.texts


def _with_tables(program: Program, specifiers: Sequence[bytes], work: Callable[[Tables], int]) -> int:
    """Does the work, then closes the tables even after an error; output that is written stays."""
    tables = Tables(program, *specifiers)
    try:
        code = work(tables)
    except Fatal as error:
        program.log("ERROR", error.place, error.text)
        tables.close()
        program.say(FATAL_NAME)
        return FATAL
    tables.close()
    return code


def _mode(line: CommandLine, place: str) -> bytes:
    mode = line.text("mode")
    if mode not in (b"strict", b"present", b"all"):
        raise Fatal(place, b'--mode option invalid: expected "present"|"all"|"strict", got ' + mode)
    return mode


def compute_wer(program: Program, argv: Sequence[bytes]) -> int:
    """Counts errors with one table as reference and one as hypothesis."""
    line = COMPUTE_WER.parse(program, argv)
    if len(line.arguments) != 2:
        raise COMPUTE_WER.complain(program)
    mode = _mode(line, "main():bin/compute-wer.cc:66")

    def work(tables: Tables) -> int:
        refs, hyps, absent = _pairs(tables, mode, "main():bin/compute-wer.cc:84")
        if tables.ref is not None:
            tables.ref.finish()
        ((sentences, *numbers, wrong),) = batch(_COMPUTE_WER_TIES, refs, hyps).totals(bytes(4 * len(refs)), 1)
        correct, substitutions, deletions, insertions = numbers
        counts = correct, substitutions, deletions, insertions
        program.output.append(kaldi_wer.render(counts, sentences, wrong, absent))
        return 0

    return _with_tables(program, line.arguments, work)


def _pairs(tables: Tables, mode: bytes, place: str) -> tuple[list[bytes], list[bytes], int]:
    """Pairs of reference and hypothesis, and the number of references without a hypothesis."""
    refs, hyps, absent = [], [], 0
    for key, ref in zip(*tables.records, strict=True):
        hyp = tables.hyps[0].find(key)
        if hyp is None:
            if mode == b"strict":
                raise Fatal(place, b"No hypothesis for key " + key + b" and strict mode specifier.")
            absent += 1
            if mode == b"present":
                continue
        refs.append(ref)
        hyps.append(hyp or b"")
    return refs, hyps, absent


def compute_wer_bootci(program: Program, argv: Sequence[bytes]) -> int:
    """Computes the error rate with an interval, and compares two hypotheses."""
    line = COMPUTE_WER_BOOTCI.parse(program, argv)
    if not 2 <= len(line.arguments) <= 3:
        raise COMPUTE_WER_BOOTCI.complain(program)
    mode = _mode(line, "main():bin/compute-wer-bootci.cc:203")
    arguments = line.arguments[:2] if line.arguments[2:] == (b"",) else line.arguments

    units: list[Units] = []

    def work(tables: Tables) -> int:
        if len(arguments) == 2:
            refs, hyps, _ = _pairs(tables, mode, "GetEditsSingleHyp():bin/compute-wer-bootci.cc:49")
            units.append(_units(refs, hyps))
        else:
            units.extend(_two_units(tables, mode))
        if tables.ref is not None:
            tables.ref.finish()
        return 0

    code = _with_tables(program, arguments, work)
    if code == 0:
        from .report_bootci import bootstrapped  # compute-wer draws nothing

        program.output.append(bootstrapped(units, line.number("replications")))
    return code


def _units(refs: Sequence[bytes], hyps: Sequence[bytes]) -> Units:
    """Errors and reference words of every utterance."""
    counts = memoryview(batch(_COMPUTE_WER_TIES, refs, hyps).counts()).cast("i")
    correct, substitutions, deletions, insertions = (counts[place::4].tolist() for place in range(4))
    errors = [s + d + i for s, d, i in zip(substitutions, deletions, insertions, strict=True)]
    return errors, [c + s + d for c, s, d in zip(correct, substitutions, deletions, strict=True)]


def _two_units(tables: Tables, mode: bytes) -> list[Units]:
    """Errors of two hypotheses; an utterance that one lacks is left out of both, or counts as all wrong."""
    first, second = tables.hyps
    refs, hyps, others = [], [], []
    for key, ref in zip(*tables.records, strict=True):
        hyp = first.find(key)
        # Kaldi looks no further where the first one decides.
        other = second.find(key) if hyp is not None or mode == b"all" else None
        if hyp is None or other is None:
            if mode == b"strict":
                text = b"No hypothesis for key " + key + b" in both transcripts comparison is not possible."
                raise Fatal("GetEditsDualHyp():bin/compute-wer-bootci.cc:84", text)
            if mode == b"present":
                continue
        refs.append(ref)
        hyps.append(hyp or b"")
        others.append(other or b"")
    return [_units(refs, hyps), _units(refs, others)]


def align_text(program: Program, argv: Sequence[bytes]) -> int:
    """Writes the alignments of the texts of two tables."""
    line = ALIGN_TEXT.parse(program, argv)
    if len(line.arguments) != 3:
        raise ALIGN_TEXT.complain(program)
    names, target = line.arguments[:2], line.arguments[2]
    special, separator = line.text("special-symbol"), line.text("separator")

    def work(tables: Tables) -> int:
        writer = Writer(program, target)
        are_tokens = is_token(special) and is_token(separator)
        rows: list[Row] = []
        failed = 0
        failure = None
        for key, ref in zip(*tables.records, strict=True):
            try:
                hyp = tables.hyps[0].find(key)
            except Fatal as error:
                failure = error
                break
            if hyp is None:
                program.warn("main():bin/align-text.cc:88", b"Key %s is in %s, but not in %s" % (key, *names))
                failed += 1
                continue
            failure = _unfit(key, ref, hyp, special)
            if failure is not None:
                break
            if not are_tokens:
                _check_symbols(program, writer, rows, (key, ref, hyp), special, separator)
            rows.append((key, ref, hyp))
        # Alignments before an error are still written.
        writer.write(_alignments(rows, special, separator))
        if failure is not None:
            raise failure
        if tables.ref is not None:
            tables.ref.finish()
        program.log("LOG", "main():bin/align-text.cc:135", b"Done %d sentences, failed for %d" % (len(rows), failed))
        return 0 if rows else 1

    return _with_tables(program, names, work)


def _check_symbols(
    program: Program, writer: Writer, before: Sequence[Row], row: Row, special: bytes, separator: bytes
) -> None:
    """Aborts where the alignment holds a symbol that is no token, such as an empty one; stdout has all before that."""
    words: list[bytes] = []
    for _, ref, hyp in batch(_ALIGN_TEXT_TIES, [row[1]], [row[2]]).slots(0):
        if words:
            words.append(separator)
        words += [special if ref is None else ref[0], special if hyp is None else hyp[0]]
    if all(map(is_token, words)):
        return
    text = b"Assertion failed: (IsToken(*iter))"
    program.log("ASSERTION_FAILED", "Write():util/kaldi-holder-inl.h:705", text)
    if writer.is_stdout:
        writer.write(_alignments(before, special, separator))
        written = [word + b" " for word in takewhile(is_token, words)]
        program.output.append(row[0] + b" " + b"".join(written))
    raise AssertionFailed


def _unfit(key: bytes, ref: bytes, hyp: bytes, special: bytes) -> Fatal | None:
    """Reason why an utterance cannot be aligned."""
    for number, text, line in ((b"1", ref, 97), (b"2", hyp, 102)):
        if not all_tokens(text):
            said = (
                b"In text%s, the utterance %s contains unprintable characters. That means there is a problem with the "
                b"text (such as incorrect encoding)." % (number, key)
            )
            return Fatal(f"main():bin/align-text.cc:{line}", said)
    for number, text, line in ((b"1", ref, 109), (b"2", hyp, 114)):
        if special in text and special in text.split():
            said = b"In text%s, the utterance %s contains the special symbol '%s'. This is not allowed."
            return Fatal(f"main():bin/align-text.cc:{line}", said % (number, key, special))
    return None


def _alignments(rows: Sequence[Row], special: bytes, separator: bytes) -> Iterator[tuple[bytes, bytes]]:
    aligned = batch(_ALIGN_TEXT_TIES, [ref for _, ref, _ in rows], [hyp for _, _, hyp in rows])
    between = separator + b" "
    for place, (key, _, _) in enumerate(rows):
        pairs = [
            (special if ref is None else ref[0]) + b" " + (special if hyp is None else hyp[0]) + b" "
            for _, ref, hyp in aligned.slots(place)
        ]
        yield key, between.join(pairs)


PROGRAMS: dict[str, Callable[[Program, Sequence[bytes]], int]] = {
    "compute-wer": compute_wer,
    "compute-wer-bootci": compute_wer_bootci,
    "align-text": align_text,
}


def run(program: Program, arguments: Sequence[bytes]) -> int:
    """Runs one of the programs and returns its exit code, or raises Aborted."""
    try:
        return PROGRAMS[program.name](program, [program.name.encode(), *arguments])
    except Ended as ended:
        return ended.code
    except Fatal as error:
        program.log("ERROR", error.place, error.text)
        program.say(FATAL_NAME)
        return FATAL
    except AssertionFailed:
        raise
    except Aborted:
        program.say(b"terminate called after throwing an instance of '%s'\n  what():  %s\n" % (FATAL_NAME, FATAL_NAME))
        raise
