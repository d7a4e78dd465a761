"""The program texterrors with its standard alignment: rates of words, letters, listed words and groups, and the errors.

What it measures by another aligner (`--use-chardiff`, `--isctm`) or by a list of words of its own (`-w`) is refused.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from .... import core
from ....formats.engine.output import write_file
from ....formats.engine.terminal import say

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Texts: TypeAlias = dict[str, list[str]]
    # The words of one step on either side.
    Pairs: TypeAlias = list[tuple[str, str]]

__all__: list[str] = []

_COSTS, _TIES = (1, 1, 1), "SDI"
_COSTS_OF_LETTERS = 4, 3, 3
_GAP, _UNKNOWN = "<eps>", "<unk>"
_WIDEST = 120
_COLOURED = re.compile(r"\x1b\[[0-9]{2}m[!-#%-*,-/:;?-\[\\\]_a-z{}]+\x1b\[0m")
"""Only words of these signs are measured without their colour."""
_ELSEWHERE = {
    **dict.fromkeys(("--use-chardiff", "--isctm"), "an alignment by letters or times"),
    **dict.fromkeys(("--simple-entity-accuracy", "-w", "--entity-details"), "its own list of common words"),
    **dict.fromkeys(("--side-by-side", "-y"), "two hypotheses in one alignment"),
    **dict.fromkeys(("--debug", "-d"), "a matrix of costs"),
}
"""Options that are refused, and what they need."""


def _refs(path: str, *, is_ark: bool) -> Texts:
    """The words of each text of the reference; without ids, its name is the number of its line."""
    texts: Texts = {}
    for number, line in enumerate(_lines(path)):
        name, *words = line.split() if is_ark else (str(number), *line.split())
        if name in texts:
            raise AssertionError("There are repeated utterances in reference file! Exiting")
        texts[name] = words
    return texts


def _hyps(path: str, *, is_ark: bool) -> Iterator[tuple[str, list[str]]]:
    """Names and words of the hypotheses, without unknown words."""
    for number, line in enumerate(_lines(path)):
        name, *words = line.split() if is_ark else (str(number), *line.split())
        yield name, [word for word in words if word != _UNKNOWN]


def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8") as lines:
        return list(lines)


def _keywords(path: str | None) -> frozenset[str]:
    words = _lines(path) if path else []
    if any(len(line.split()) != 1 for line in words):
        raise AssertionError("A keyword must be a single word!")
    return frozenset(line.strip() for line in words)


def _groups(path: str | None) -> dict[str, str]:
    """The group of each text."""
    groups = {}
    for line in _lines(path) if path else ():
        name, group = line.split(maxsplit=1)
        groups[name] = group.strip()
    return groups


def _aligned(refs: Sequence[Sequence[str]], hyps: Sequence[Sequence[str]]) -> Iterator[str]:
    """The operations of each pair of texts."""
    charset = core.Charset("ascii", {}, {})
    rules = core.Rules(charset, sensitive=True, markup=False, costs=_COSTS, ties=_TIES)
    told, heard = (
        core.texts([[word.encode("utf-8", "surrogatepass") for word in words] for words in side])
        for side in (refs, hyps)
    )
    batch = core.align(rules, told, heard)
    return map(batch.operations, range(len(batch)))


def _paired(operations: str, ref: Sequence[str], hyp: Sequence[str]) -> Pairs:
    """The words of each step."""
    told, heard = iter(ref), iter(hyp)
    return [(_GAP if kind == "I" else next(told), _GAP if kind == "D" else next(heard)) for kind in operations]


def _distance(ref: Sequence[Any], hyp: Sequence[Any]) -> int:
    """The errors of the letters or bytes of two texts, of which a substitution is the dearest."""
    return sum(memoryview(core.symbol_counts([ref], [hyp], _COSTS_OF_LETTERS, _TIES, False)).cast("i")[1:4])


class _Lists:
    """The lists that the options name: words outside a lexicon, key words, and the group of each text."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.oov = frozenset(line.split()[0] for line in _lines(options.oov_list_f)) if options.oov_list_f else set()
        self.keywords = _keywords(options.keywords_f)
        self.groups = _groups(options.utt_group_map)
        self.letters: bool = options.cer
        self.detailed: bool = not options.skip_detailed and options.output_format == "text"


