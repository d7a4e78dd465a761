"""Words of other programs on the command line: understood where they can mean one thing, else answered with ours."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

COMMANDS = {
    "wer": ("score",),
    "cer": ("score", "-c"),
    **dict.fromkeys(("evaluate", "eval"), ("score",)),
    **dict.fromkeys(("cpwer", "cp-wer", "meeting"), ("meetings",)),
    **{f"{name}wer": ("meetings", "--measure", name) for name in ("tcp", "orc", "tcorc", "mimo", "tcmimo")},
    **dict.fromkeys(("der", "jer", "diarisation", "diarization"), ("segments", "--measure", "diarisation")),
    **dict.fromkeys(("pra", "alignment"), ("show",)),
    **dict.fromkeys(("normalize", "normaliser", "normalizer"), ("normalise",)),
    **dict.fromkeys(("format", "list-formats"), ("formats",)),
    **dict.fromkeys(("validate", "lint"), ("check",)),
    **dict.fromkeys(("diff", "significance", "rank", "ranking"), ("compare",)),
    **dict.fromkeys(("rover", "combine"), ("vote",)),
    **dict.fromkeys(("twv", "atwv", "keywords", "kwseval", "wakeword", "wake-words"), ("kws",)),
    "server": ("serve",),
    **dict.fromkeys(("normalisers", "normalizers"), ("normalise", "--list")),
    **dict.fromkeys(("version", "doctor", "env"), ("--version",)),
    **dict.fromkeys(("examples", "example", "tutorial"), ("demo",)),
}
"""Names of measures and of other programs' commands, with our command line."""
_PER_FILE = ("--per-file", "--per-recording", "--per-session", "--by-file")
_FILES = ("file", "recording")
_ANONYMOUS = ("--anonymise", "--anonymize", "--anonymous", "--pseudonymise", "--pseudonymize")
_OPTIONS = {
    "--html": ("--page",),
    "--tex": ("--latex",),
    "--help-all": ("--help",),
    **dict.fromkeys(("--reference", "--reference-file", "--ref-file", "--truth", "-r"), ("--ref",)),
    **dict.fromkeys(("--hypothesis", "--hypothesis-file", "--hyp-file", "--prediction", "--predictions"), ("--hyp",)),
    **dict.fromkeys(("--output-file", "--out"), ("--output",)),
    **dict.fromkeys(("--jobs", "--workers", "--num-threads", "--num-workers"), ("--threads", "--jobs")),
    **dict.fromkeys(("--from-format", "--input-format"), ("--from",)),
    "--from": ("--format",),
    **dict.fromkeys(("--to-format", "--target-format"), ("--to",)),
    **dict.fromkeys(("--confidence-interval", "--bootstrap"), ("--interval",)),
    **dict.fromkeys(("--n-bootstrap", "--num-bootstrap", "--bootstrap-samples"), ("--interval", "--replications")),
    "--alpha": ("--level",),
    **dict.fromkeys(("--false-alarms-per-hour", "--fa-per-hour"), ("--per-hour",)),
    **dict.fromkeys(_PER_FILE, ("--per-file",)),
}
"""Other names of options that are no settings, with ours; the first that a command has is taken."""
_FORMS = ("--output-format", "--out-format", "--format")
_GATES = (
    "--max-regression",
    "--max-degradation",
    "--threshold",
    "--fail-above",
    "--fail-over",
    "--fail-under",
    "--fail",
    "--tolerance",
    "--max-increase",
)
_GATES_OF_GROUPS = ("--max-speaker-wer", "--max-wer-per-speaker", "--max-wer-by-speaker", "--max-slice-wer")
_DELAYS = ("--max-latency", "--max-p50", "--max-p90", "--max-p95", "--max-p99", "--max-median", "--max-lag")
_RULES = ("--glm", "-g", "--rules", "--replace", "--replacements", "--filter")
_EQUIVALENTS = ("--synonyms", "--synonym", "--alternatives", "--variants", "--spellings")
_ANALYSES = ("--failures", "--punctuation", "--writing", "--diacritics", "--times")
_CLASSES = ("--classes", "--class", "--marks")
_READINGS = ("--hyphens", "--cut-offs", "--any-words", "--redactions")
_SETTINGS = {
    **dict.fromkeys(("--dropout", "--inserted", "--burst", "--loop", "--truncated"), ("failures", "N")),
    "--bins": ("confidence", "N"),
    "--onset": ("times", "SECONDS"),
}
_OF_SCORE = {"--with": "NAME", "--slice": "COLUMN", "--slices": "FILE", "--measures": "FILE", "--references": "REF"}
_DROPPED = ("--drop", "--ignore-words", "--remove-words", "--stopwords", "--special-tokens", "--ignore-tokens")
_MORE_REFERENCES = ("--ref2", "--refs", "--multi-ref", "--multi-reference", "--multiple-references", "--reference2")
_FILLERS = ("--filler", "--fillers", "--filler-words", "--remove-fillers", "--ignore-fillers")
_IN_BRACKETS = ("--remove-brackets", "--strip-brackets", "--ignore-brackets", "--remove-tags", "--strip-tags")
_LANGUAGES = ("--language", "--lang")
_GROUPS = ("--group-by", "--groupby", "--groups", "--breakdown", "--by-speaker", "--per-speaker", "--by-group")
_WORST = ("--worst", "--top", "--limit")
_TERMS = ("--names", "--glossary", "--terms", "--vocabulary", "--hotwords", "--keywords", "--entity-list")
_NBEST = ("--nbest", "--n-best", "--oracle")
_HALLUCINATIONS = ("--hallucination", "--hallucinations")
_MAPS = ("--utt2spk", "--spk2gender", "--gender")
_PUBLISHED = ("--why", "--published", "--reproduce")
_ENOUGH = ("--sample-size", "--power")
_WITHOUT_REFERENCE = ("--no-reference", "--no-ref", "--sample")
_RUNS = ("--runs", "--seeds", "--average-runs")
_RATES_OF_ALL = ("--average", "--macro", "--mer", "--ser")
_DIGITS = ("--decimals", "--digits", "--precision")
_SPEED = ("--cps", "--reading-speed", "--max-reading-speed")
_GUIDELINES = ("--guideline", "--guidelines", "--netflix", "--bbc")
_MEETINGS = {"cp": "cp", "tcp": "tcp --collar 5", "orc": "orc", "mimo": "mimo"}
_LINES = ("--max-line-length", "--max-line-width", "--line-length")
_SHIFTS = ("--offset", "--delay")
_PARTS = ("--from", "--start", "--begin", "--end")
_FRAMES = ("--fps", "--framerate", "--frame-rate", "--transform-framerate", "--change-fps", "--input-fps")
_COSTS = ("--costs", "--weights", "--sub-cost", "--ins-cost", "--del-cost")
_TESTS = ("--test", "--wilcoxon", "--mcnemar", "--mapsswe", "--permutation", "--paired")
_UNICODE = ("--unicode", "--unicode-normalise", "--unicode-normalize", "--nfkc", "--nfc")
_NUMBERS = ("--numbers", "--spell-out", "--spoken-numbers")
_INCOMPLETE = ("--skip-missing", "--allow-missing", "--ignore-missing", "--intersect", "--intersection")
_LENGTHS = ("--by-length", "--duration", "--durations")
_IDS = ("--id", "--ids", "--utt", "--utterance", "--subset")
_ONLY_ERRORS = ("--only-errors", "--errors-only", "--hide-correct")
_GAPS = ("--gap", "--gaps", "--overlaps")
_CHANGED = ("--changed", "--only-changed", "--regressions", "--only-regressions", "--improvements", "--wins")
_SEPARATORS = ("--delimiter", "--sep", "--separator", "--no-header", "--header")
_CONFUSIONS = ("--confusions", "--confusion-matrix", "--confusion-pairs", "--top-errors", "--most-common-errors")
_INSTEAD = {
    "--ci": ("--interval", "--page"),
    "--confidence": ("--interval", "--with", "--page"),
    **dict.fromkeys((*_ANALYSES, *_CLASSES, *_SETTINGS), ("--with",)),
    "--csv": ("--csv", "--json"),
    **dict.fromkeys(("--html-report", "--worddiffs", "--timeline"), ("--page",)),
    **dict.fromkeys(("--xlsx", "--excel"), ("--csv", "--json")),
    "--metric": ("--measure",),
    "--metrics": ("--measure",),
    **dict.fromkeys(("--per-utterance", "--per-utt"), ("--utterances",)),
    "--details": ("--utterances",),
    **dict.fromkeys(("--lower", "--lowercase"), ("--ignore-case", "--case-sensitive")),
    **dict.fromkeys((*_UNICODE, *_NUMBERS, "--whisper"), ("--normalise",)),
    **dict.fromkeys(_INCOMPLETE, ("--missing",)),
    **dict.fromkeys(("--max-cer", "--min-accuracy", "--max-errors"), ("--max-wer",)),
    "--max-cer-increase": ("--max-wer-increase",),
    **dict.fromkeys(_LENGTHS, ("--slice",)),
    **dict.fromkeys(("--tokenizer", "--tokeniser", "--tokenize"), ("--characters",)),
    **dict.fromkeys(("--per-word", "--word-errors", "--count", "--counts"), ("--report",)),
    **dict.fromkeys(("--labels", "--system-names"), ("--name",)),
    "--table": ("--markdown",),
    **dict.fromkeys(("--tsv", "--yaml"), ("--csv", "--json")),
    "--log": ("--changes",),
    "--json": ("--to",),
    **dict.fromkeys(_GAPS, ("--min-gap",)),
    **dict.fromkeys(_CHANGED, ("--top",)),
    "--ignore-case": ("--case-sensitive",),
    "--remove-punctuation": ("--normalise",),
    **dict.fromkeys(("--unit", "--level"), ("--characters",)),
    **dict.fromkeys(("--align", "--alignment", "--alignments", "--show-alignment"), ("--report",)),
    "--open": ("--page",),
    "--detailed": ("--utterances",),
    **dict.fromkeys(("--regions", "--scored-regions"), ("--uem",)),
    **dict.fromkeys(("--forgiveness-collar", "--tolerance-collar"), ("--collar",)),
    **dict.fromkeys(("--der", "--jer"), ("--with-der",)),
    **dict.fromkeys(("--ref", "--reference"), ("--rttm",)),
    **dict.fromkeys(("--hyp", "--hypothesis"), ("--kwslist",)),
    "--verbose": ("--report", "--changes"),
    **dict.fromkeys(("--tex", "--latex"), ("--csv", "--markdown")),
    **dict.fromkeys(_GATES, ("--max-wer", "--max-wer-increase", "--max-rate")),
    **dict.fromkeys(("--fail-if-worse", "--fail-on-regression", "--no-regression"), ("--max-wer-increase",)),
    **dict.fromkeys(_TERMS, ("--name", "--entities")),
    **dict.fromkeys(_RULES, ("--normalise",)),
    **dict.fromkeys((*_EQUIVALENTS, *_READINGS), ("--equivalents",)),
    **dict.fromkeys((*_DROPPED, *_FILLERS), ("--normalise",)),
    **dict.fromkeys(_MORE_REFERENCES, ("--references",)),
    **dict.fromkeys(_LANGUAGES, ("--normalise",)),
    **dict.fromkeys(_GROUPS, ("--rows", "--slice", "--by")),
    **dict.fromkeys(_WORST, ("--limit", "--top")),
    **dict.fromkeys(_COSTS, ("--policy", "--alpha")),
    **dict.fromkeys(("--no-punctuation", "--ignore-punctuation", "--strip-punctuation"), ("--normalise",)),
    **dict.fromkeys(_IN_BRACKETS, ("--normalise",)),
    **dict.fromkeys(("--quiet", "-q"), ("--output",)),
    **dict.fromkeys(("--out-dir", "--output-dir", "-O"), ("--output",)),
    **dict.fromkeys(("--pyannote", "--md-eval"), ("--convention",)),
    **dict.fromkeys(_PER_FILE, ("--csv",)),
    "--columns": ("--ref-column",),
    **dict.fromkeys(_CONFUSIONS, ("--report",)),
    "-f": ("--json",),
    **dict.fromkeys((*_NBEST, *_HALLUCINATIONS), ("--with",)),
    **dict.fromkeys(_MAPS, ("--slices",)),
    **dict.fromkeys(_PUBLISHED, ("--explain",)),
    "--leaderboard": ("--like",),
    **dict.fromkeys(_ENOUGH, ("--plan",)),
    **dict.fromkeys(_WITHOUT_REFERENCE, ("--judge",)),
    "--bootstrap": ("--replications",),
    "--bonferroni": ("--correction",),
    "--speaker-errors": ("--sources",),
    "--roc": ("--plot",),
    **dict.fromkeys((*_SHIFTS, "--shift"), ("--shift",)),
    **dict.fromkeys(_LINES, ("--subtitles", "--max-chars")),
    **dict.fromkeys(_SPEED, ("--max-cps",)),
    **dict.fromkeys(_GUIDELINES, ("--subtitles",)),
    **dict.fromkeys(_FRAMES, ("--fps", "--option")),
    **dict.fromkeys(("--from", "--input-format"), ("--ref-format",)),
    **dict.fromkeys(_ONLY_ERRORS, ("--from-rate",)),
    "--word": ("--grep",),
    "--substitution": ("--pair",),
    "--mode": ("--missing",),
    "--github": ("--markdown",),
    **dict.fromkeys(_IDS, ("--grep",)),
    **dict.fromkeys(("--junit", "--sarif", "--badge", "--prometheus"), ("--verdict",)),
    **dict.fromkeys(_DELAYS, ("--max-delay",)),
    "--pdf": ("--plot",),
    **dict.fromkeys(_GATES_OF_GROUPS, ("--max-group-wer",)),
    **dict.fromkeys(_TESTS, ("--significant",)),
    "-c": ("--collar",),
    "--save": ("--json",),
    "--significance": ("--significant",),
    "-C": ("--plot",),
    "-e": ("--encoding",),
    "-i": ("--speakers",),
    "-l": ("--width",),
    "-n": ("--limit", "--output"),
    **dict.fromkeys(_FORMS, ("--json", "--report", "--to")),
    **dict.fromkeys(_ANONYMOUS, ("--speaker-map",)),
}
"""Options that others have, with ours that serve the purpose; the first ones that a command has are named."""
_NOTES = {
    "--interval": "--interval 1000: the 95 % interval of the rate, of so many samples",
    "--page": "--page FILE, which shows the interval",
    "--case-sensitive": "no option: case is ignored unless -s is given",
    "--normalise": "--normalise basic",
    "--characters": "-c for characters; words are the default",
    "--utterances": "--csv --utterances, or --json --utterances",
    **dict.fromkeys(("--tex", "--latex"), "OPTION and then pandoc --from FORMAT --to latex"),
    "--by": "--by NAME: a column, speaker or session",
    "--rows": "--rows NAME: what a row of --report sys is",
    "--slice": "--slice NAME: a column, speaker or session",
    "--confidence": "--interval N for the rate, or scorelite score --with confidence for confidences of words",
    **{name: f"--with {name[2:]}" for name in _ANALYSES},
    **dict.fromkeys(_CLASSES, "--with classes=FILE"),
    **{name: f"--equivalents {name[2:]}" for name in _READINGS},
    **{name: f"--with {analysis}={name[2:]}:{value}" for name, (analysis, value) in _SETTINGS.items()},
    "--equivalents": "--equivalents FILE",
    "--policy": "--policy 4/3/3:SID: costs of a substitution, an insertion and a deletion, and the order of ties",
    **dict.fromkeys(_RULES, "--normalise FILE, such as rules.csv or words.glm"),
    **dict.fromkeys((*_DROPPED, *_FILLERS), "--normalise 'drop:uh um'"),
    **dict.fromkeys(_MORE_REFERENCES, "--references REF, with more references for the hypothesis"),
    **dict.fromkeys(_IN_BRACKETS, "--normalise captions, which leaves out [sounds] and (sounds)"),
    **dict.fromkeys(_NBEST, "--with nbest=FILE"),
    **dict.fromkeys(_HALLUCINATIONS, "--with failures"),
    "--explain": "--explain RATE",
    "--like": "--like open-asr-leaderboard-en",
    "--plan": "--plan POINTS",
    "--judge": "--judge N --page FILE",
    "--bootstrap": "--replications N; two hypotheses or more with --ref are always tested so",
    "--bonferroni": "--correction holm",
    **dict.fromkeys(_ANONYMOUS, "--speaker-map FILE, with other names of speakers; texts stay as they are"),
    "--roc": "--plot det=FILE of the four files; --json has the curve of TABLE",
    "--max-group-wer": "--slice speaker --max-group-wer PERCENT",
    "--alpha": "no option: systems vote alike; --alpha NUMBER weighs votes against confidences",
    "--shift": "--shift SECONDS",
    "--fps": "scorelite convert IN OUT --fps 25:23.976, or --option frame_rate=25 for formats that count frames",
    "--max-chars": "--max-chars N",
    "--subtitles": "--subtitles NAME --max-chars N",
    "--max-cps": "--subtitles NAME --max-cps N",
    **dict.fromkeys(("--guideline", "--guidelines"), "--subtitles NAME"),
    **{f"--{name}": f"--subtitles {name}" for name in ("netflix", "bbc")},
    "--option": "--option frame_rate=25, for formats that count frames",
    "--from": "--ref-format and --hyp-format NAME; of a part: scorelite meetings REF HYP --measure wer --uem FILE",
    "--ref-format": "--ref-format NAME and --hyp-format NAME",
    "--format": "OPTION for the output, --ref-format and --hyp-format for files",
    "--from-rate": "--from-rate 0.1",
    "--pair": "--pair REF=HYP",
    **dict.fromkeys(_LANGUAGES, "a --normalise of this language, such as whisper-en or whisper-basic"),
    **dict.fromkeys(("--fail-if-worse", "--fail-on-regression", "--no-regression"), "--max-wer-increase 0"),
    **dict.fromkeys(("--html-report", "--worddiffs", "--timeline"), "--page FILE"),
    "--entities": "--entities FILE",
    "--name": "--name FILE=NAME",
    **dict.fromkeys(("--xlsx", "--excel"), "--csv FILE, which spreadsheets open"),
    "--github": "--markdown, for $GITHUB_STEP_SUMMARY",
    **dict.fromkeys(_IDS, "ids of utterances right after HYP"),
    **dict.fromkeys(_UNICODE, "--normalise nfkc"),
    **dict.fromkeys(_NUMBERS, "--normalise numbers-en, or that of another language"),
    "--whisper": "--normalise whisper-en, or whisper-basic for other languages",
    "--missing": "--missing skip",
    "--max-cer": "-c --max-wer PERCENT, which limits the rate of characters",
    **dict.fromkeys(("--min-accuracy", "--max-errors"), "--max-wer PERCENT, the highest rate of errors"),
    "--max-cer-increase": "-c --max-wer-increase POINTS",
    **dict.fromkeys(_LENGTHS, "--slice COLUMN:RANGES, as in duration:0-5-10; --slices FILE adds columns"),
    **dict.fromkeys(("--per-word", "--word-errors"), "--report dtl"),
    **dict.fromkeys(("--count", "--counts"), "--report raw"),
    "--to": "--to NAME, such as jsonl",
    "--min-gap": "--subtitles NAME --min-gap SECONDS; overlaps are always reported",
    **dict.fromkeys(_CHANGED, "--top N: the utterances and words that changed most"),
    **{
        f"--{kind}": f"--verdict {kind}=FILE with a limit: --max-wer, --max-rate or --max-wer-increase"
        for kind in ("junit", "sarif", "badge")
    },
    "--prometheus": "--verdict prometheus=FILE",
    **dict.fromkeys(_DELAYS, "--max-delay KIND:QUANTILE=MS, as in stable:p95=1200"),
    **dict.fromkeys(_TESTS, "no option: every paired test is shown; --significant lets them decide"),
    "--utt2spk": "--slices FILE --by speaker",
    **dict.fromkeys(("--spk2gender", "--gender"), "--slices FILE --slice gender"),
    **dict.fromkeys(("--quiet", "-q"), "-o FILE, which leaves the terminal to warnings and PASS or FAIL"),
    **dict.fromkeys(("--out-dir", "--output-dir", "-O"), "-o FOLDER/NAME"),
    **dict.fromkeys(_PER_FILE, "--csv FILE, a row for each recording"),
    "--columns": "--ref-column NAME and --hyp-column NAME",
    **dict.fromkeys(("--align", "--alignment", "--alignments", "--show-alignment"), "--report pra"),
    "--open": "--page FILE, for a browser",
    **dict.fromkeys(_CONFUSIONS, "--report dtl"),
    "-f": "--json, --csv or --report NAME",
    "--md-eval": "--convention md-eval, the default",
    "--mode": "--missing skip for present, --missing delete for all",
    "--pdf": "--plot KIND=FILE.pdf, or --page FILE for a browser that prints",
    "--pyannote": "--convention pyannote",
    "--save": "--json -o FILE",
    "-C": "--plot det=FILE, which names a picture",
    "-i": "no option: ids are kept as they are; --speakers says which part is the speaker, and scorelite sclite has -i",
}
"""What is said of an option of others, or else of ours, if that is more than its name."""
_NO_OPTION = "no option"
_ELSEWHERE = {
    **{f"--{name}": f"in Python: scorelite.{name}(ref, hyp)" for name in ("wil", "wip")},
    **dict.fromkeys(_WORST, "scorelite show REF HYP --limit N, the worst first"),
    **{
        f"--{name}{rate}": f"scorelite meetings REF HYP --measure {measure}"
        for name, measure in _MEETINGS.items()
        for rate in ("", "wer")
    },
    **dict.fromkeys(("--no-color", "--no-colour"), "--color never"),
    **{name: f"scorelite score REF HYP --with {name[2:]}" for name in _ANALYSES},
    **dict.fromkeys((*_EQUIVALENTS, "--equivalents"), "scorelite score REF HYP --equivalents FILE"),
    **{name: f"scorelite score REF HYP {name} {value}" for name, value in _OF_SCORE.items()},
    "--latency": "scorelite latency LOG --ref REF",
    **dict.fromkeys(("--segments", "--resegment"), "scorelite align HYP --segments REF -o OUT"),
    "--retime": "scorelite align TEXT TIMES -o OUT",
    "--spans": "scorelite audit REF HYP HYP --spans FILE",
    "--baseline": "scorelite compare BASELINE.json NEW.json --max-wer-increase POINTS",
    **dict.fromkeys(("--der", "--jer"), "scorelite segments REF HYP --measure diarisation"),
    "--measure": "scorelite meetings or segments REF HYP --measure NAME",
    **dict.fromkeys(("--metric", "--metrics"), "no option: --json has every rate, -c scores characters"),
    **dict.fromkeys(_PARTS, "scorelite meetings REF HYP --measure wer --uem FILE"),
    **dict.fromkeys(("--field", "--wer-only", "--percent"), "--json, of which jq .wer takes a field"),
    **dict.fromkeys(("--lower", "--lowercase"), "--normalise casefold"),
    **dict.fromkeys(
        ("--strip", "--ignore-whitespace", "--ignore-spaces"), "no option: blanks only separate words, however many"
    ),
    "--skip-empty": "no option: insertions count where a reference is empty",
    "--rtf": "no option: scorelite latency LOG scores delays, and nothing scores speed",
    **dict.fromkeys(("--per", "--phonemes", "--phones"), "no option: phonemes between blanks are scored as words"),
    "--swap": "no option: the reference is the first file",
    **dict.fromkeys(("--bleu", "--ter", "--chrf"), "no option: scorelite has no measures of translations"),
    "--dry-run": "scorelite check FILE",
    **dict.fromkeys(_SEPARATORS, "no option: commas, semicolons and tabs are known, and the first row has the names"),
    **dict.fromkeys(("--column", "--text-column"), "--option text=COLUMN; of score --ref-column and --hyp-column"),
    **dict.fromkeys(_IDS, "scorelite show REF HYP ID"),
    **dict.fromkeys(("--wandb", "--mlflow", "--tensorboard"), "in Python: docs/guides/training.md logs rates"),
    **dict.fromkeys(("--relative", "--effect-size"), "no option: differences are points of percent"),
    "--confidence-level": "no option: intervals are of 95 %",
    "--rover": "scorelite vote HYP HYP -o OUT",
    "--report": "scorelite score REF HYP --report NAME",
    "--fix": "scorelite convert IN OUT --max-chars N, which lays cues out anew",
    **dict.fromkeys(("--quiet", "-q"), "no option: >/dev/null hides the output and keeps the exit code"),
    "--recursive": "a pattern of the shell, such as **/*.stm",
    "--spelling": "no option: check reads formats, not words",
    **dict.fromkeys(("--ref", "--against"), "scorelite score REF HYP"),
    "--list": "scorelite formats, or of normalisers scorelite normalise --list",
    **dict.fromkeys(("--exit-zero", "--warn", "--warn-only", "--no-fail"), "|| true behind the command"),
    **dict.fromkeys(("--junit", "--sarif"), "scorelite score REF HYP --verdict KIND=FILE"),
    "--output": "> FILE",
    "--overlap": "scorelite check --subtitles NAME FILE, which reports overlaps",
    "--duplicates": "no option: ids that come twice are reported",
    "--in-place": "another file as OUT: no input is replaced",
    "--ignore-speakers": "no option: speakers do not change this rate",
    "--interval": "no option; score, merge and meetings have --interval",
    **dict.fromkeys((*_SHIFTS, "--shift"), "scorelite convert IN OUT --shift SECONDS"),
    **dict.fromkeys(_RATES_OF_ALL, "scorelite score REF HYP, whose summary has it"),
    **dict.fromkeys(_DIGITS, "--json, which has all digits"),
    **dict.fromkeys(_SPEED, "scorelite check --subtitles NAME --max-cps N FILE"),
    **dict.fromkeys(_RUNS, "commas between files of runs: scorelite compare --ref REF A1,A2 B1,B2"),
    "--sort": "scorelite show REF HYP --sort rate",
    "--mapping": "--report sys of segments or speakers of meetings, which name pairs of speakers",
    "--miss-rate": "scorelite segments REF HYP or scorelite kws, whose summaries have it",
    "--version": "scorelite --version",
    "--vs": "scorelite compare --ref REF HYP HYP",
    "--wer": "no option: the word error rate is the default, -c scores characters",
    "--summary": "no option: the summary is the default",
    **dict.fromkeys(("--print", "--show", "--failed-only"), "scorelite show REF HYP"),
    **dict.fromkeys(_ONLY_ERRORS, "scorelite show REF HYP --from-rate 0.1"),
    **dict.fromkeys(("--progress", "--debug"), "no option: long work shows its progress on a terminal"),
    **dict.fromkeys(("-i", "--input", "--in"), "no option: the input is the first word, the output the last"),
    "--config": "no option: put the command into a script",
    **dict.fromkeys((*_LINES, "--max-chars", "--max-duration"), "scorelite convert or align, with --max-chars N"),
    "--seed": "no option: samples are drawn alike in every run",
    **dict.fromkeys(("--significance", *_TESTS), "scorelite compare --ref REF HYP HYP"),
    "--strict": "no option: problems of files are errors, and ids of one side are unless --missing says otherwise",
    "--text": "files; of texts in Python: scorelite.wer('the cat sat', 'the cat')",
    "-s": "no option: HYP comes after REF",
    "--uem": "scorelite meetings REF HYP --measure wer --uem FILE",
    **dict.fromkeys(
        ("--stats", "--statistics"), "no option: the summary counts; scorelite compare --ref REF HYP HYP tests"
    ),
    "--diff": "scorelite show REF HYP --beside HYP, or scorelite compare --ref REF HYP HYP --page FILE",
    "--json": "scorelite score REF HYP --json",
    **dict.fromkeys(
        _ANONYMOUS, "scorelite convert IN OUT --speaker-map FILE, which renames speakers; texts stay as they are"
    ),
}
"""Options that others have, with what serves the purpose outside the command."""
_COMMAND = ""
_VALUES = {
    **dict.fromkeys((("--report", "html"), ("--report", "page")), "--page FILE"),
    **dict.fromkeys((("--errors", "skip"), ("--errors", "ignore")), "scorelite convert IN OUT --skip-broken"),
    ("--speakers", "utt2spk"): "--slices FILE --by speaker",
    ("--report", "csv"): "--json, or --csv for a table of files",
    **dict.fromkeys(((_COMMAND, "page"), (_COMMAND, "html")), "scorelite score REF HYP --page FILE"),
    (_COMMAND, "gate"): "scorelite compare A.json B.json --max-wer-increase POINTS",
    (_COMMAND, "mapsswe"): "scorelite compare --ref REF HYP HYP",
    **dict.fromkeys(
        ((_COMMAND, "stats"), (_COMMAND, "statistics"), (_COMMAND, "inspect")),
        "scorelite check FILE, which counts; of systems scorelite compare --ref REF HYP HYP tests",
    ),
    (_COMMAND, "info"): "scorelite check FILE, or of the program scorelite --version",
    (_COMMAND, "filter"): "scorelite normalise --normalise FILE.glm IN OUT, or of utterances scorelite show REF HYP",
    (_COMMAND, "report"): "scorelite score REF HYP --report NAME",
    **dict.fromkeys(((_COMMAND, "names"), (_COMMAND, "entities")), "scorelite score REF HYP --entities FILE"),
    **dict.fromkeys(((_COMMAND, "history"), (_COMMAND, "trend")), "scorelite compare OLD.json NEW.json"),
    **dict.fromkeys(((_COMMAND, "analyse"), (_COMMAND, "analyze")), "scorelite score REF HYP --with NAME"),
    **dict.fromkeys(((_COMMAND, "summarize"), (_COMMAND, "summary")), "scorelite score REF HYP"),
    **dict.fromkeys(((_COMMAND, "view"), (_COMMAND, "worst")), "scorelite show REF HYP"),
    (_COMMAND, "errors"): "scorelite show REF HYP, or scorelite score REF HYP --report dtl",
    **dict.fromkeys(((_COMMAND, "confusion"), (_COMMAND, "confusions")), "scorelite score REF HYP --report dtl"),
    (
        _COMMAND,
        "bootstrap",
    ): "scorelite score REF HYP --interval, or of two systems scorelite compare --ref REF HYP HYP",
    (_COMMAND, "tokenize"): "scorelite score REF HYP -c of characters, or --normalise NAME, after which blanks divide",
    (_COMMAND, "split"): "scorelite convert IN OUT --begin TIME --end TIME, or --only-speaker NAME",
    (_COMMAND, "clean"): "scorelite normalise IN OUT --normalise NAME",
    (_COMMAND, "textgrid"): "scorelite convert IN OUT.TextGrid",
    (_COMMAND, "translate"): "scorelite convert IN OUT, which changes formats, not languages",
    **{(_COMMAND, name): "scorelite convert IN OUT.stm" for name in ("to-stm", "srt2stm", "textgrid2stm", "vtt2stm")},
    **{(_COMMAND, name): "scorelite convert IN OUT.ctm" for name in ("to-ctm", "json2ctm", "textgrid2ctm")},
    **{(_COMMAND, name): "scorelite convert IN OUT.srt" for name in ("to-srt", "vtt2srt", "json2srt")},
    **dict.fromkeys(
        ((_COMMAND, "vad"), (_COMMAND, "diarize")), "scorelite segments REF HYP, which scores labels: no sound is read"
    ),
    (_COMMAND, "api"): "scorelite serve",
    (_COMMAND, "shift"): "scorelite convert IN OUT --shift SECONDS",
    (_COMMAND, "judge"): "scorelite compare A B --judge N --page FILE",
    (_COMMAND, "explain"): "scorelite score REF HYP --explain RATE",
    (_COMMAND, "leaderboard"): "scorelite score REF HYP --like open-asr-leaderboard-en",
    (_COMMAND, "subtitles"): "scorelite check --subtitles NAME FILE, or scorelite convert IN OUT",
    **dict.fromkeys(((_COMMAND, "oracle"), (_COMMAND, "nbest")), "scorelite score REF HYP --with nbest=FILE"),
    **dict.fromkeys(
        ((_COMMAND, "hallucination"), (_COMMAND, "hallucinations")), "scorelite score REF HYP --with failures"
    ),
    **dict.fromkeys(((_COMMAND, "ser"), (_COMMAND, "mer")), "scorelite score REF HYP, whose summary has it"),
    **dict.fromkeys(((_COMMAND, "wil"), (_COMMAND, "wip")), "in Python: scorelite.wil(ref, hyp)"),
    **dict.fromkeys(
        ((_COMMAND, "ter"), (_COMMAND, "bleu"), (_COMMAND, "chrf")), "no command: scorelite scores no translations"
    ),
    **dict.fromkeys(((_COMMAND, "dscore"), (_COMMAND, "md-eval")), "scorelite segments REF HYP"),
    (_COMMAND, "boundaries"): "scorelite segments REF HYP --measure boundaries",
    **dict.fromkeys(((_COMMAND, "agreement"), (_COMMAND, "kappa")), "scorelite segments REF HYP --measure classes"),
    (_COMMAND, "iaa"): "scorelite segments REF HYP --measure classes",
    (_COMMAND, "cut"): "scorelite convert IN OUT --begin TIME --end TIME",
    (_COMMAND, "extract"): "scorelite convert IN OUT",
    **dict.fromkeys(
        ((_COMMAND, "join"), (_COMMAND, "concat"), (_COMMAND, "merge-srt")), "scorelite convert IN IN OUT --join"
    ),
    (_COMMAND, "per"): "scorelite score REF HYP, whose words are phones",
    (_COMMAND, "punctuation"): "scorelite score REF HYP --with punctuation",
    (_COMMAND, "ner"): "scorelite score REF HYP --entities FILE",
    (_COMMAND, "timing"): "scorelite score REF HYP --with times",
    (_COMMAND, "dashboard"): "scorelite score REF HYP --page FILE",
    (_COMMAND, "init"): "scorelite demo DIR",
    (_COMMAND, "dover-lap"): "the package dover-lap, which combines diarisations; scorelite vote combines words",
    (_COMMAND, "benchmark"): "scorelite compare --ref REF HYP HYP",
    (_COMMAND, "anonymise"): "scorelite normalise IN OUT --normalise FILE, such as rules.csv with a name in each line",
    **dict.fromkeys(((_COMMAND, "head"), (_COMMAND, "cat")), "scorelite convert IN - --to NAME"),
    **dict.fromkeys(((_COMMAND, "export"), (_COMMAND, "import")), "scorelite convert IN OUT"),
    **dict.fromkeys(((_COMMAND, "grep"), (_COMMAND, "sample")), "scorelite show REF HYP --grep EXPRESSION --limit N"),
    **dict.fromkeys(((_COMMAND, "dedup"), (_COMMAND, "dedupe"), (_COMMAND, "duplicates")), "scorelite check FILE"),
    (_COMMAND, "list"): "scorelite formats, or of normalisers scorelite normalise --list",
    (_COMMAND, "tune"): "scorelite score FOLDER, which finds the best scoring of a Kaldi decoding",
    (_COMMAND, "ci"): "scorelite score REF HYP --max-wer PERCENT, whose exit code is 1 above it",
    (_COMMAND, "schema"): "scorelite score REF HYP --json, whose schema is docs/reference/results.schema.json",
    (_COMMAND, "measures"): "scorelite meetings --help, or segments or kws, which list theirs",
    (_COMMAND, "test"): "scorelite score REF HYP --max-wer PERCENT",
    (_COMMAND, "plot"): "scorelite score REF HYP --plot KIND=FILE.svg",
}
SIDES = {"--ref": "ref", "--hyp": "hyp", "-h": "hyp"}
"""Options that others have for the two files, with our operands."""


