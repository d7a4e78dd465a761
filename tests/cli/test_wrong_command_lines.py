"""Odd and wrong command lines of people who come from other programs: what is meant is done, or named."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from scorelite.scoring.cli.commands import COMMANDS
from scorelite.scoring.cli.main import main
from tests.conftest import Run

pytest.importorskip("lxml")
pytest.importorskip("numpy")

# What the message must hold; the exit code is 2.
REFUSED = {
    "": "scorelite score REF HYP",
    "nosuch": "expected one of: ",
    "scor r.trn h.trn": "did you mean score?",
    "compair a.json b.json": "did you mean compare?",
    "convret a b": "did you mean convert?",
    "meetngs a b": "did you mean meetings?",
    "segmnets a b": "did you mean segments?",
    "r.trn h.trn": "expected: scorelite score r.trn h.trn",
    "r.trn h.trn other.trn": "expected: scorelite compare --ref r.trn h.trn other.trn",
    "r.stm h.stm": "expected: scorelite meetings r.stm h.stm",
    "r.rttm h.rttm": "expected: scorelite segments r.rttm h.rttm --measure diarisation",
    "r.trn h.trn --json": "expected: scorelite score r.trn h.trn --json",
    "--ref r.trn --hyp h.trn": "unknown option --ref",
    "wer": "required: REF",
    "cer": "required: REF",
    "cpwer r.stm": "required: HYP",
    "tcpwer r.stm h.stm": "--measure tcp needs --collar, usually 5",
    "der r.rttm": "required: HYP",
    "normalize r.trn o.trn": "required: --normalise",
    "score r.trn h.trn --ci": "expected --interval",
    "score r.trn h.trn --lowercase": "case is ignored unless -s",
    "score r.trn h.trn --ignore-case": "case is ignored unless -s",
    "score r.trn h.trn --remove-punctuation": "expected --normalise basic",
    "score r.trn h.trn --unit character": "expected -c for characters",
    "score r.trn h.trn --per-utterance": "expected --csv --utterances, or --json --utterances",
    "score r.trn h.trn --alignment": "expected --report",
    "score r.trn h.trn --wil": "expected in Python: scorelite.wil(ref, hyp)",
    "score r.trn h.trn --wip": "expected in Python: scorelite.wip(ref, hyp)",
    "score r.stm h.stm --uem all.uem": "expected scorelite meetings REF HYP --measure wer --uem FILE",
    "score r.trn h.trn --latex": "expected --csv and then pandoc --from csv --to latex",
    "compare --ref r.trn h.trn other.trn --latex": "expected --csv and then pandoc --from csv --to latex",
    "score t.csv --by accent,nosuch": "no group 'nosuch'; expected one of: speaker, accent, gender",
    "score r.trn h.trn --threshold 5": "expected --max-wer",
    "score r.trn h.trn --fail-above 5": "expected --max-wer",
    "meetings r.stm h.stm --max-speaker-wer 5": "expected --slice speaker --max-group-wer PERCENT",
    "meetings r.stm h.stm --max-group-wer 5": "--max-group-wer has no effect without --slice COLUMN",
    "score r.trn h.trn --max-group-wer 5": "--max-group-wer has no effect without --slice COLUMN",
    "score r.trn h.trn --output-format xml": "expected --json or --report",
    "score r.trn h.trn --format sgml": "expected --json for the output, --ref-format and --hyp-format for files",
    "score r.trn h.trn --report html": "unknown value 'html'; expected --page FILE",
    "score r.trn h.trn --report page": "unknown value 'page'; expected --page FILE",
    "score r.trn h.trn --report praa": "did you mean pra?",
    "score r.trn h.trn --ref-format tnr": "did you mean trn?",
    "score r.trn h.trn --hyp-format cmt": "did you mean ctm?",
    "score r.trn h.trn --hyp-format nosuch": "see --help",
    "score r.trn h.trn --normalise whisper": "did you mean whisper-basic or whisper-en",
    "score r.trn h.trn --normalise whisper-eng": "did you mean whisper-en?",
    "score r.trn h.trn --normalize whsiper-en": "did you mean whisper-en?",
    "score r.trn h.trn --normalise nosuch.txt": "nosuch.txt: the suffix shows no kind of rule file",
    "score r.trn h.trn --normalise nosuch.rules": ".regex.csv (an expression in place of the text), .glm, .json or",
    "score r.trn h.trn --normalise de": "expected --normalise basic",
    "score r.trn h.trn --normalise no-diacritics": "expected --normalise no-marks",
    "score r.trn h.trn --unit grapheme": "character_tokenizer --graphemes puts blanks between graphemes",
    "score r.trn h.trn --unit phone": "phones between blanks are scored as words",
    "score r.trn h.trn --graphemes": "-c counts code points; scorelite kaldi character_tokenizer puts blanks",
    "score r.trn h.trn --strip-diacritics": "expected --normalise no-marks",
    "score r.trn h.trn --intersect": "expected --missing skip",
    "score r.trn h.trn --header": "the first row has the names",
    "score r.trn h.trn --ref-text": "expected files, or of texts in Python",
    "score r.trn h.trn --ref-id-column a": "expected --id-column REF,HYP: the first of these in each table",
    "score r.trn h.trn --hyp-encoding cp1252": "expected --encoding NAME; a file of UTF-8 is read as such",
    "score r.trn h.trn --vs other.trn": "expected scorelite compare --ref REF HYP HYP",
    "score r.trn h.trn --no-case": "case is ignored unless -s is given",
    "score r.trn h.trn --id a": "expected --id-column NAME of a table",
    "score r.trn h.trn --weights 1": "every word counts alike; --policy",
    "score r.trn h.trn --strip-suffix .wav": "expected --strip-id REGEX",
    "analyse r.trn h.trn": "expected scorelite score REF HYP --with NAME",
    "trend a.json": "expected scorelite compare OLD.json NEW.json",
    "worst r.trn h.trn": "expected scorelite show REF HYP",
    "errors r.trn h.trn": "expected scorelite show REF HYP, or scorelite score REF HYP --report dtl",
    "bootstrap r.trn h.trn": "expected scorelite score REF HYP --interval, or",
    "srt2stm a.srt": "expected scorelite convert IN OUT.stm",
    "diarize a.wav": "expected scorelite segments REF HYP, which scores labels: no sound is read",
    "api": "expected scorelite serve",
    "score r.trn h.trn --policy jwer": "policy 'jwer' is unknown",
    "score r.trn h.trn --jsn": "did you mean --json?",
    "score r.trn h.trn --html": "argument --page: expected one argument: --page FILE",
    "score r.trn h.trn --max-wer ten": "expected percent, such as 12.5",
    "score r.trn h.trn -j many": "'many' is not a number of threads; expected 0 or more",
    "score r.trn h.trn -x": "unknown option -x (scorelite score --help-all lists all options)",
    "score r.trn": "no hypothesis; expected a second file",
    "score r.sgml": "nothing was scored",
    "convert rows.json rows.trn": "(--option text=NAME reads another column)",
    "score -r r.trn": "no hypothesis; expected a second file",
    "score --ref r.trn": "no hypothesis; expected a second file",
    "score r.trn nosuch.trn": "nosuch.trn: No such file or directory",
    "score r.trn empty.trn": "empty.trn has no utterances: the file is empty",
    "score empty.trn h.trn": "empty.trn has no utterances: the file is empty",
    "score r.rttm h.rttm": "scorelite segments r.rttm h.rttm --measure diarisation",
    "score r.stm h.trn": "a stm reference cannot be paired with a trn hypothesis; expected",
    "score r.trn h.trn other.trn": "scorelite compare --ref r.trn h.trn other.trn",
    "score r.trn other.trn": "--missing delete",
    "score r.trn h.trn --keep-ascii": "--keep-ascii has no effect without -c",
    "score r.trn h.trn --utterances": "--utterances has no effect without --json",
    "score r.trn r.wav": "r.wav: a recording; expected its transcript",
    "score r.trn odd.nosuch": "neither suffix nor content shows the format; name one with --ref-format or --hyp-",
    "score table.xlsx": "a spreadsheet; expected csv",
    "score 'the cat sat' 'the mat sat'": "of texts in Python: scorelite.wer(",
    "score ark:r.trn ark:h.trn": "expected the file without ark:",
    "score https://a.example/r.trn h.trn": "download it first",
    "score t.csv reference prediction": "scorelite score t.csv --ref-column reference --hyp-column prediction",
    "score t.csv --hyp-column predict": "expected --hyp-column with one of them, or a second file; did you",
    "score t.csv t.csv --hyp-column predict": "expected the name of one of them; did you mean prediction?",
    "score t.csv --group-by accent": "expected --slice NAME: a column, speaker or session",
    "score t.csv --columns reference,prediction": "expected --ref-column NAME and --hyp-column NAME",
    "score r.trn h.trn -i rm": "--speakers says which part is the speaker",
    "score r.trn h.trn -C det": "expected --plot det=FILE",
    "score r.trn h.trn -O out": "expected -o FOLDER/NAME",
    "score r.trn h.trn -g en.glm": "expected --normalise FILE, such as rules.csv or words.glm",
    "score r.trn h.trn --report dtl --report pra": "two reports, dtl and pra; expected one",
    "score r.trn h.trn --no-punctuation": "expected --normalise basic",
    "score r.trn h.trn --language de": "expected a --normalise of this language, such as whisper-en",
    "score r.trn h.trn --normalise none": "expected none, which is the default",
    "score r.trn h.trn --normalise lower": "expected --normalise casefold",
    "score r.trn h.trn --normalise basic,whisper-en": "expected --normalise basic --normalise whisper-en",
    "score r.trn h.trn --normalise table.xlsx": "expected .csv (a text, a comma and its replacement",
    "score r.trn h.trn --synonyms s.tsv": "expected --equivalents FILE (",
    "normalise r.trn o.trn --synonyms s.tsv": "expected scorelite score REF HYP --equivalents FILE (",
    "score r.trn h.trn --confidence": "expected --interval N for the rate, or",
    "meetings r.stm h.stm --confidence": "expected --interval N for the rate, or",
    "score r.trn h.trn --classes m.jsonl": "expected --with classes=FILE (",
    "compare --ref r.trn h.trn other.trn --classes m.jsonl": "expected --with classes=FILE (",
    **{
        f"score r.trn h.trn --{name}": f"expected --with {name} ("
        for name in ("failures", "times", "writing", "punctuation", "diacritics")
    },
    "meetings r.stm h.stm --punctuation": "expected --with punctuation (",
    "score r.trn h.trn --latency": "expected scorelite latency LOG --ref REF (",
    "kws t.csv --plot det.png": "det, thresholds, histogram; for TABLE --json, which has the rates of every threshold",
    "compare --ref r.trn h.trn other.trn --alpha 0.01": "three or more hypotheses; every test shows p",
    "score t.csv --with slices=age:0-5,5-10": "expected slices=age:0-5-10 for ranges of numbers",
    "score t.csv --slice age:0-5,5-10": "no group 'age:0-5,5-10'; expected age:0-5-10 for ranges of numbers",
    "align r.trn h.ctm -o o.vtt --words": "expected -o OUT.ctm, which has a line for each word",
    "score r.trn h.trn --errors skip": "unknown value 'skip'; expected scorelite convert IN OUT --skip-broken",
    "score r.trn h.trn --lenient": "expected scorelite convert IN OUT --skip-broken first",
    "convert a.srt b.srt --ignore-errors": "expected --skip-broken (",
    "score r.trn h.trn --confidence-threshold 0.5": "--with confidence has the errors by confidence",
    "segments r.rttm h.rttm --min-duration-off 0.3": "gaps and short labels are scored as they are; fill or drop them",
    "kws t.csv --target-miss 0.1": "--target-miss: misses, false alarms per hour and the EER are counted",
    "kws t.csv --target-far 1": "expected --per-hour N",
    "check a.srt --max-gap 3": "gaps may be long; --min-gap SECONDS limits short ones",
    "score r.trn h.trn --verdict v.jsonl": "markdown, json, badge; judgements of an audit: --verdicts FILE",
    **{
        f"score r.trn h.trn --slice {name}": "expected one of: speaker, words; --slices FILE adds columns"
        for name in ("gender", "accent")
    },
    "score r.trn h.trn --with slices=gender,age": "times, or slices=gender+age for both",
    "score r.trn h.trn --with slices=gender,Age": "no column 'gender,Age'; expected slices=gender+Age for several",
    "score r.trn h.trn --with failures=loop:4,burst": "times, or failures=loop:4/burst for both",
    "score r.trn h.trn --with failures=loop:4,writing,dropout": "no analysis 'dropout'; expected one of classes",
    "score r.trn h.trn --with measures=m.csv,more": "times, or --measures m.csv --measures more for both",
    "score r.trn h.trn --with measures=m.csv,n.csv": "no file m.csv,n.csv; expected --measures m.csv --measures n.csv",
    "score r.trn h.trn --with audit": "no analysis 'audit'; expected scorelite audit REF HYP HYP",
    "score r.trn h.trn --with latency": "no analysis 'latency'; expected scorelite latency LOG",
    "compare --ref r.trn h.trn other.trn --with references": "expected scorelite score --references REF",
    "score t.csv --measures r.trn": "and numbers such as chrf: csv, tsv, JSON lines or Parquet",
    "score r.trn h.trn --unit speaker": "--unit has no effect without --slice or --measures",
    "score r.trn h.trn --unit mixed": "expected --normalise mixed-units",
    "score r.trn h.trn --with confidence=bins:x": "'bins:x' has no number; expected name:number, as in bins:15",
    "score r.trn h.trn --with failures=loop": "expected name:number, as in dropout:5/inserted:5/burst:10/loop:4",
    "score r.trn h.trn --with classes=pier:rows.json": "rows.json:1:1: texts in no format that its name or content",
    "score r.trn h.trn --references empty.trn": "--references empty.trn: empty.trn has no utterances: the file",
    "score r.trn h.trn --references r.stm": "--references r.stm: a stm reference cannot be paired with a trn",
    "meetings r.stm h.stm --slice sex": "no group 'sex'; expected one of: speaker, session, words;",
    "audit r.trn h.trn other.trn --with failures": "expected scorelite score REF HYP --with NAME (",
    "compare --ref r.trn h.trn other.trn --references h.trn": "expected scorelite score REF HYP --references REF (",
    "compare --ref r.trn h.trn other.trn --measures n.csv": "expected 2 arguments: --measures FILE FILE",
    "score r.trn h.trn --hyphens": "expected --equivalents hyphens (",
    "score r.trn h.trn --dropout 5": "expected --with failures=dropout:N (",
    "score r.trn h.trn --onset 0.05": "expected --with times=onset:SECONDS (",
    "score r.trn h.trn --marks m.csv": "expected --with classes=FILE (",
    "score r.trn --segments r.stm": "expected scorelite align HYP --segments REF -o OUT (",
    "score r.trn h.trn --equivalents csv:r.csv --branches all": "unknown value 'all'; expected one of: free, whole",
    "score r.trn h.trn --references": "expected at least one argument: --references REF",
    "kws --measures n.csv": "expected scorelite score REF HYP --measures FILE (",
    "kws --equivalents e.csv": "expected scorelite score REF HYP --equivalents FILE (",
    "score r.trn h.trn --ignore-words uh,um": "expected --normalise 'drop:uh um'",
    "score r.trn h.trn --worst 10": "expected scorelite show REF HYP --limit N, the worst first",
    "score r.trn h.trn --confusions": "expected --report dtl",
    "score r.trn h.trn --save x.json": "expected --json -o FILE",
    "score r.trn h.trn --pdf x.pdf": "expected --plot KIND=FILE.pdf, or --page FILE",
    "score r.trn h.trn --seed 1": "samples are drawn alike in every run",
    "score r.trn h.trn --baseline a.json": "scorelite compare BASELINE.json NEW.json --max-wer-increase POINTS",
    "score r.trn h.trn --significance": "expected scorelite compare --ref REF HYP HYP",
    "score r.trn h.trn --mode present": "expected --missing skip for present",
    "score r.trn h.trn --costs 1,1,1": "expected --policy 4/3/3:SID",
    "score r.stm h.stm --measure cpwer": "scorelite meetings or segments REF HYP --measure NAME",
    "score r.stm h.stm --cpwer": "scorelite meetings REF HYP --measure cp",
    "meetings r.stm h.stm --tcpwer": "expected scorelite meetings REF HYP --measure tcp --collar 5",
    "page r.trn h.trn": "expected scorelite score REF HYP --page FILE",
    "report r.trn h.trn": "expected scorelite score REF HYP --report NAME",
    "compare --ref r.trn --hyp h.trn other.trn": "expected: scorelite compare --ref r.trn h.trn other.trn",
    "compare --ref r.trn h.trn": "or scorelite score r.trn h.trn",
    "compare a.json a.json ./a.json": "scorelite score --json --utterances writes them",
    "compare a.json a.json --tolerance 0.2": "expected --max-wer-increase",
    "merge a.json": "as scorelite score --shards writes them",
    "segments r.rttm h.rttm --skip-overlap": "expected --overlap exclude",
    "segments r.rttm h.rttm --optimal-mapping": "the mapping of speakers is the best one",
    "meetings r.stm h.stm --speaker-mapping": "expected --report speakers",
    "convert a.srt b.srt --merge-gap 0.5": "cues are not joined",
    "convert a.srt b.srt --time-scale 1.001": "expected --fps IN:OUT",
    "convert a.vtt b.stm --speaker-labels": "scorelite meetings --speaker-prefix reads those before texts",
    "align r.trn h.ctm -o o.srt --max-words 5": "expected --max-chars N",
    "score r.trn h.trn --split-hyphens": "expected --normalise basic, which splits words at hyphens",
    "score r.trn h.trn --report dtl --top 3": "expected --report dtl, with the commonest confusions first",
    "show r.trn h.trn --no-color": "expected --color never (",
    "segments r.rttm h.rttm --kappa": "expected --measure classes or sound-segments, whose F1 is one for either order",
    "segments r.rttm h.rttm --option text=a": "expected scorelite convert IN OUT.stm --option text=COLUMN",
    "segments r.rttm h.rttm --limit 5": "expected --csv, whose rows are recordings",
    "segments r.rttm h.rttm --folder": "REF and HYP may be folders",
    "segments r.rttm h.rttm --pyannote": "expected --convention pyannote",
    "meetings r.stm h.stm --measure der": "--with-der adds the DER",
    "score r.trn h.trn --json --report pra": "not allowed with argument --json",
    "show r.trn": "no hypothesis; expected a second file",
    "show r.trn h.trn --wrost": "unknown option --wrost",
    "show r.trn h.trn nobody": "no utterance 'nobody'; expected ids such as",
    "latency r.trn h.trn": "r.trn:1:1: a line of another kind; expected an object such as",
    "audit r.trn h.trn": "one system, h.trn; expected two or more",
    "align r.trn": "expected TEXT and TIMES, or TEXT and --segments REF",
    "align r.trn h.trn": "`scorelite show r.trn h.trn` shows an alignment",
    "compare r.trn h.trn": "scorelite compare --ref REF r.trn h.trn",
    "compare r.aws.json h.srt": "scorelite compare --ref REF r.aws.json h.srt",
    "compare a.json": "1 score; expected two, such as A.json and B.json of `scorelite score --json`, or hyp",
    "compare": "0 scores; expected two, such as A.json",
    "compare --ref r.trn": "0 hypotheses for --ref; expected two or more",
    "compare a.json a.json --significance": "expected --significant",
    "compare a.json a.json --threshold 1": "expected --max-wer-increase",
    "meetings r.rttm h.rttm": "expected: scorelite segments r.rttm h.rttm --measure diarisation",
    "meetings r.stm": "required: HYP",
    "meetings r.stm h.stm --measure cpp": "did you mean cp?",
    "meetings r.stm h.stm --measure cpwre": "see --help",
    "meetings r.stm h.stm --measure tcp": "--measure tcp needs --collar, usually 5",
    "meetings r.stm h.stm --collar 5": "--collar has no effect without a --measure with times, such as tcp",
    "meetings r.stm h.stm --metric cp": "expected --measure",
    "segments r.rttm": "required: HYP",
    "segments r.rttm h.rttm --measure dre": "did you mean der?",
    "segments r.rttm h.rttm --metric der": "expected --measure",
    "segments r.rttm h.rttm --measure classes --collar 1": "--collar has no effect on --measure classes",
    "segments r.rttm h.rttm --json --report sys": "--json and --report exclude each other",
    "segments r.trn h.trn": "expected",
    "kws": "--ecf, --rttm, --kwlist, --kwslist missing; expected all four files, or TABLE, the scores of wake words",
    "kws --ecf a --rttm b": "--kwlist, --kwslist missing; expected all four files, or TABLE",
    "merge": "required: TOTALS",
    "merge r.trn": "no Parquet file; expected totals of shards",
    "convert": "required: IN, OUT",
    "convert r.trn": "required: OUT",
    "convert r.trn -o r.stm": "expected the output as the last word: IN ... OUT",
    "convert r.trn r.trn": "OUT r.trn is an input too; expected another file",
    "convert r.trn ./r.trn": "OUT ./r.trn is an input too; expected another file",
    "score r.trn h.trn -o out.csv": "--output out.csv would be a summary in plain text; expected --csv out.csv",
    "score r.trn h.trn -o out.xlsx": "expected --csv out.csv",
    "score r.trn h.trn -o out.json": "expected --json -o out.json",
    "score r.trn h.trn -o out.html": "expected --page out.html",
    "convert r.trn o.xyz": "name one with --to, such as trn",
    "convert r.trn o.docx": "o.docx: a document; expected OUT as .txt, which word processors open",
    "convert r.stm o.lab": "o.lab: labels of HTK; expected --to audacity (label tracks, in seconds) or",
    "convert r.trn o.stm": "1 segment has no times, which stm needs",
    "convert r.trn o.txt --form trn": "did you mean --from?",
    "convert r.trn o.txt --to tnr": "did you mean trn?",
    "convert r.trn h.trn folder": "no format for several files, which are not joined; expected --to NAME",
    "normalise r.trn o.trn": "required: --normalise; expected --normalise NAME, such as whisper-en, basic",
    "check r.trn --version": "expected scorelite --version",
    "normalise r.trn r.trn --normalise basic": "OUT r.trn is an input too; expected another file",
    "vote r.trn h.trn": "required: -o/--output",
    "rover r.trn -o o.trn": "1 system; expected 2 to 255",
    "check nosuch.trn": "scorelite: nosuch.trn: No such file or directory",
    "formats nosuch": "scorelite formats lists all",
    "formats tnr": "did you mean trn?",
    "sctk sclit": "did you mean sclite?",
    "sctk": "required: PROGRAM",
    "kaldi computewer": "did you mean compute-wer?",
    "meeteval-wer": "required: MEASURE",
    "meeteval-io": "required: COMMAND",
    "toolkits": "required: TOOLKIT",
    "jiwer": "expected scorelite jiwer -r REF -h HYP",
    "benchmarkstt-tools nosuch": "choose from",
    "link": "expected scorelite link DIR",
    "link bin sclit": "did you mean sclite?",
    "serve --prot 80": "did you mean --port?",
    "serve --port 99999": "expected 0 to 65535",
    "demo a b": "unexpected 'b'; expected only [FOLDER]",
    "completion": "required: SHELL",
    "completion ksh": "did you mean zsh?",
    "score r.trn h.trn --ref2 r.trn": "expected --references REF, with more references for the hypothesis",
    "score r.trn,r.trn h.trn": "expected one file; several references: scorelite score REF HYP --references REF",
    "score r.trn h.trn --drop uh": "expected --normalise 'drop:uh um'",
    "score --ref r.trn --ref r2.trn h.trn": "argument --ref: expected one FILE, once",
    "compare --ref r.trn Old=h.trn New=r2.trn": "Old=h.trn: No such file or directory; expected h.trn --name h.trn=Old",
    "gate a.json a.json": "expected scorelite compare A.json B.json --max-wer-increase POINTS",
    "mapsswe a.sgml b.sgml": "expected scorelite compare --ref REF HYP HYP",
    "filter r.stm": "expected scorelite normalise --normalise FILE.glm IN OUT",
    "significance t.csv": "or scorelite compare t.csv --hyp-column A --hyp-column B",
    "score t.csv --ref reference --hyp prediction": "t.csv --ref-column reference --hyp-column prediction",
    "score r.trn h.trn --json x.json": "x.json: No such file or directory; expected two files, and -o FILE",
    "score r.trn h.trn -o sum stdout": "expected two files, and -o FILE for the output",
    "score r.trn h.trn --metric cer": "--json has every rate, -c scores characters",
    "score r.trn h.trn --worddiffs html": "expected --page FILE",
    "score r.trn h.trn --xlsx x.xlsx": "expected --csv FILE, which spreadsheets open",
    "score r.trn h.trn --names n.json": "expected --entities FILE",
    "score r.trn h.trn --glossary n.json": "expected --entities FILE",
    "score r.trn h.trn --spk2gender f": "expected --slices FILE --slice gender",
    "score unnamed.csv unnamed.csv": "has neither ids nor times; --id-column NAME names the column of ids; ",
    "score bare.tsv h.trn": "expected --ref-column NAME, or --ref-format kaldi if the first line is not a header",
    "score r.trn h.trn --from kaldi": "expected --ref-format and --hyp-format NAME",
    "score r.trn h.trn --hotwords names.txt": "expected --entities FILE",
    "score r.trn h.trn --remove-fillers": "expected --normalise 'drop:uh um'",
    "score r.trn h.trn --oracle": "expected --with nbest=FILE",
    "score r.trn h.trn --hallucinations": "expected --with failures",
    "score r.trn h.trn --why 5.42": "expected --explain RATE",
    "score r.trn h.trn --leaderboard": "expected --like open-asr-leaderboard-en",
    "score r.trn h.trn --average macro": "the summary also has the mean of utterances, --report sys of speakers",
    "score r.trn h.trn --weighted": "every word counts alike; the summary also has the mean of utterances",
    "compare r.trn h.trn --macro": "expected scorelite score REF HYP, whose summary has it",
    "score r.trn h.trn --digits 2": "expected --json, which has all digits",
    "score r.trn h.trn --sort wer": "expected scorelite show REF HYP --sort rate",
    "score r.trn h.trn --per-utt": "expected --csv --utterances, or --json --utterances",
    "score r.trn h.trn --level character": "expected -c for characters",
    "score r.trn h.trn --stats": ": the summary counts; scorelite compare --ref REF HYP HYP tests",
    "compare a.json a.json --diff": "expected scorelite show REF HYP --beside HYP, or",
    "show r.trn h.trn --diff": "expected scorelite show REF HYP --beside HYP, or",
    "check r.trn --json": "unknown option --json: problems are lines of the output",
    "vote r.trn h.trn --weights 1,2": "systems vote alike; --alpha NUMBER weighs votes against confidences",
    "score r.trn h.trn --speakers utt2spk": "expected --slices FILE --by speaker",
    "score r.trn h.trn --max-wer speaker:anna=10": "a limit of each group: --slice NAME --max-group-wer PERCENT",
    "compare --ref r.trn h.trn h.trn --alpha 0.01": "every test shows p (--alpha is --level)",
    "formats --read": "every line of the list says read or write",
    "meetings r.stm h.stm --by speaker": "without --plot groups=FILE; --slice NAME prints a row for each group",
    "segments r.rttm h.rttm --vad": "expected --measure detection",
    "segments r.rttm h.rttm --detection": "expected --measure detection",
    "segments r.rttm h.rttm --num-speakers 2": "any numbers of speakers are mapped one to one",
    "kws wake.csv r.trn": "of keywords --rttm REF --kwslist HYP, along with --kwlist and --ecf",
    "kws found.csv": "expected detections with times as --kwslist FILE, along with",
    "kws wake.csv --far 1": "expected --per-hour N",
    "kws wake.csv --eer": "the summary of TABLE has the EER",
    "kws wake.csv --threshold nan": "argument --threshold: 'nan' is not a number",
    "kws wake.csv --html x.html": "--page has no effect on TABLE, the scores of wake words; expected --json",
    "kws wake.csv --det det.svg": "--json has the curve of TABLE",
    "kws wake.csv --keyword lamp": "of TABLE every keyword is shown",
    "convert h.srt g.srt all.srt": "expected a folder such as all/ and --to srt; --join makes one file of subtitles",
    "convert h.srt g.srt all.srt --concat": "expected --join",
    "score -r r.trn trn -h h.trn trn": "trn: a format, not a file; expected --ref-format NAME and --hyp-format NAME",
    "score r.trn h.trn --mean": "unknown option --mean: the summary has the mean and the median of utterances",
    "compare a.trn b.trn --hyp-names a,b": "expected --name FILE=NAME",
    "segments r.rttm h.rttm --step 1": "times of speakers are scored exactly, not in frames",
    "convert h.srt o.srt --strip-sdh": "expected scorelite normalise IN OUT --normalise captions",
    "score r.trn h.trn --p-value": "expected scorelite compare --ref REF HYP HYP, whose tests show p",
    "score r.trn h.trn --time-mediated": "unknown option --time-mediated: files with times are paired by time",
    "check h.srt --stats": "expected --max-cps N, which reports the speed",
    "convert h.srt o.srt --merge": "expected --join",
    "convert h.srt o.srt --strip-tags": "expected --to sbv, whose cues have no markup",
    "convert h.srt o.srt --word-level": "expected --interpolate and OUT as vtt or ctm",
    "convert h.srt o.srt --highlight-words": "expected --interpolate and OUT as vtt or ctm",
    "score r.trn h.trn --like kaldi --normalise basic": "--like kaldi scores without normalise, and --normalise has",
    "compare --ref r.trn h.trn other.trn --group-by speaker": "expected --slice NAME: a column, speaker or session",
    "compare --ref r.trn h.trn other.trn --bootstrap": "expected --replications N",
    "compare --ref r.trn h.trn other.trn --power 0.8": "expected --plan POINTS",
    "compare --ref r.trn h.trn other.trn --seeds 3": "scorelite compare --ref REF A1,A2 B1,B2",
    "compare --ref r.trn h.trn other.trn --bonferroni": "expected --correction holm",
    "compare r.trn h.trn --sample 10": "expected --judge N --page FILE",
    "meetings r.stm h.stm --per-speaker": "expected --slice NAME: a column, speaker or session",
    "meetings r.stm h.stm --speaker-errors": "expected --sources",
    "segments r.rttm h.rttm --group-by file": "expected --rows NAME: what a row of --report sys is",
    "segments r.rttm h.rttm --no-overlap": "expected --overlap exclude",
    "segments r.rttm h.rttm --mapping": "expected --report sys of segments",
    "segments r.rttm h.rttm --miss-rate": "whose summaries have it",
    "convert r.trn o.trn --offset 2": "expected --shift SECONDS",
    "check r.trn --shift 2": "expected scorelite convert IN OUT --shift SECONDS",
    "convert r.trn o.srt --max-line-length 37": "expected --max-chars N",
    "convert h.srt o.srt --fps 25": "expected two different frame rates, such as 25:23.976; to read or write frames",
    "convert h.srt o.srt --transform-framerate 25 23.976": "expected scorelite convert IN OUT --fps 25:23.976",
    "vote r.trn h.trn --fps 25": "or --option frame_rate=25 for formats that count frames",
    "check r.trn --max-line-length 37": "expected --subtitles NAME --max-chars N",
    "check r.trn --reading-speed 17": "; expected --max-cps N",
    "check r.trn --netflix": "expected --subtitles netflix",
    "show r.trn h.trn -n 3": "expected --limit",
    "show r.trn h.trn --only-errors": "expected --from-rate 0.1",
    "show r.trn h.trn --word cat": "expected --grep",
    "show r.trn h.trn --substitution a=b": "expected --pair REF=HYP",
    "judge r.trn h.trn": "expected scorelite compare A B --judge N --page FILE",
    "explain r.trn h.trn 5.42": "expected scorelite score REF HYP --explain RATE",
    "leaderboard t.csv": "expected scorelite score REF HYP --like open-asr-leaderboard-en",
    "shift r.srt o.srt 2": "expected scorelite convert IN OUT --shift SECONDS",
    "oracle r.trn h.trn": "expected scorelite score REF HYP --with nbest=FILE",
    "hallucinations r.trn h.trn": "expected scorelite score REF HYP --with failures",
    "subtitles r.srt": "expected scorelite check --subtitles NAME FILE",
    "score r.stm h.stm --from 10 --to 20": "; of a part: scorelite meetings REF HYP --measure wer --uem FILE",
    "score r.trn h.trn --strict": "ids of one side are unless --missing says otherwise",
    "score r.trn h.trn --junit x.xml": "expected --verdict junit=FILE with a limit: --max-wer,",
    "score r.trn h.trn --utt2spk u": "expected --slices FILE --by speaker",
    "score r.trn h.trn --field wer": "jq .wer",
    "show r.trn h.trn --id u-1": "expected ids of utterances right after HYP",
    "compare a.json a.json --test mapsswe": "every paired test is shown",
    "compare a.json a.json --fail-if-worse": "expected --max-wer-increase 0",
    "compare a.json a.json --github": "expected --markdown",
    "compare summary.json a.json": "a summary for people; expected what scorelite score --json -o FILE writes",
    "compare --ref r.trn h.trn other.trn --names A,B": "expected --name FILE=NAME",
    "compare --ref r.rttm h.rttm r2.rttm": "Who speaks when: scorelite segments r.rttm",
    "score r.stm h.rttm": "has turns of speakers; for the diarisation error rate: scorelite segments r.stm h.rttm",
    "segments r.rttm h.rttm -c 0.25": "expected --collar",
    "segments r.rttm -s h.rttm": "HYP comes after REF",
    "segments r.rttm h.rttm --timeline t.html": "expected --page FILE",
    "segments r.rttm h.rttm --interval": "score, merge and meetings have --interval",
    "segments r.rttm h.rttm r2.rttm": "score each with --json -o FILE, then scorelite compare FILE FILE",
    "convert r.trn --to srt": "expected OUT, such as talk.srt, or - for stdout",
    "segments r.rttm h.rttm --collar 0.25 --collar 1": "argument --collar: given twice, as 0.25 and 1.0; expected one",
    "score r.trn h.trn -j 1 --threads 2": "given twice, as 1 and 2; expected one value",
    "score r.trn h.trn --page a.html --html b.html": "argument --page: given twice, as a.html and b.html",
    "compare a.json a.json --max-wer-increase 1 --max-wer-increase 2": "given twice, as 1.0 and 2.0",
    "score r.trn h.trn --policy 3/2/2:DIS --policy kaldi_wer": "given twice, as 3/2/2:DIS and kaldi_wer; expected one",
    "score r.trn h.trn --wer-only": "jq .wer takes a field",
    "score r.trn h.trn --compound-words f": "or --equivalents FILE with lines such as 'news paper | newspaper'",
    "score r.trn h.trn --tokenizer zh": "expected -c for characters",
    "score r.trn h.trn --ignore-whitespace": "blanks only separate words",
    "score r.trn h.trn --numbers": "expected --normalise numbers-en",
    "score r.trn h.trn --nfkc": "expected --normalise nfkc",
    "score r.trn h.trn --whisper": "expected --normalise whisper-en",
    "score r.trn h.trn --per-word": "expected --report dtl",
    "score r.trn h.trn --counts": "expected --report raw",
    "score r.trn h.trn --failed-only": "expected scorelite show REF HYP",
    "score r.trn h.trn --skip-missing": "expected --missing skip",
    "score r.trn h.trn --skip-empty": "insertions count where a reference is empty",
    "score r.trn h.trn --duration d.tsv": "as in duration:0-5-10; --slices FILE adds columns",
    "score r.trn h.trn --rtf": "nothing scores speed",
    "score r.trn h.trn --tsv": "expected --csv or --json",
    "score r.trn h.trn --phonemes": "phonemes between blanks are scored as words",
    "score r.trn h.trn --swap": "the reference is the first file",
    "score r.trn h.trn --bleu": "scorelite has no measures of translations",
    "score r.trn h.trn --max-cer 5": "expected -c --max-wer PERCENT",
    "score r.trn h.trn --min-accuracy 95": "expected --max-wer PERCENT, the highest rate of errors",
    "score r.trn h.trn --dry-run": "expected scorelite check FILE",
    "score r.trn h.trn --sep ;": "commas, semicolons and tabs are known",
    "score r.trn h.trn --utterance u-1": "expected scorelite show REF HYP ID",
    "score r.trn h.trn --wandb": "docs/guides/training.md",
    "score r.trn h.trn --normalise english": "expected --normalise whisper-en",
    "score r.trn h.trn --normalise hf": "expected --normalise leaderboard-en",
    "compare --ref r.trn h.trn r2.trn --wilcoxon": "every paired test is shown; --significant lets them decide",
    "score r.trn h.trn --mcnemar": "expected scorelite compare --ref REF HYP HYP",
    "compare --ref r.trn h.trn r2.trn --effect-size": "differences are points of percent",
    "compare --ref r.trn h.trn r2.trn --confidence-level 0.9": "intervals are of 95 %",
    "compare --ref r.trn h.trn r2.trn --table": "expected --markdown",
    "compare --ref r.trn h.trn r2.trn --regressions": "expected --top N",
    "compare --ref r.trn h.trn r2.trn --labels A,B": "expected --name FILE=NAME",
    "compare --ref r.trn h.trn r2.trn --max-cer-increase 1": "expected -c --max-wer-increase POINTS",
    "compare --ref r.trn h.trn r2.trn --rover": "expected scorelite vote HYP HYP -o OUT",
    "compare --ref r.trn h.trn r2.trn --report sys": "expected scorelite score REF HYP --report NAME",
    "check r.trn --strict": "problems of files are errors",
    "check h.srt --fix": "which lays cues out anew",
    "check r.trn --quiet": ">/dev/null hides the output and keeps the exit code",
    "check r.trn --recursive": "a pattern of the shell",
    "check h.srt --gaps": "expected --subtitles NAME --min-gap SECONDS",
    "check h.srt --overlap": "scorelite check --subtitles NAME FILE, which reports overlaps",
    "check r.trn --spelling": "check reads formats, not words",
    "check h.trn --ref r.trn": "expected scorelite score REF HYP",
    "check --list": "expected scorelite formats",
    "check r.trn --exit-zero": "|| true behind the command",
    "check r.trn --junit x.xml": ": problems are lines path:line:column",
    "check r.trn --output x": "expected > FILE",
    "check r.trn --duplicates": "ids that come twice are reported",
    "normalise r.trn --normalise basic": "expected OUT, such as out.trn, or - for stdout",
    "normalise r.trn o.trn --lower": "expected --normalise casefold",
    "normalise r.trn o.trn --unicode NFC": "expected --normalise nfkc",
    "normalise r.trn o.trn --filler": "expected --normalise 'drop:uh um'",
    "normalise r.trn o.trn --normalise basic --log l": "expected --changes",
    "normalise r.trn o.trn --normalise basic --in-place": "no input is replaced",
    "normalise r.trn o.trn --normalise basic --json": "expected --to NAME, such as jsonl",
    "normalise t.csv o.csv --normalise basic --column reference": "expected --option text=COLUMN",
    "convert r.trn - --to txt --to-format trn": "argument --to: given twice, as txt and trn",
}
# Command lines in words of others, and ours.
UNDERSTOOD = {
    "wer r.trn h.trn": "score r.trn h.trn",
    "cer r.trn h.trn": "score r.trn h.trn -c",
    "cpwer r.stm h.stm": "meetings r.stm h.stm",
    "cpWER r.stm h.stm": "meetings r.stm h.stm",
    "tcpwer r.stm h.stm --collar 5": "meetings r.stm h.stm --measure tcp --collar 5",
    "orcwer r.stm h.stm": "meetings r.stm h.stm --measure orc",
    "der r.rttm h.rttm": "segments r.rttm h.rttm --measure diarisation",
    "segments r.rttm h.rttm": "segments r.rttm h.rttm --measure diarisation",
    "segments r.rttm h.rttm --measure der": "segments r.rttm h.rttm --measure diarisation",
    "segments -r r.rttm -h h.rttm": "segments r.rttm h.rttm",
    "normalize r.trn - --normalize basic": "normalise r.trn - --normalise basic",
    "score -r r.trn -h h.trn": "score r.trn h.trn",
    "score --hyp h.trn --ref r.trn": "score r.trn h.trn",
    "score --reference=r.trn --hypothesis=h.trn": "score r.trn h.trn",
    "score r.trn --hyp h.trn": "score r.trn h.trn",
    "score r.trn --json h.trn": "score r.trn h.trn --json",
    "score --json r.trn h.trn": "score r.trn h.trn --json",
    "score r.trn h.trn --cer": "score r.trn h.trn -c",
    "score r.trn h.trn --chars": "score r.trn h.trn --characters",
    "score r.trn h.trn --normalize basic": "score r.trn h.trn --normalise basic",
    "score r.trn h.trn --normalizer=basic": "score r.trn h.trn --normalise basic",
    "score r.trn h.trn --output-format json": "score r.trn h.trn --json",
    "score r.trn h.trn --format=json": "score r.trn h.trn --json",
    "score r.trn h.trn --report json": "score r.trn h.trn --json",
    "score r.trn h.trn --reference-format trn": "score r.trn h.trn --ref-format trn",
    "score r.trn h.trn --num-workers 2": "score r.trn h.trn --threads 2",
    "compare -r r.trn h.trn r.trn": "compare --ref r.trn h.trn r.trn",
    "meetings --ref r.stm --hyp h.stm": "meetings r.stm h.stm",
    "sclite -r r.trn -h h.trn -i rm": "sctk sclite -r r.trn -h h.trn -i rm",
    "compute-wer --text ark:r.ark ark:r.ark": "kaldi compute-wer --text ark:r.ark ark:r.ark",
    "score t.csv --reference-column reference --prediction-column prediction": (
        "score t.csv --ref-column reference --hyp-column prediction"
    ),
    "score t.csv --n-bootstrap 100": "score t.csv --interval 100",
    "compare a.json a.json --max-wer-increase 0.2%": "compare a.json a.json --max-wer-increase 0.2",
    "segments r.rttm h.rttm --measure DER": "segments r.rttm h.rttm --measure diarisation",
    "meetings r.stm h.stm --measure cpwer": "meetings r.stm h.stm --measure cp",
    "meetings r.stm h.stm --measure ORC-WER,tcpwer --collar 5": "meetings r.stm h.stm --measure orc,tcp --collar 5",
    "meetings r.stm h.stm --measure cp --measure orcwer --measure cp": "meetings r.stm h.stm --measure cp,orc",
    "score t.csv --by accent,gender": "score t.csv --by accent --by gender",
    "convert r.trn - --to-format txt": "convert r.trn - --to txt",
    "convert r.trn - --output-format txt": "convert r.trn - --to txt",
    "help score": "score --help",
    "check r.trn --from trn": "check r.trn --format trn",
    "show --help-all": "show --help",
    "check --help-all": "check --help",
    "sctk --help-all": "sctk --help",
    "--help-all": "--help",
    "show t.csv": "show t.csv --ref-column reference --hyp-column prediction",
    "show t.csv 1": "show t.csv --grep a",
    "score r.stm h.stm --by recording": "score r.stm h.stm --by session",
    "rank --ref r.trn h.trn r2.trn": "compare --ref r.trn h.trn r2.trn",
    "score r.trn h.trn --missing skip --missing skip": "score r.trn h.trn --missing skip",
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files for every command, which wrong command lines leave as it is."""
    folder = tmp_path_factory.mktemp("inputs")
    contents = {
        "unnamed.csv": "text\nthe cat sat\n",
        "bare.tsv": "u1\tthe cat sat\nu2\tgood day\n",
        "r.trn": "the cat sat (u-1)\n",
        "h.trn": "the mat sat down (u-1)\n",
        "other.trn": "the cat (u-2)\n",
        "r2.trn": "the cat sat (u-1)\n",
        "summary.json": "ref  r.trn (trn)\nhyp  h.trn (trn)\n1 utterance, 3 reference words\n",
        "empty.trn": "",
        "r.sgml": '<SYSTEM title="a" ref_fname="r.trn" hyp_fname="h.trn">\n</SYSTEM>\n',
        "rows.json": '[{"reference":"a b","prediction":"a c"}]',
        "r.wav": "RIFF\n",
        "odd.nosuch": "RIFF\n",
        "table.xlsx": "PK\n",
        "r.ark": "u-1 the cat sat\n",
        "t.csv": "id,reference,prediction,accent,gender\n1,a b,a c,uk,f\n2,d,d,us,m\n",
        "r.stm": "r 1 A 0 1 hello there\nr 1 B 1 2 good day\n",
        "h.stm": "r 1 x 0 1 hello there\nr 1 y 1 2.2 good bye\n",
        "r.rttm": "SPEAKER r 1 0 1 <NA> <NA> A <NA> <NA>\n",
        "h.rttm": "SPEAKER r 1 0 1.2 <NA> <NA> x <NA> <NA>\n",
        "r2.rttm": "SPEAKER r 1 0 0.8 <NA> <NA> y <NA> <NA>\n",
        "wake.csv": "id,score,label,seconds\na,0.9,1,2\nb,0.4,0,1800\n",
        "found.csv": "keyword,file,start,end,score\na,f,1,2,0.9\n",
        "h.srt": "1\n00:00:00,000 --> 00:00:01,000\nhello\n",
        "r.aws.json": '{"jobName": "r", "results": {"transcripts": [{"transcript": "hello"}], "items": []}}\n',
    }
    for name, content in contents.items():
        (folder / name).write_text(content)
    assert (
        main(["score", *(str(folder / name) for name in ("r.trn", "h.trn")), "--json", "-o", f"{folder}/a.json"]) == 0
    )
    return folder