class _Counted:
    """The counts of one hypothesis."""

    def __init__(self, lists: _Lists) -> None:
        self._lists = lists
        self.names: list[str] = []
        self.lines: list[Pairs] = []
        self.wrong = self.words = 0
        self.insertions: Counter[str] = Counter()
        self.deletions: Counter[str] = Counter()
        self.substitutions: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        """How often each word is in the reference."""
        self.letters: Counter[str] = Counter()
        self.oov: Counter[str] = Counter()
        self.keywords: Counter[str] = Counter()
        self.groups: dict[str, Counter[str]] = {group: Counter() for group in lists.groups.values()}

    def add(self, name: str, pairs: Pairs, texts: tuple[Sequence[str], Sequence[str]]) -> None:
        """Counts a text."""
        errors = [(ref, hyp) for ref, hyp in pairs if ref != hyp]
        words = [ref for ref, hyp in pairs if ref == hyp or ref != _GAP]
        self.names.append(name)
        if self._lists.detailed:
            self.lines.append(pairs)
        self.words += len(words)
        self.wrong += bool(errors)
        self.said.update(words)
        for ref, hyp in errors:
            if ref == _GAP:
                self.insertions[hyp] += 1
            elif hyp == _GAP:
                self.deletions[ref] += 1
            else:
                self.substitutions[f"{ref}>{hyp}"] += 1
        if self._lists.groups:
            self.groups[self._lists.groups[name]].update(count=len(words), errors=len(errors))
        if self._lists.letters:
            ref_text, hyp_text = map(" ".join, texts)
            self.letters.update(error=_distance(ref_text, hyp_text), all=len(ref_text))
        self._add_listed(pairs, is_empty=not texts[0])

    def _add_listed(self, pairs: Pairs, *, is_empty: bool) -> None:
        keywords, oov = self._lists.keywords, self._lists.oov
        for place, (ref, hyp) in enumerate(pairs):
            if ref in keywords or hyp in keywords:
                self.keywords.update(count=+(ref in keywords), output=+(hyp in keywords), predicted=+(ref == hyp))
            if ref in oov:
                self.oov.update(word_count=1, word_error=+(ref != hyp))
                if not is_empty:
                    heard = _heard(pairs, place).encode("utf-8", "surrogatepass")
                    spelt = ref.encode("utf-8", "surrogatepass")
                    self.oov.update(char_error=_distance(spelt, heard), char_count=len(ref))

    def summary(self) -> dict[str, Any]:
        """The numbers of all texts, as JSON has them."""
        lists = self._lists
        counts = [sum(each.values()) for each in (self.insertions, self.deletions, self.substitutions)]
        summary: dict[str, Any] = {
            "total_ref_words": self.words,
            "total_utterances": len(self.names),
            "wrong_utterances": self.wrong,
            **dict(zip(("ins_count", "del_count", "sub_count"), counts, strict=True)),
            "wer": _percent(sum(counts), self.words),
            "ser": _percent(self.wrong, len(self.names)),
        }
        if lists.letters:
            error, every = self.letters["error"], self.letters["all"]
            summary |= {"cer": _percent(error, every), "char_error_count": error, "char_count": every}
        if lists.oov and self.oov["word_count"]:
            summary |= {
                "oov_cer": _percent(self.oov["char_error"], self.oov["char_count"]),
                "oov_wer": _percent(self.oov["word_error"], self.oov["word_count"]),
                "oov_char_error_count": self.oov["char_error"],
                "oov_char_count": self.oov["char_count"],
                "oov_word_error_count": self.oov["word_error"],
                "oov_word_count": self.oov["word_count"],
            }
        if lists.keywords:
            told, output, hits = (self.keywords[name] for name in ("count", "output", "predicted"))
            summary |= {
                "keyword_recall": hits / told if told else -1.0,
                "keyword_precision": hits / output if output else -1.0,
                "keyword_predicted_count": hits,
                "keyword_output_count": output,
                "keyword_count": told,
            }
        if self.groups:
            summary["group_stats"] = {
                group: {**numbers, "wer": _percent(numbers["errors"], numbers["count"])}
                for group, each in self.groups.items()
                for numbers in [{name: each[name] for name in ("errors", "count")}]
            }
        return summary

    def top(self, most: int, *, by_share: bool) -> tuple[Iterator[tuple[str, int]], ...]:
        """The most frequent insertions, deletions and substitutions; deletions and substitutions by their share."""

        def share(item: tuple[str, int]) -> float:
            return item[1] / self.said[item[0]]

        def share_of_pair(item: tuple[str, int]) -> tuple[float, int]:
            # A word with > is cut there: what is before it may be no word.
            return item[1] / max(self.said[_reference(item[0])], 1), item[1]

        keys: Sequence[Callable[[tuple[str, int]], Any]] = (
            (_times, share, share_of_pair) if by_share else (_times, _times, _times)
        )
        errors = (self.insertions, self.deletions, self.substitutions)
        return tuple(
            islice(iter(sorted(each.items(), key=key, reverse=True)), most)
            for each, key in zip(errors, keys, strict=True)
        )