def command_line(words: Sequence[str]) -> list[str]:
    """The command line with our command, where its first word is a name that others have for it.

    >>> command_line(["cer", "a", "b"]), command_line(["help", "score"]), command_line(["score", "wer"])
    (['score', '-c', 'a', 'b'], ['score', '--help'], ['score', 'wer'])
    """
    if words[:1] == ["help"]:
        return [*words[1:2], "--help"]
    ours = COMMANDS.get(words[0].lower()) if words else None
    return list(words) if ours is None else [*ours, *words[1:]]


def in_our_words(
    words: Sequence[str], options: Collection[str], operands: Collection[str], others_names: Mapping[str, str]
) -> list[str]:
    """The words of a command with our options and operands; those that it does not understand stay.

    `others_names` are names of other programs for options of this command.

    >>> in_our_words(["--hyp", "b", "-r", "a", "--cer"], ["--characters"], ["ref", "hyp"], {"--cer": "--characters"})
    ['a', 'b', '--characters']
    """
    sides: dict[str, str] = {}
    others: list[str] = []
    waiting = [*reversed(words)]
    while waiting:
        word = waiting.pop()
        if word == "--":
            others += [word, *reversed(waiting)]
            break
        ours = _option(word, options, others_names)
        name, _, value = ours.partition("=")
        side = SIDES.get(name) if name not in options or name == "-h" else None
        if side not in operands or side in sides:
            others += _form(ours, waiting, options)
        elif value or _is_value(waiting):
            sides[str(side)] = value or waiting.pop()
        else:
            others.append(ours)
    if sides and "hyp" not in sides:
        return [sides["ref"], *others]
    front = [sides["ref"]] if "ref" in sides else []
    back = [sides["hyp"]] if "hyp" in sides else []
    return [*front, *back, *others] if front else [*others, *back]


