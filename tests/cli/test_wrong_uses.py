"""Typical wrong uses of every sub-command: the exit code, and a message that names the fix and no traceback."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

import pytest

from scorelite.scoring.cli.commands import COMMANDS
from scorelite.scoring.cli.main import main
from tests.conftest import ROOT

pytest.importorskip("lxml")
pytest.importorskip("numpy")

KWS = "--ecf ecf.xml --rttm ref.rttm --kwlist kwlist.xml --kwslist kwslist.xml"
BINARY = "binary.dat:1:3: a NUL byte; expected text in utf-8"
MISSING = "scorelite: nosuch: No such file or directory"

# The command line, and the last or only line of the message that says what is wrong; the exit code is 2.
WRONG_USES = {
    "score r.trn h.trn --reprot pra": "scorelite score: unknown option --reprot; did you mean --report? ",
    "score r.trn nosuch": MISSING,
    "score": "scorelite score: the following arguments are required: REF",
    "score a.jsonl b.jsonl a.jsonl": "scorelite: a.jsonl is given twice; expected different files",
    "score binary.dat h.trn": BINARY,
    "score r.trn h.trn --ref-format ctm": "r.trn:1:12: only 4 fields; expected file channel begin duration word ",
    "score r.trn h.trn --json --report pra": "scorelite score: argument --report: not allowed with argument --json",
    "score r.trn h.trn --with failures=burst:99999999999999999999": "scorelite: burst is 99999999999999999999; ",
    "score r.trn h.trn --with failures=dropout:100": "scorelite: dropout is 100, but no text of the reference has more",
    "score r.trn h.trn --references r.trn": "scorelite: r.trn is given twice; expected different references",
    "score r.trn h.trn --references ./r.trn": "scorelite: ./r.trn is given twice; expected different references",
    "score r.trn h.trn --references ./h.trn": "scorelite: --references ./h.trn, which is the hypothesis; expected oth",
    "score r.trn": "scorelite: r.trn: no hypothesis; expected a second file, or a table (csv, ",
    "score - -": "scorelite: ref and hyp are both standard input (-); expected a file name for one of them",
    "score r.trn other.trn": "scorelite: reference and hypothesis have different ids",
    "score r.trn h.trn --missing delte": "scorelite score: argument --missing: unknown value 'delte'; did you mean del",
    "merge": "scorelite merge: the following arguments are required: TOTALS",
    "merge nosuch": MISSING,
    "merge r.trn": "scorelite: r.trn: no Parquet file; expected totals of shards, as scorelite score ",
    "merge a.json": 'scorelite: a.json holds no complete result; expected a file of result.save("x.json"), or ',
    "merge r.trn --report prf": "scorelite merge: argument --report: unknown value 'prf'; did you mean ",
    "merge r.trn --report sum --interval": "scorelite: --interval has no effect without the summary or --json",
    "merge r.trn --intervall 10": "scorelite merge: unknown option --intervall; did you mean --interval? ",
    f"kws {KWS} --csv --json": "scorelite: --csv has no effect without a FILE next to --json and --report",
    f"kws {KWS} --per-file --rows keyword": "scorelite: --per-file and --rows exclude each other; expected one of them",
    f"kws {KWS} --check --csv k.csv": "scorelite: --check and --csv exclude each other; expected one of them",
    "score r.trn h.trn --alignments": "scorelite score: unknown option --alignments; expected --report pra ",
    "score r.trn h.trn --wer": "scorelite score: unknown option --wer: the word error rate is the ",
    "segments r.rttm h.rttm --jer": "scorelite segments: unknown option --jer; expected scorelite segments REF HYP ",
    "segments r.rttm h.rttm --measure JER": "scorelite segments: argument --measure: 'JER' is not a mea",
    "score r.trn h.trn --confusion-pairs": "scorelite score: unknown option --confusion-pairs; expected --rep",
    "score r.trn h.trn --top-errors 10": "scorelite score: unknown option --top-errors; expected --report d",
    "score r.trn h.trn -f json": "scorelite score: unknown option -f; expected --json, --csv or ",
    "score -r r.trn trn -h h.trn trn -i rm": "scorelite score: unknown option -i: ids are kept as they are; ",
    "segments r.rttm h.rttm --regions u.uem": "scorelite segments: unknown option --regions; expected --uem ",
    "convert -i r.trn -o x.stm": "scorelite convert: unknown option -i: the input is the first ",
    "score r.trn h.trn --open": "scorelite score: unknown option --open; expected --page FILE, for a browser ",
    "names": "scorelite: unknown command 'names'; expected scorelite score REF HYP --entities FILE",
    "frobnicate": "scorelite: unknown command 'frobnicate'; expected one of: score, meetings, segments, ",
    "compare --ref r.trn h.trn other.trn --fail-on-regression": "scorelite compare: unknown option --fail-on-regr"
    "ession; expected --max-wer-increase 0 ",
    "compare r.rttm h.rttm": "scorelite: r.rttm: a transcript (rttm), no scores; expected: scorelite compare --ref ",
    "show": "scorelite show: the following arguments are required: REF",
    "show r.trn nosuch": MISSING,
    "show r.trn h.trn --grp a": "scorelite show: unknown option --grp; did you mean --grep? ",
    "show r.trn h.trn --grep '('": "scorelite: --grep '(' is not a regular expression: ",
    "show r.trn h.trn --pair a": "scorelite: --pair 'a'; expected REF=HYP, such as the=a, the= or =a",
    "show r.trn h.trn --limit 0": "scorelite: --limit is 0; expected 1 or more",
    "show r.trn h.trn --from-rate 50 --to-rate 10": "scorelite: --from-rate 50 is above --to-rate 10; expected a ",
    "show r.trn h.trn nosuch": "scorelite: no utterance 'nosuch'; expected ids such as ",
    "kaldi compute-weer ark:k ark:k": "scorelite kaldi: argument PROGRAM: 'compute-weer' is unknown; did you mean comp",
    "kaldi --allow-pipe compute-wer": "scorelite kaldi: unknown option --allow-pipe; did you mean --allow-pipes? ",
    "kaldi": "scorelite kaldi: the following arguments are required: PROGRAM",
    "kaldi compute-wer 'ark:cat k |' ark:k": "scorelite: 'cat k |' is a shell command, which a script file (scp) may ",
    "kaldi --json best_wer": "scorelite kaldi: unknown option --json; expected scorelite score",
    "sctk sclyte": "scorelite sctk: argument PROGRAM: 'sclyte' is unknown; did you mean sclite? (",
    "sctk": "scorelite sctk: the following arguments are required: PROGRAM",
    "sctk --alow-pipes rover": "scorelite sctk: unknown option --alow-pipes; did you mean --allow-pipes? ",
    "sctk ctmValidator.pl -i 'cat c.ctm |'": "scorelite: 'cat c.ctm |' is a shell command; `scorelite sctk --allow-pip",
    "sctk tanweenFilt.pl nosuch out": "Error: Input file nosuch does not exist",
    "convert a.srt o.stm --form srt": "scorelite convert: unknown option --form; did you mean --from? ",
    "convert nosuch o.stm": MISSING,
    "latency": "scorelite latency: the following arguments are required: LOG",
    "latency nosuch": MISSING,
    "latency r.trn -o r.trn": "scorelite: --output r.trn is an input too; expected another file",
    "latency r.trn": "r.trn:1:1: a line of another kind; expected an object such as ",
    "latency log.jsonl --ref-format ctm": "scorelite: --ref-format has no effect without --ref",
    "latency log.jsonl --as-writen": "scorelite latency: unknown option --as-writen; did you mean --as-written? ",
    "audit nosuch a.trn b.trn": MISSING,
    "audit a.trn": "scorelite: no systems; expected REF HYP HYP, or REF --verdicts FILE -o OUT",
    "audit a.trn a.trn": "scorelite: one system, a.trn; expected two or more",
    "audit a.trn b.trn b.trn": "scorelite: b.trn twice; expected different systems",
    "audit a.trn b.trn ./b.trn": "scorelite: b.trn and ./b.trn twice; expected different systems",
    "audit r.trn b.trn ./r.trn": "scorelite: ./r.trn as system, which is the reference; expected outputs of systems",
    "audit a.trn a.trn b.trn --title x": "scorelite: --title has no effect without --page",
    "align nosuch b.ctm -o o.srt": MISSING,
    "audit r.trn h.trn same.trn --spans r.trn": "scorelite: --spans r.trn is an input too; expected another file",
    "align a.srt c.ctm -o a.srt": "scorelite: --output a.srt is an input too; expected another file",
    "score r.trn h.trn --json --with classes=marks.jsonl -o marks.jsonl": "scorelite: --output marks.jsonl is an input",
    "score r.trn h.trn --references other.trn": "scorelite: --references other.trn: reference and hypothesis have",
    "score r.trn h.trn --with clases=marks.jsonl": "scorelite: no analysis 'clases'; did you mean classes? (",
    "align a.srt": "scorelite: expected TEXT and TIMES, or TEXT and --segments REF",
    "align a.srt a.srt": "scorelite: no output file; expected -o OUT",
    "align a.srt a.srt -o o.srt --form srt": "scorelite align: unknown option --form; did you mean --from? ",
    "align a.srt a.srt -o o.nosuch": "scorelite: o.nosuch: no format has this suffix",
    "convert a.srt o.stm --to-formats stm": "scorelite convert: unknown option --to-formats; did you mean --to? ",
    "convert a.srt o.stm --nosuch": "scorelite convert: unknown option --nosuch (scorelite convert --help-all",
    "normalise c.ctm o.ctm --normalise a.glm": "scorelite: a.glm:2:1: a rule that makes alternatives, which words",
    "normalise k o.txt --normalise a.glm": "scorelite: a.glm:2:1: a rule that makes alternatives, which texts of ",
    f"kws {KWS} --normalise a.glm": "scorelite: a.glm:2:1: a rule that makes alternatives, which --normalise does not ",
    f"kws {KWS} --normalise nosuch": "scorelite: normaliser 'nosuch' is unknown; ",
    "meetings r.stm h.stm --normalise a.glm": "scorelite: a.glm:2:1: a rule that makes alternatives, which --norm",
    "convert binary.dat o.stm": BINARY,
    "convert a.srt o.stm --from ctm": "a.srt:1:2: only 1 field; expected file channel begin duration word ",
    "convert a.srt o.xyz": "scorelite: o.xyz: no format has this suffix; name one with --to, such as trn, ",
    "convert a.srt": "scorelite convert: the following arguments are required: OUT",
    "convert r.trn o.stm": "scorelite: r.trn: 1 segment has no times, which stm needs; trn has none; expected a target",
    "convert r.trn o.ctm": "scorelite: r.trn: 1 segment has words without times; their segments have no times to inter",
    "convert r.trn o.ctm --interpolate": "scorelite: r.trn: 1 segment has words without times; their segments have n",
    "convert r.stm o.ctm": "scorelite: r.stm: 1 segment has words without times; --interpolate estimates them",
    "convert r.stm o --to kwslist": "scorelite convert: argument --to: kwslist can be read, but not written (scorelit",
    "convert a.srt o.stm --pause -1": "scorelite convert: argument --pause: '-1' is not a number of seconds; expected",
    "convert a.srt o.stm --shift soon": "scorelite convert: argument --shift: 'soon' is not a time; expected seconds, ",
    "convert a.srt o.stm --shift -100": "scorelite: a.srt: --shift -100 would move the first time (1 s) below 0; exp",
    "convert a.srt o.txt --shift 1": "scorelite: --shift has no effect on txt, which holds no times",
    "convert a.srt o.stm --max-chars 40": "scorelite: --max-chars has no effect on stm, which holds no cues of subti",
    "convert a.srt o.vtt --max-chars 0": "scorelite convert: argument --max-chars: '0' is not a whole number; expected",
    "convert a.srt o.vtt --max-lines 2": "scorelite: --max-lines has no effect without --max-chars",
    "convert a.srt o.vtt --max-duration 0": "scorelite convert: argument --max-duration: '0' is not a number above 0; ",
    "convert a.srt o.stm --option rate": "scorelite convert: argument --option: 'rate' is not an option; expected NAM",
    "convert a.srt r.trn o.txt": "scorelite: o.txt: the name of a file, but several files (a folder or a pattern) are ",
    "convert a.srt o.vtt --shift -1:00:00": "scorelite: a.srt: --shift -3600 would move the first time (1 s) below 0",
    "convert a.srt o.vtt --fps 25 23.976": "scorelite: --fps 25 23.976: expected two frame rates with a colon: --fps ",
    "convert a.srt o.txt --csv-formulas quote": "scorelite: --csv-formulas quote has no effect on txt",
    "convert a.srt o.vtt --printed": "scorelite: --printed has no effect on srt, which stores only one form of each",
    "convert a.srt o.vtt --printed --spoken": "scorelite convert: argument --spoken: not allowed with argument ",
    "vote r.trn h.trn -o o.trn --time": "scorelite vote: unknown option --time; did you mean --times? ",
    "vote r.trn nosuch -o o.trn": MISSING,
    "vote binary.dat r.trn -o o.trn": BINARY,
    "vote r.trn h.trn -o o.ctm": "scorelite: the result: 1 segment has words without times; their segments have no ",
    "vote r.stm h.stm -o o.ctm": "scorelite: the result: 1 segment has words without times; expected a target without",
    "vote . r.trn -o o.trn": "scorelite: .: Is a directory; expected a file",
    "vote r.trn -o o.trn": "scorelite: 1 system; expected 2 to 255",
    "vote r.trn h.trn": "scorelite vote: the following arguments are required: -o/--output",
    "vote r.trn other.trn -o o.trn": "scorelite: r.trn: nothing of utterance ",
    "vote r.trn h.trn -o o.trn --alpha 2": "scorelite: --alpha 2.0; expected 0 to 1",
    "check": "scorelite check: the following arguments are required: FILE",
    "check nosuch": MISSING,
    "check binary.dat": BINARY,
    "check r.trn --formats trn": "scorelite check: unknown option --formats; did you mean --format? ",
    "check a.srt --subtitles itv": "scorelite check: argument --subtitles: unknown value 'itv'; expected on",
    "check r.trn --max-cps 20": "scorelite: r.trn: trn has no subtitle cues; expected one of: ",
    "check a.srt --subtitles bbc --max-cps 0": "scorelite check: argument --max-cps: '0' is not a number above 0; ",
    "check a.srt --subtitles bbc --max-lines x": "scorelite check: argument --max-lines: 'x' is not a whole number; ",
    "check r.trn --subtitles bbc": "scorelite: r.trn: trn has no subtitle cues; expected one of: srt, vtt, ass, ",
    "check r.trn --format tnr": "scorelite check: argument --format: ",
    "formats ctmm": "scorelite formats: argument NAME: 'ctmm' is unknown; did you mean ctm? (scorelite formats lists a",
    "formats --jsn": "scorelite formats: unknown option --jsn; did you mean --json? ",
    "formats trn,ctm": "scorelite formats: argument NAME: 'trn,ctm' is unknown; expected one of: trn, stm, ",
    "formats -v": "scorelite formats: unknown option -v (scorelite formats --help lists all options)",
    "formats a.trn": "scorelite formats: argument NAME: 'a.trn' is unknown; did you mean trn? ",
    "normalise r.trn o.trn": "scorelite normalise: the following arguments are required: --normalise",
    "normalise r.trn o.trn --normalise nosuch.json": "scorelite: nosuch.json: No such file or directory",
    "normalise r.trn o.trn --normalise whisper-eng": "scorelite: normaliser 'whisper-eng' is unknown; did you mean ",
    "normalise nosuch o.trn --normalise nfc": MISSING,
    "normalise . o.trn --normalise nfc": "scorelite: o.trn: the name of a file, but several files (a folder or a",
    "normalise r.stm o.ctm --normalise nfc": "scorelite: r.stm: 1 segment has words without times; expected a target ",
    "normalise binary.dat o.trn --normalise nfc": BINARY,
    "normalise r.trn o.trn --normalise nfc --changes o.trn": "scorelite: --changes o.trn is another output too; expect",
    "serve --port 70000": "scorelite: --port is 70000; expected 0 to 65535",
    "serve --port x": "scorelite serve: argument --port: 'x' is not a whole number",
    "serve --max-words 0": "scorelite: --max-words is 0; expected a number above 0",
    "serve --files r.trn": "scorelite: r.trn: not a folder; expected the folder whose files requests may name",
    "serve --files ''": "scorelite: --files is empty; expected the folder whose files requests may name",
    "serve --allow-host http://a.b": "scorelite: --allow-host 'http://a.b' is not a host name; expected one such as",
    "serve --prot 80": "scorelite serve: unknown option --prot; did you mean --port? ",
    "serve corpora": "scorelite serve: unexpected 'corpora'; expected no further words",
    "compare a.json": "scorelite: 1 score; expected two, such as A.json and B.json of `scorelite score --json`, or",
    "compare a.json nosuch": MISSING,
    "compare a.json binary.dat": BINARY,
    "compare a.json r.trn": "scorelite: r.trn: a transcript (trn), no scores; expected: scorelite compare a.json --r",
    "compare r.trn h.trn": "scorelite: r.trn: a transcript (trn), no scores; expected: scorelite compare --ref REF r.",
    "compare a.json a.json --json --markdown": "scorelite compare: argument --markdown: not allowed with argument --js",
    "compare a.json c.json": "scorelite: a.json counts words, c.json characters; expected one unit (-c scores characte",
    "compare a.json a.json --hyp h.trn": "scorelite: --hyp has no effect without --ref",
    f"kws {KWS} --reprot sys": "scorelite kws: unknown option --reprot; did you mean --report? ",
    "kws --ecf nosuch --rttm ref.rttm --kwlist kwlist.xml --kwslist kwslist.xml": MISSING,
    "kws --ecf binary.dat --rttm ref.rttm --kwlist kwlist.xml --kwslist kwslist.xml": BINARY,
    "kws --ecf kwlist.xml --rttm ref.rttm --kwlist ecf.xml --kwslist kwslist.xml": "scorelite: kwlist.xml: this is kwl",
    "kws --ecf ecf.xml": "scorelite: --rttm, --kwlist, --kwslist missing; expected all four files, or TABLE, ",
    "kws wake.csv --cost 5": "scorelite: --cost has no effect on TABLE, the scores of wake words",
    "kws wake.csv --report sys": "scorelite: --report sys needs the four files of keyword spotting; expected ",
    "kws wake.csv --out x": "scorelite: --out has no effect without --report",
    "kws wake.csv --report stats --threshold 0.5": "scorelite: --threshold has no effect on --report stats, which has",
    "kws wake.csv --report stats --per-hour 2": "scorelite: --per-hour has no effect on --report stats, which has",
    "kws wake.csv --json --report stats": "scorelite: --json and --report exclude each other; expected one of them",
    "kws wake.csv --per-hour -1": "scorelite: --per-hour -1.0; expected a number of false alarms, 0 or more",
    "kws wake.csv --step 0": "scorelite: --step 0.0; expected a number from 1e-05 to 1",
    "kws wake.csv --skip 0": "scorelite kws: argument --skip: '0' is not a whole number; expected 1 or more",
    "kws wake.csv --labels nosuch": MISSING,
    "kws r.trn": "r.trn:1:1: columns ",
    f"kws {KWS} --per-hour 2": "scorelite: --per-hour has no effect without TABLE, the scores of wake words",
    f"kws {KWS} --report stats": "scorelite: --report stats needs TABLE, the scores of wake words",
    f"kws {KWS} --json --report sys": "scorelite: --json and --report exclude each other; expected one of them",
    f"kws {KWS} --rows keyword": "scorelite: --rows has no effect without --report sys or raw",
    f"kws {KWS} --by-term nosuch": "scorelite: --by-term nosuch: no keyword has this id",
    "segments r.rttm h.rttm --measure boundaries --report sys --rows class": "scorelite: rows class has no effect on ",
    f"kws {KWS} --gap -1": "scorelite: --gap is -1.0; expected a number of seconds >= 0",
    f"kws {KWS} --check --cost 5": "scorelite: --cost has no effect on --check, which scores nothing",
    f"kws {KWS} --check --tolerance 5": "scorelite: --tolerance has no effect on --check, which scores nothing",
    f"kws {KWS} --report pra --value 5": "scorelite: --value has no effect on --report pra: it lists pairs",
    f"kws {KWS} --report sgml,pra --pooled": "scorelite: --pooled has no effect on --report pra: it lists pairs",
    f"kws {KWS} --prior 2": "scorelite: --prior is 2.0; expected a probability between 0 and 1",
    f"kws {KWS} --trials-per-second 0": "scorelite: --trials-per-second is 0.0; expected a number above 0",
    "jiwer -x": "Error: No such option '-x'.",
    "jiwer -r ref.trn": "Error: Missing option '-h' / '--hypothesis'.",
    "jiwer -r ref.trn -h": "Error: Option '-h' requires an argument.",
    "jiwer --refernce ref.trn": "Error: No such option '--refernce'. Did you mean '--reference'?",
    "jiwer -r ref.trn -h ref.trn more": "Error: Got unexpected extra argument (more)",
    "link": "scorelite: no folder; expected scorelite link DIR [FAMILY|NAME ...], or scorelite link --list",
    "link bin sclit": "scorelite: program, module or family 'sclit' is unknown; did you mean sclite? (",
    "link bin --lst": "scorelite link: unknown option --lst; did you mean --list? ",
    "link --remove nosuch": "scorelite: nosuch: not a folder; expected the folder that scorelite link wrote launchers ",
    "link bin --all": "scorelite: --all has no effect without --list",
    "link --list --remove": "scorelite: --list and --remove exclude each other; expected one of them",
    "link binary.dat": "scorelite: binary.dat: not a folder; expected one for the launchers",
    "link ''": "scorelite: no folder; expected scorelite link DIR [FAMILY|NAME ...], or scorelite link --list",
    "segments r.rttm h.rttm --mesure events": "scorelite segments: unknown option --mesure; did you mean --measure? ",
    "segments r.rttm nosuch": MISSING,
    "segments r.rttm binary.dat": BINARY,
    "segments r.trn h.trn": "scorelite: r.trn:1:1: a segment without a start cannot be scored by time; expected ti",
    "segments r.rttm h.rttm --measure classes --collar 1": "scorelite: --collar has no effect on --measure classes; ",
    "segments r.rttm h.rttm --json --report sys": "scorelite: --json and --report exclude each other; expected one of ",
    "segments r.rttm h.rttm --tier words": "scorelite: --tier words has no effect on rttm, which has no tiers",
    "compare r.trn h.trn other.trn": "scorelite: r.trn: a transcript (trn), no scores; expected: scorelite compare -",
    "compare ref.csv one.csv two.csv": "scorelite: ref.csv: a transcript (csv), no scores; expected: scorelite compar",
    "demo a b": "scorelite demo: unexpected 'b'; expected only [FOLDER]",
    "demo --folder a": "scorelite demo: unknown option --folder (scorelite demo --help lists all options)",
    "demo -o a": "scorelite demo: unknown option -o (scorelite demo --help lists all options)",
    "demo --json": "scorelite demo: unknown option --json; expected scorelite score REF HYP --json (",
    "demo r.trn": "scorelite: r.trn: File exists",
    "completion": "scorelite completion: the following arguments are required: SHELL",
    "completion ksh": "scorelite completion: argument SHELL: unknown value 'ksh'; did you mean zsh? (expected one of: ",
    "completion bash zsh": "scorelite completion: unexpected 'zsh'; expected only SHELL",
    "completion --bash": "scorelite completion: unknown option --bash (scorelite completion --help lists all options)",
    "completion bash -o x": "scorelite completion: unknown option -o (scorelite completion --help lists all options)",
    "meetings r.stm h.stm --measure cpp": "scorelite meetings: argument --measure: 'cpp' is unknown; did you mean cp? ",
    "meetings r.stm h.stm --measure der": "scorelite meetings: argument --measure: 'der' is none of them: it counts ti",
    "meetings r.stm h.stm --measure DER": "scorelite meetings: argument --measure: 'DER' is none of them: it counts ti",
    "meetings r.stm nosuch": MISSING,
    "meetings r.stm binary.dat": BINARY,
    "meetings r.stm h.stm --measure tcp": "scorelite: --measure tcp needs --collar, usually 5",
    "meetings r.stm h.stm --collar 5": "scorelite: --collar has no effect without a --measure with times, such as tcp",
    "meetings r.stm h.stm --json --report sys": "scorelite meetings: argument --report: not allowed with argument --js",
    "meetings r.stm": "scorelite meetings: the following arguments are required: HYP",
    "meeteval-wer": "scorelite meeteval-wer: the following arguments are required: MEASURE",
    "meeteval-wer cpwr -r r.stm -h h.stm": "scorelite meeteval-wer: error: argument COMMAND: invalid choice: 'cpwr' ",
    "meeteval-wer cpwer -r r.stm": "scorelite meeteval-wer cpwer: error: the following arguments are required: -h/--hy",
    "meeteval-wer cpwer -r r.stm -h h.stm --nosuch": "scorelite meeteval-wer: error: unrecognized arguments: --nosuch",
    "meeteval-wer tcpwer -r r.stm -h h.stm": "scorelite meeteval-wer tcpwer: error: the following arguments are requir",
    "meeteval-wer --log-level loud cpwer": "scorelite meeteval-wer: error: argument --log-level: invalid choice: 'loud",
    "toolkits": "scorelite toolkits: the following arguments are required: TOOLKIT",
    "toolkits wenett": "scorelite: toolkit 'wenett' is unknown; did you mean wenet?",
    "toolkits wenet": "scorelite: toolkits wenet: no program; expected one of: compute-wer.py, compute-cer.py",
    "toolkits wenet compute_wer": "scorelite: program of WeNet 'compute_wer' is unknown; did you mean compute-wer.py?",
    "toolkits icefall write_error_stats": "scorelite: icefall write_error_stats: expected [--compute-CER] ",
    "meeteval-io": "scorelite meeteval-io: the following arguments are required: COMMAND",
    "meeteval-io stm2trn r.stm x": "scorelite meeteval-io: error: argument COMMAND: invalid choice: 'stm2trn' ",
    "meeteval-io stm2rttm": "scorelite meeteval-io stm2rttm: error: the following arguments are required: INPUT, OUTPU",
    "meeteval-io stm2rttm r.stm h.stm": 'scorelite meeteval-io stm2rttm: error: Output file "h.stm" already exists. ',
    "meeteval-io stm2rttm r.stm x --words y": "scorelite meeteval-io: error: unrecognized arguments: --words y",
    "benchmarkstt": "benchmarkstt: error: the following arguments are required: -r/--reference, -h/--hypothesis",
    "benchmarkstt -r r -rt argument -h h -ht argument": "benchmarkstt: error: need at least one metric",
    "benchmarkstt -r r -h h --replace a --wer": "benchmarkstt: error: argument --replace: requires 2 arguments (got 1)",
    "benchmarkstt -r r -h h --wer a b c": "benchmarkstt: error: argument --wer: requires between 0 and  2 arguments (",
    "benchmarkstt -r r -h h --wer --nosuch": "benchmarkstt: error: unrecognized arguments: --nosuch",
    "benchmarkstt-tools": "benchmarkstt-tools: error: expects at least 1 argument",
    "benchmarkstt-tools nosuch": "benchmarkstt-tools: error: argument subcommand: invalid choice: 'nosuch' ",
    "benchmarkstt-tools normalization": "benchmarkstt-tools: error: need at least one normalizer",
    "benchmarkstt-tools normalization -o x --lowercase": "benchmarkstt-tools: error: can only write output to stdout ",
    "benchmarkstt-tools metrics -r k": "benchmarkstt-tools metrics: error: the following arguments are required: -h/--",
    "vote r.trn binary.dat -o o.trn": BINARY,
    "vote r.trn h.trn -o o.trn --confidence men": "scorelite vote: argument --confidence: unknown value 'men'",
    "vote r.trn h.trn -o h.trn": "scorelite: --output h.trn is an input too; expected another file",
    "vote r.trn ./r.trn -o o.trn": "scorelite: a system is given twice, which would have two votes; expected different",
    "score r.trn pointer.trn": "pointer.trn:1:1: a pointer of Git LFS; expected the file itself, which `git lfs pull`",
    "vote r.trn h.trn -o o.trn --alfa 1": "scorelite vote: unknown option --alfa; did you mean --alpha? ",
    "vote r.trn h.trn -o o.xyz": "scorelite: o.xyz: no format has this suffix; name one with --to, such as trn, ",
    "--verbose": "scorelite: unknown option --verbose (scorelite --help lists all options)",
    "scroe r.trn h.trn": "scorelite: unknown command 'scroe'; did you mean score? (",
}

# Command lines of programs whose exit codes are their own.
OWN_CODES = {
    "kaldi compute-wer ark:nosuch ark:k": (
        255,
        "WARNING (compute-wer[5.5]:Open():util/kaldi-table-inl.h:513) Failed to open ",
    ),
    "kaldi compute-wer k k": (255, "WARNING (compute-wer[5.5]:Open():util/kaldi-table-inl.h:880) Invalid rspecifier k"),
    "sctk rover -h nosuch ctm -h nosuch ctm -o x -m oracle": (1, "Can't open input hypothesis file nosuch"),
    "sctk sclite -r nosuch trn -h h.trn trn -i rm": (1, "sclite: <OPTIONS>"),
    "kws -e ecf.xml": (1, "[ERROR] Must include a file root"),
    "meeteval-wer cpwer -r nosuch -h h.stm": (1, "scorelite meeteval-wer: nosuch: No such file or directory"),
    "meeteval-wer cpwer -r binary.stm -h h.stm": (
        1,
        "scorelite meeteval-wer: ValueError: binary.stm: invalid start byte at byte 3; ",
    ),
    "meeteval-wer average binary.dat": (
        1,
        "scorelite meeteval-wer: ValueError: binary.dat: invalid start byte at byte 3; expected ",
    ),
    "toolkits wenet compute-wer r.trn nosuch": (1, "FileNotFoundError: [Errno 2] No such file or directory: 'nosuch'"),
    "meeteval-io stm2rttm nosuch -": (1, "scorelite meeteval-io: nosuch: No such file or directory"),
    "benchmarkstt -r nosuch.txt -h h.trn --wer": (1, "benchmarkstt: error: nosuch.txt: No such file or directory"),
    "benchmarkstt -r r.trn -h h.trn --wer": (
        1,
        "benchmarkstt: error: ValueError: Cannot infer input file type for fil",
    ),
    "benchmarkstt-tools normalization -i binary.dat --lowercase": (1, "benchmarkstt-tools: error: 'utf-8' codec can't"),
    "score r.trn h.trn -o nosuch/x": (1, "scorelite: cannot write nosuch/x: No such file or directory"),
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with small files for every sub-command, which wrong uses leave as it is."""
    folder = tmp_path_factory.mktemp("inputs")
    texts = {
        "r.trn": "a b c (u-1)\n",
        "h.trn": "a x c (u-1)\n",
        "other.trn": "a b c (w-1)\n",
        "same.trn": "a x c (u-1)\n",
        "k": "u1 a b\n",
        "wake.csv": "id,score,label,seconds\na,0.9,1,1.5\nb,0.2,0,3600\n",
        "marks.jsonl": '{"class": "p", "phrases": ["a"]}\n',
        "a.glm": ";; \n[A] => [{ A / B }] / [ ] __ [ ]\n",
        "pointer.trn": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n",
        "c.ctm": "t 1 0 1 a\n",
        "a.srt": "1\n00:00:01,000 --> 00:00:02,000\nhi\n",
        "r.rttm": "SPEAKER t 1 0 4 <NA> <NA> anna <NA> <NA>\nSPEAKER t 1 5 1 <NA> <NA> ben <NA> <NA>\n",
        "h.rttm": "SPEAKER t 1 0 3 <NA> <NA> anna <NA> <NA>\nSPEAKER t 1 5 1 <NA> <NA> ben <NA> <NA>\n",
        "r.stm": "t 1 anna 0 4 a b\n",
        "h.stm": "t 1 anna 0 4 a c\n",
        **dict.fromkeys(("ref.csv", "one.csv", "two.csv"), "id,text\nu-1,a b c\n"),
        **dict.fromkeys(("a.jsonl", "b.jsonl"), '{"text": "a", "pred_text": "a"}\n'),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    for name in ("binary.dat", "binary.stm"):
        (folder / name).write_bytes(b"\x02a\0" + bytes(range(255, 127, -1)) * 4)
    for path in (ROOT / "resources" / "demo_kws").iterdir():
        shutil.copy(path, folder / path.name)
    sides = [str(folder / name) for name in ("r.trn", "h.trn")]
    for name, options in (("a", ()), ("c", ("-c",))):
        assert main(["score", *sides, "--json", "-o", f"{folder}/{name}.json", *options]) == 0
    return folder


@pytest.fixture(autouse=True)
def files(request: pytest.FixtureRequest, inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files in the working folder: copies, unless the test is of a wrong use, which writes nothing; empty stdin."""
    is_wrong = request.function is test_a_wrong_use_ends_with_code_2_and_a_message_that_names_the_fix
    monkeypatch.chdir(inputs if is_wrong else shutil.copytree(inputs, tmp_path, dirs_exist_ok=True))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))


def run(line: str, capture: pytest.CaptureFixture[bytes]) -> tuple[int, str]:
    """The exit code of a command line, and what it says."""
    from shlex import split

    capture.readouterr()
    try:
        code = main(split(line))
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, b"".join(capture.readouterr()).decode("utf-8", "replace")


@pytest.mark.parametrize("line", WRONG_USES)
def test_a_wrong_use_ends_with_code_2_and_a_message_that_names_the_fix(
    line: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    code, said = run(line, capfdbinary)
    assert code == 2
    assert "Traceback" not in said
    assert [text for text in said.splitlines() if text.startswith(WRONG_USES[line])], said


@pytest.mark.parametrize("line", OWN_CODES)
def test_programs_with_exit_codes_of_their_own_keep_them(line: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code, said = run(line, capfdbinary)
    expected, message = OWN_CODES[line]
    assert code == expected
    assert "Traceback" not in said
    assert [text for text in said.splitlines() if text.startswith(message)], said


def test_every_sub_command_has_five_wrong_uses() -> None:
    lines = [*WRONG_USES, *OWN_CODES]
    for name in COMMANDS:
        assert sum(line.split()[0] == name for line in lines) >= 5, f"{name} has fewer than five in WRONG_USES"