def _times(item: tuple[str, int]) -> int:
    return item[1]


def _reference(pair: str) -> str:
    """The word of the reference in a substitution."""
    return pair.split(">")[0].strip()


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / float(whole) if whole else 0.0


def _heard(pairs: Pairs, place: int) -> str:
    """The words said for one of the reference: the one beside it, and an insertion before it; of the first, behind."""
    begin = max(place - 1, 0)
    heard = ""
    for at in range(begin, begin + 2):
        if at == place:
            heard += pairs[at][1]
        elif at < len(pairs) and pairs[at][0] == _GAP:
            heard += f"{pairs[at][1]} " if at < place else f" {pairs[at][1]}"
    return heard.strip().replace(_GAP, "")


def _counted(refs: Texts, hyps: Mapping[str, list[str]], lists: _Lists) -> _Counted:
    """The counts of all texts of which there is a hypothesis."""
    for name in refs:
        if name not in hyps:
            say(f"Missing hypothesis for utterance: {name}\n")
    names = [name for name in refs if name in hyps]
    counted, cost = _Counted(lists), 0
    operations = _aligned([refs[name] for name in names], [hyps[name] for name in names])
    for name, each in zip(names, operations, strict=True):
        cost += len(each) - each.count("C")
        counted.add(name, _paired(each, refs[name], hyps[name]), (refs[name], hyps[name]))
    summary = counted.summary()
    errors = sum(summary[name] for name in ("ins_count", "del_count", "sub_count"))
    if errors != cost:  # A word of a text is that of gaps.
        raise AssertionError(f"{errors} {float(cost)}")
    return counted


def _payload(paths: tuple[str, str], counted: _Counted, options: argparse.Namespace) -> dict[str, Any]:
    """The JSON of one hypothesis."""
    inserted, deleted, substituted = counted.top(options.num_top_errors, by_share=options.freq_sort)
    said = counted.said
    return {
        "reference_file": paths[0],
        "hypothesis_file": paths[1],
        "summary": counted.summary(),
        "top_errors": {
            "insertions": [{"word": word, "count": many} for word, many in inserted],
            "deletions": [{"word": word, "count": many, "reference_count": said[word]} for word, many in deleted],
            "substitutions": [
                {
                    "reference": _reference(pair),
                    "hypothesis": pair.split(">", maxsplit=1)[1],
                    "count": many,
                    "reference_count": said[_reference(pair)],
                }
                for pair, many in substituted
            ],
        },
    }


def _text(paths: tuple[str, str], counted: _Counted, options: argparse.Namespace) -> Iterator[str]:
    """The text of one hypothesis."""
    if not options.skip_detailed:
        colours = ("treated as reference (white and green)", "as hypothesis (white and red).")
        plain = ("treated as reference", "as hypothesis. Errors are capitalized.")
        first, other = colours if options.usecolor else plain
        yield f'"{paths[0]}" is {first}, "{paths[1]}" {other}\nPer utt details:\n'
        width = min(shutil.get_terminal_size().columns, _WIDEST)
        for name, pairs in zip(counted.names, counted.lines, strict=True):
            yield f"{name}\n"
            yield from _wrapped([*_shown(pairs, coloured=options.usecolor)], width)
        yield "\n"
    yield from _rates(counted, options)
    if not options.skip_detailed:
        yield from _listed(counted, options)