def _is_value(waiting: Sequence[str]) -> bool:
    """Whether the next word, the last of the list, is no option."""
    return bool(waiting) and (waiting[-1] == "-" or not waiting[-1].startswith("-"))


def _option(word: str, options: Collection[str], others_names: Mapping[str, str]) -> str:
    """An option under our name, with hyphens for underscores, and its value if one follows after an equals sign."""
    name, equals, value = word.partition("=")
    if not name.startswith("-") or name in options:
        return word
    if name.startswith("--"):
        name = name.replace("_", "-")
        word = name + equals + value
    if name in others_names:
        return others_names[name] + equals + value
    for ours in _OPTIONS.get(name, ()):
        if ours in options or ours in SIDES:
            return ours + equals + value
    return word


def _form(word: str, waiting: list[str], options: Collection[str]) -> list[str]:
    """The option --json, --csv ... in place of `--output-format json`, and --per-file in place of `--by file`.

    Any other word stays as it is.
    """
    name, equals, value = word.partition("=")
    if name == "--by" and "--per-file" in options:
        if value in _FILES:
            return ["--per-file"]
        if not equals and waiting and waiting[-1] in _FILES:
            waiting.pop()
            return ["--per-file"]
    if name not in (*_FORMS, "--report") or (name in options and name != "--report"):
        return [word]
    if not equals and not _is_value(waiting):
        return [word]
    value = value if equals else waiting.pop()
    if f"--{value}" in options and value in ("json", "csv", "markdown"):
        return [f"--{value}"]
    if name != "--report" and "--to" in options:
        return ["--to", value]
    return [word] if equals else [name, value]