@pytest.fixture(autouse=True)
def files(request: pytest.FixtureRequest, inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files in the working folder: copies, unless the test has a wrong command line, which writes nothing."""
    is_wrong = request.function is test_a_wrong_command_line_is_answered_with_the_fix
    monkeypatch.chdir(inputs if is_wrong else shutil.copytree(inputs, tmp_path, dirs_exist_ok=True))
    monkeypatch.setattr("sys.argv", ["scorelite"])


def outcome(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    try:
        code: object = main(shlex.split(line))
    except SystemExit as error:
        code = error.code
    return code, *capsys.readouterr()


def test_there_are_as_many_as_people_typed() -> None:
    assert len(REFUSED) + len(UNDERSTOOD) >= 112
    assert {line.split()[0] for line in (*REFUSED, *UNDERSTOOD) if line} >= {*COMMANDS} - {"benchmarkstt"}


@pytest.mark.parametrize("line", REFUSED)
def test_a_wrong_command_line_is_answered_with_the_fix(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(line, capsys)
    assert (code, out) == (2, "")
    assert REFUSED[line] in err
    assert "Traceback" not in err


@pytest.mark.parametrize("line", UNDERSTOOD)
def test_words_of_others_are_understood(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    expected = outcome(UNDERSTOOD[line], capsys)
    assert expected[0] == 0
    assert outcome(line, capsys) == expected


def test_a_file_without_suffix_is_told_its_format(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome("convert r.trn out", capsys)
    assert code == 0
    assert "out has no suffix: written in the format of r.trn; --to NAME chooses another" in err
    assert outcome("convert r.trn out --to trn", capsys)[2] == ""


def test_several_speakers_as_one_text_are_told_of_meetings(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome("score r.stm h.stm", capsys)
    assert (code, "WER" in out) == (0, True)
    assert "who said what: scorelite meetings r.stm h.stm" in err


def test_speakers_who_talk_at_once_are_told_of_meetings(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ref.stm").write_text("r 1 A 0 3 hello there\nr 1 B 1 2 good day\n")
    Path("hyp.stm").write_text("r 1 x 0 3 hello there\nr 1 y 1 2 good bye\n")
    code, out, err = outcome("score ref.stm hyp.stm", capsys)
    assert (code, "WER     25.0 %" in out) == (0, True)
    assert "speakers talk at once; who said what: scorelite meetings ref.stm hyp.stm" in err
    Path("hyp.stm").write_text("r 1 x 0 1 hello there\nr 1 y 1 2 good bye\n")
    Path("ref.stm").write_text("r 1 A 0 1 hello there\nr 1 B 1 2 good day\n")
    assert outcome("score ref.stm hyp.stm", capsys)[2] == ""


def test_ids_without_speakers_have_a_report_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    Path("data.csv").write_text("id,reference,prediction\n1,a b,a c\n2,d,d\n")
    code, out, err = outcome("score data.csv --report spk", capsys)
    assert (code, "SPEAKER: all" in out) == (0, True)
    assert "ids name no speaker" in err


def test_output_named_as_a_report_is_told_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome("score r.trn h.trn -o all", capsys)
    assert (code, out, Path("all").is_file()) == (0, "", True)
    assert "the output goes into a file all; expected --report all for the report" in err
    assert outcome("score r.trn h.trn --report sum -o sum", capsys)[2] == ""
    assert (
        "the output goes into a file json; expected --json -o FILE" in outcome("score r.trn h.trn -o json", capsys)[2]
    )


def test_names_of_hypotheses_stand_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome("compare --ref r.trn h.trn r2.trn --name h.trn=Base --name B=New --page p.html", capsys)
    assert (code, "Base (scored now)" in out, "New (scored now)" in out) == (0, True, True)
    Path("r3.trn").write_text("the cat (u-1)\n")
    code, out, _ = outcome("compare --ref r.trn h.trn r2.trn r3.trn --name A=Base --page p.html", capsys)
    assert (code, "Base" in out, "h.trn" in out, "r3.trn" in out) == (0, True, False, True)
    code, _, err = outcome("compare --ref r.trn h.trn r2.trn --name A=X --name B=X", capsys)
    assert (code, "two hypotheses are called X" in err) == (2, True)


def test_a_folder_of_pairs_without_manifests_names_the_command_for_one_pair(scorelite: Run, tmp_path: Path) -> None:
    folder = tmp_path / "exp" / "small" / "test"
    folder.mkdir(parents=True)
    for name in ("ref.trn", "hyp.trn"):
        (folder / name).write_text("good day (a-1)\n")
    done = scorelite("score", "exp", "--markdown", cwd=tmp_path)
    pair = [str(Path("exp/small/test") / name) for name in ("ref.trn", "hyp.trn")]
    assert done.returncode == 2
    assert f"or two files: scorelite score {pair[0]} {pair[1]}" in done.stderr.decode()
    assert scorelite("score", *pair, cwd=tmp_path).returncode == 0