def _rates(counted: _Counted, options: argparse.Namespace) -> Iterator[str]:
    summary = counted.summary()
    numbers = f"ins {summary['ins_count']}, del {summary['del_count']}, sub {summary['sub_count']} / {counted.words}"
    yield f"WER: {summary['wer']:.1f} ({numbers})\nSER: {summary['ser']:.1f}\n"
    if "cer" in summary:
        yield f"CER: {summary['cer']:.1f} ({summary['char_error_count']} / {summary['char_count']})\n"
    if "oov_cer" in summary:
        yield f"OOV CER: {summary['oov_cer']:.1f}\nOOV WER: {summary['oov_wer']:.1f}\n"
    elif options.oov_list_f:
        say("None of the words in the OOV list file were found in the reference!\n")
    if "keyword_recall" in summary:
        recall, precision = summary["keyword_recall"], summary["keyword_precision"]
        yield f"Keyword results - recall {recall:.2f} - precision {precision:.2f}\n"
    if "group_stats" in summary:
        yield "Group WERs:\n"
        yield from (f"{group}\t{numbers['wer']:.1f}\n" for group, numbers in summary["group_stats"].items())
        yield "\n"


def _listed(counted: _Counted, options: argparse.Namespace) -> Iterator[str]:
    """The most frequent errors."""
    inserted, deleted, substituted = counted.top(options.num_top_errors, by_share=options.freq_sort)
    yield "\nInsertions:\n"
    yield from (f"{word}\t{many}\n" for word, many in inserted)
    yield "\nDeletions (second number is word count total):\n"
    yield from (f"{word}\t{many}\t{counted.said[word]}\n" for word, many in deleted)
    yield "\nSubstitutions (reference>hypothesis, second number is reference word count total):\n"
    yield from (f"{pair}\t{many}\t{counted.said[_reference(pair)]}\n" for pair, many in substituted)


def _shown(pairs: Pairs, *, coloured: bool) -> Iterator[tuple[str, str]]:
    """The words of each step as they are printed, above and below."""
    green, red = ("\x1b[32m{}\x1b[0m", "\x1b[31m{}\x1b[0m")
    gap = "" if coloured else "*"
    for ref, hyp in pairs:
        if ref == hyp:
            yield ref, ""
            continue
        yield (
            gap if ref == _GAP else green.format(ref) if coloured else ref.upper(),
            gap if hyp == _GAP else red.format(hyp) if coloured else hyp.upper(),
        )