def others_names() -> Iterator[str]:
    """The options of others that have an answer."""
    yield from _INSTEAD
    yield from _ELSEWHERE


def instead_of_value(names: Collection[str], value: str) -> str:
    """The end of a message about a value that others have for an option of these names; empty for other values.

    >>> instead_of_value(["--report"], "html"), instead_of_value(["--report"], "pdf")
    ('; expected --page FILE', '')
    """
    named = names or (_COMMAND,)
    return next(
        (f"; expected {ours}" for (name, other), ours in _VALUES.items() if name in named and other == value), ""
    )


def instead_of(name: str, options: Collection[str]) -> str:
    """The end of a message about an option of others: what does the same here; empty for other options.

    >>> instead_of("--lower", ["--case-sensitive"]), instead_of("--loud", []), instead_of("--no", [])
    (': case is ignored unless -s is given', '', '')
    """
    ours = [option for option in _INSTEAD.get(name, ()) if option in options and option != name]
    if not ours:
        expected = _ELSEWHERE.get(name)
    else:
        note = _NOTES.get(name) or _NOTES.get(ours[0], " or ".join(ours))
        expected = note.replace("OPTION", ours[0]).replace("FORMAT", ours[0].lstrip("-"))
    return expecting(expected) if expected else ""


def expecting(answer: str) -> str:
    """The end of a message with the answer to an option of others: what is expected, or why no option is.

    >>> expecting("--page FILE"), expecting("no option: blanks never count")
    ('; expected --page FILE', ': blanks never count')
    """
    return f":{answer[len(_NO_OPTION) + 1 :]}" if answer.startswith(_NO_OPTION) else f"; expected {answer}"