def _wrapped(steps: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    """Two lines of steps above each other, as often as they are needed."""
    above: list[str] = []
    below: list[str] = []
    written = 0
    for step in steps:
        wide = max(len(_COLOURED.sub(lambda word: word[0][5:-4], text)) for text in step)
        if written + wide > width:
            yield f"{' '.join(above)}\n{' '.join(below)}\n"
            above, below, written = [], [], 0
        written += wide + 1
        for line, text in zip((above, below), step, strict=True):
            # A sign of a colour takes no room on a terminal.
            line.append(f"{text:^{wide + 9 * (text.count(chr(27)) == 2)}}")
    yield f"{' '.join(above)}\n{' '.join(below)}\n"


def _compared(path: str, hyps: Mapping[str, _Counted], options: argparse.Namespace) -> Iterator[str]:
    """The text of several hypotheses: a table, and below it what each of them has."""
    columns = {"WER": ("wer", 1), "SER": ("ser", 1)}
    if options.cer:
        columns["CER"] = ("cer", 1)
    if options.oov_list_f:
        columns |= {"OOV CER": ("oov_cer", 1), "OOV WER": ("oov_wer", 1)}
    if options.keywords_f:
        columns |= {"Keyword Recall": ("keyword_recall", 2), "Keyword Precision": ("keyword_precision", 2)}
    yield "Comparison:\n" + "\t".join(["file", *columns]) + "\n"
    for name, counted in hyps.items():
        summary = counted.summary()
        cells = (f"{summary[key]:.{digits}f}" if key in summary else "-" for key, digits in columns.values())
        yield "\t".join([name, *cells]) + "\n"
    if not options.skip_detailed:
        for name, counted in hyps.items():
            yield f"\n\nResults with file {name}\n"
            yield from _text((path, name), counted, options)


def _oracle(options: argparse.Namespace) -> Iterator[str]:
    """The rate of the best of several hypotheses of each text."""
    refs = _refs(options.ref_file, is_ark=True)
    heard: dict[str, list[list[str]]] = {}
    for name, words in _hyps(options.hyp_files[0], is_ark=True):
        heard.setdefault(name, []).append(words)
    if missing := [name for name in refs if name not in heard]:
        raise ValueError(f"no hypothesis of {missing[0]}")
    pairs = [(refs[name], words) for name in refs for words in heard[name]]
    costs = iter([len(each) - each.count("C") for each in _aligned(*([pair[k] for pair in pairs] for k in (0, 1)))])
    total = float(sum(min(islice(costs, len(heard[name]))) for name in refs))
    size = sum(map(len, refs.values()))
    if options.output_format == "json":
        summary = {"oracle_wer": total / size, "total_ref_words": size}
        paths = {"reference_file": options.ref_file, "hypothesis_file": options.hyp_files[0]}
        yield json.dumps({**paths, "summary": summary}, indent=2) + "\n"
    else:
        yield f"Oracle WER: {total / size}\n"


def _output(options: argparse.Namespace) -> Iterator[str]:
    """The output for a command line."""
    if options.oov_list_f:
        say(
            "Because you are using standard alignment (not `-use_chardiff`) the alignments could be suboptimal\n which "
            "will lead to the OOV-CER being slightly wrong. Use `-use_chardiff` for better alignment, ctm based for "
            "the best.\n"
        )
    lists = _Lists(options)
    if options.oracle_wer:
        yield from _oracle(options)
        return
    ref, is_ark = options.ref_file, options.isark
    refs = _refs(ref, is_ark=is_ark)
    hyps = {path: _counted(refs, dict(_hyps(path, is_ark=is_ark)), lists) for path in options.hyp_files}
    if options.output_format == "json":
        made = [_payload((ref, path), counted, options) for path, counted in hyps.items()]
        whole = made[0] if len(options.hyp_files) == 1 else {"reference_file": ref, "outputs": made}
        yield json.dumps(whole, indent=2) + "\n"
    elif len(options.hyp_files) > 1:
        yield from _compared(ref, hyps, options)
    else:
        yield from _text((ref, options.hyp_files[0]), hyps[options.hyp_files[0]], options)


def _texterrors(arguments: Sequence[str]) -> Iterator[str]:
    """The output of texterrors for the words behind its name."""
    options = _parsed(arguments)
    output = _output(options)
    if options.out:
        write_file(options.out, [text.encode("utf-8", "surrogatepass") for text in output])
        return
    yield from output


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of a command line; those of other aligners are refused."""
    parser = argparse.ArgumentParser(prog="texterrors", allow_abbrev=False)
    parser.add_argument("ref_file", help="Reference text.")
    parser.add_argument("hyp_files", nargs="+", help="One or more hypothesis files.")
    parser.add_argument("--out", "-o", help="Optional output file.")
    for names, text in (
        (("--oov-list-f",), "List of OOVs."),
        (("--keywords-f", "--keywords-list-f"), "Key words, one a line."),
        (("--utt-group-map", "--utt-group-map-f"), "A file which maps utterances to groups."),
    ):
        parser.add_argument(*names, default="", help=text)
    for switches, text in (
        (("--isark",), "Text files start with utterance ID."),
        (("--cer",), "Calculate CER."),
        (("--skip-detailed", "-s"), "No per utterance output."),
        (("--freq-sort",), "Deletions and substitutions by their share."),
        (("--oracle-wer",), "Several hypotheses of each utterance, of which the best counts."),
        (("--usecolor", "-c"), "Detailed output with colours."),
    ):
        parser.add_argument(*switches, action="store_true", help=text)
    parser.add_argument("--num-top-errors", type=int, default=10, help="Errors of each kind that are shown.")
    parser.add_argument("--output-format", choices=("text", "json"), default="text", help="Output format.")
    for word in arguments:
        if word.partition("=")[0] in _ELSEWHERE:
            parser.error(f"{word} needs {_ELSEWHERE[word.partition('=')[0]]}, which is not offered here")
    options = parser.parse_intermixed_args(arguments)
    for path in (options.ref_file, *options.hyp_files):
        if not os.path.exists(path):
            parser.error(f"Input file not found: {path}")
    if options.oracle_wer and not (options.isark and len(options.hyp_files) == 1):
        parser.error("Oracle WER requires `--isark`, and a single hypothesis input.")
    return options


PROGRAMS = {"texterrors": _texterrors}
