"""Options that others have and only one command is asked for, with the answer of that command."""

from __future__ import annotations

from .meant import expecting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SCORED_AGAIN = "no option: score each with --json -o FILE, then scorelite compare FILE FILE"
_COUNTED = "no option: misses, false alarms per hour and the EER are counted; --json has them at every threshold"
_COLUMNS = "no option: the columns of TABLE are called id, score, label and seconds"
_REPLACED = "no option: an existing OUT is replaced"
_CHECKED = "scorelite check --subtitles NAME FILE, which reports such cues"
_ADDED = "no option: the seconds of all recordings are added; --per-file has the rate of each"
_PARTS_OF_MEETINGS = "--uem FILE, with the regions to score; whole sessions: --partial, --missing skip"
_LINE_LENGTHS = ("--line-width", "--max-width", "--chars-per-line", "--max-chars-per-line", "--max-line-chars")
_OF_LINES = "--max-chars N, of each line, or --max-lines N, of each cue"
_KEPT = "no option: segments are kept as they are; --max-chars N splits long ones"
_DETECTION = "--measure detection"
_WORD_TIMES = "--interpolate and OUT as vtt or ctm, which have a time for each word"
_NO_MARKUP = "--to sbv, whose cues have no markup, and then scorelite convert OUT.sbv OUT.srt; words alone: --to txt"
_NORMALISED = "scorelite normalise IN OUT --normalise NAME, such as casefold"
_GRAPHEMES = "no option: -c counts code points; scorelite kaldi character_tokenizer puts blanks between graphemes"
_ALL_IS_SCORED = "no option: all of both files is scored; --slice COLUMN has rows for groups"
_OF_WHISPER = "--normalise whisper-en, which expands contractions and spells as in America"
_ALL_CONFIDENCES = "no option: all words are scored; --with confidence has the errors by confidence"
_AGREEMENT = "--measure classes, whose summary has kappa"
_SPEAKERS_OF_A_FILE = "scorelite convert IN OUT --only-speaker NAME first; --by speaker has a row for each"
_NAMED = (
    "no option: speakers are assigned; awk '{$1 = $1 \"-\" $3} 1' makes a session of each speaker of an stm, and "
    "--measure wer --missing delete scores these by name"
)
_HEADS = "--normalise heads, which removes names before texts"
_QUOTES = "no option: quotes of csv stand around whole cells; others are letters"
_COLUMNS_FIRST = "scorelite convert IN OUT.stm --option text=COLUMN (start, end and session, too) for both files"
_WITHOUT_OVERLAP = ("--no-overlap", "--skip-overlap", "--ignore-overlap", "--ignore-overlaps", "--exclude-overlap")
_OVERLAPPED = "no option: words count where speakers overlap, too"
_OF_A_CHANNEL = "no option: all words count; --overlap earlier where segments of a channel overlap"
_IN_ORDER = "scorelite convert IN OUT.txt for a side with ids: lines of two txt files are paired in order"
_PARTS_OF_IDS = "--strip-id REGEX, as in --strip-id '[.]wav$'; --id-column NAME chooses the ids of a table"
_GAPS_AS_THEY_ARE = "no option: gaps and short labels are scored as they are; fill or drop them in the diariser"
_BLANKS = "no option: -c does not count blanks between words; scorelite jiwer does"
_FOLDERS = "no option: REF and HYP may be folders"
_DIARISATION = (
    *("--speakers", "--diarization", "--diarisation", "--diarize", "--diarise", "--speaker-turns"),
    *("--hyp-rttm", "--speakers-from"),
)
_BROKEN = (
    *("--skip-damaged", "--skip-errors", "--ignore-errors", "--lenient", "--skip-invalid", "--skip-bad-lines"),
    *("--on-error", "--tolerant", "--force-read", "--recover", "--repair", "--fix-errors", "--continue-on-error"),
)
ANSWERS: Mapping[str, Mapping[str, str]] = {
    "scorelite": {"--formats": "scorelite formats"},
    "segments": {
        **dict.fromkeys(("--vad", "--detection", "--speech-activity", "--sad"), _DETECTION),
        "--tolerance": "--collar SECONDS",
        "--onset": "--measure sound-events, whose --collar is that of onsets",
        **dict.fromkeys(("--start", "--begin", "--end", "--annotated"), "--uem FILE, with the regions to score"),
        **dict.fromkeys(("--eer", "--cder"), "no option: --measure der, jer, detection, clusters and others"),
        "--detailed": "--report sys, or --rows NAME",
        "--per-speaker": "--report sys",
        **dict.fromkeys(
            ("--step", "--frame-step", "--frame-shift"),
            "no option: times of speakers are scored exactly, not in frames",
        ),
        **dict.fromkeys(("--frame-rate", "--frames"), "--measure sound-segments --resolution SECONDS"),
        **dict.fromkeys(("--iou", "--overlap-ratio"), "--measure events, which pairs labels by overlap"),
        "--event-based": "--measure sound-events",
        "--segment-based": "--measure sound-segments",
        **dict.fromkeys(("--boundary", "--boundaries", "--segmentation"), "--measure boundaries"),
        **dict.fromkeys(("--purity", "--coverage"), "--measure clusters"),
        **dict.fromkeys(
            ("--greedy", "--optimal", "--hungarian", "--optimal-mapping"),
            "no option: the mapping of speakers is the best one",
        ),
        **dict.fromkeys(("--speaker", "--sort"), "--report sys, with a row for each speaker"),
        "--speaker-count": "no option: the summary has it; --csv has the speakers of each recording",
        "--confusion": "--report dtl",
        "--compare": _SCORED_AGAIN,
        **dict.fromkeys(("--max-der", "--threshold"), "--max-rate PERCENT"),
        **dict.fromkeys(("--forgive", "--forgiveness"), "--collar SECONDS, on each side of a boundary"),
        **dict.fromkeys(("--score-regions", "--scored"), "--uem FILE, with the regions to score"),
        **dict.fromkeys(("--class", "--labels", "--label"), "--report sys --rows class, or --tier NAME"),
        **dict.fromkeys(("--macro-average", "--macro", "--micro", "--weighted", "--average"), _ADDED),
        **dict.fromkeys(("--normalise", "--normalize", "--ignore-case"), "no option: labels are compared as they are"),
        **dict.fromkeys(
            ("--dscore", "--simple", "--md-eval-22"), "--convention md-eval, the default, or --like dihard"
        ),
        **dict.fromkeys(("--num-speakers", "--speakers"), "no option: any numbers of speakers are mapped one to one"),
        **dict.fromkeys(("--speaker-map", "--single-speaker"), "no option: names of speakers are mapped"),
        **dict.fromkeys(("--total", "--error-rate"), "no option: the summary is of all recordings"),
        **dict.fromkeys(("--f1", "--f-score", "--precision", "--recall"), "--measure classes, whose summary has it"),
        **dict.fromkeys(("--rttm", "--textgrid"), "--ref-format NAME and --hyp-format NAME"),
        **dict.fromkeys(("--dcase", "--sed-eval"), "--measure sound-events or --measure sound-segments"),
        "--per-label": "--report sys --rows class",
        **dict.fromkeys(("--kappa", "--cohen-kappa", "--agreement"), _AGREEMENT),
        **dict.fromkeys(("--option", "--text-column", "--label-column", "--start-column", "--columns"), _COLUMNS_FIRST),
        **dict.fromkeys(("--limit", "--top", "--worst", "--utterances"), "--csv, whose rows are recordings, to sort"),
        "--markdown": "--csv, or --max-rate PERCENT with --verdict of the kind markdown",
        "--bootstrap": "--page FILE, which has the interval of the rate",
        "--measures": "--measure NAME",
        "--with": "--report dtl, which has the confusions, or --page FILE",
        "--slice": "--report sys --rows class or --rows file",
        **dict.fromkeys(
            ("--channel", "--session", "--ref-channel", "--hyp-channel"),
            "scorelite convert IN OUT --channel NAME --session NAME, for a side with other names; --strip-id REGEX "
            "removes a prefix or suffix of recordings",
        ),
        "--partial": "--uem FILE, with the recordings to score",
        **dict.fromkeys(("--folder", "--dir", "--pattern", "--glob", "--recursive"), _FOLDERS),
        "--audio": "scorelite score REF HYP --page FILE --audio FOLDER",
        **dict.fromkeys(
            ("--map", "--ignore", "--ignore-labels", "--exclude"),
            "no option: labels are scored as they are; change the files",
        ),
        **dict.fromkeys(
            (
                *("--min-duration-off", "--min-duration-on", "--min-duration", "--skip-short", "--skip-silence"),
                *("--gap", "--min-gap", "--merge-gap", "--fill-gaps", "--pause"),
            ),
            _GAPS_AS_THEY_ARE,
        ),
        **dict.fromkeys(_WITHOUT_OVERLAP, "--overlap exclude"),
        **dict.fromkeys(("--only-overlap", "--overlap-only", "--only-overlaps", "--overlapped-only"), "--overlap only"),
    },
    "kws": {
        "--uem": "--ecf FILE, which may be a UEM",
        "--det-curve": "--plot det=FILE of the four files; --json has the curve of TABLE",
        **dict.fromkeys(
            ("--frr", "--auc", "--accuracy", "--f1", "--curve", "--thresholds", "--min-threshold", "--frr-at-far"),
            _COUNTED,
        ),
        **dict.fromkeys(("--atwv", "--mtwv", "--otwv", "--stwv", "--map"), "no option: the summary has it"),
        **dict.fromkeys(("--max-atwv", "--min-atwv"), "no option: --json has atwv"),
        "--threshold-file": "no option: --threshold NUMBER is that of all keywords",
        **dict.fromkeys(
            ("--max-miss", "--max-frr"), "no option: --json has the miss rate, of TABLE within --per-hour N"
        ),
        **dict.fromkeys(
            ("--score-column", "--label-column", "--id-column", "--seconds-column", "--positive"), _COLUMNS
        ),
        **dict.fromkeys(("--hours", "--duration"), "--ecf FILE, or of TABLE the column seconds"),
        **dict.fromkeys(("--operating-point", "--max-fa", "--target-fa", "--target-far"), "--per-hour N"),
        **dict.fromkeys(("--target-miss", "--target-frr", "--target-miss-rate"), _COUNTED),
        **dict.fromkeys(
            ("--recall", "--precision", "--precision-recall", "--min-recall", "--roc-curve", "--det-csv", "--best"),
            _COUNTED,
        ),
        **dict.fromkeys(("--keyword-column", "--seconds", "--positives", "--negatives"), _COLUMNS),
        **dict.fromkeys(("--smooth", "--smoothing"), "no option: scores are taken as they are"),
        "--eer-only": "--json, which has equal_error_rate",
        "--speech-hours": "--ecf FILE, or of TABLE the column seconds",
        **dict.fromkeys(("--ref", "--reference", "--ground-truth"), "--rttm FILE; TABLE has its labels"),
        "--average": "no option: every keyword counts alike; --pooled counts every occurrence alike",
        **dict.fromkeys(("--far", "--fah"), "--per-hour N"),
        **dict.fromkeys(("--keyword", "--term"), "--by-term ID of the four files; of TABLE every keyword is shown"),
        "--eer": "no option: the summary of TABLE has the EER",
        "--det": "--plot det=FILE of the four files; --json has the curve of TABLE",
        "--window": "--skip FRAMES",
        **dict.fromkeys(("--errors", "--list-misses", "--false-alarms"), "--report pra, of the four files"),
        **dict.fromkeys(("--dcf", "--min-dcf", "--calibrate"), "no option: costs are in the term-weighted value alone"),
        "--p-target": "--prior NUMBER",
        "--per-keyword": "--csv FILE or --json --keywords; of TABLE every keyword is shown",
        "--beta": "--cost, --value and --prior, of which beta follows",
        "--collar": "--tolerance SECONDS",
        **dict.fromkeys(("--oov", "--iv"), "--by-oov"),
        **dict.fromkeys(("--confusion", "--confusions"), "--report dtl, of the four files"),
        "--markdown": "--csv FILE or --json",
        "--stats": "--report stats, of TABLE",
    },
    "meetings": {
        "--tolerance": "--collar SECONDS",
        **dict.fromkeys(
            ("--turns", "--rttm", "--hyp-rttm", "--speakers-from"),
            "scorelite convert HYP OUT.stm --turns FILE first, which gives words the speakers of a diarisation",
        ),
        **dict.fromkeys(
            ("--hyp-session", "--ref-session"), "no option: scorelite convert IN OUT --session NAME renames a session"
        ),
        "--no-speaker": "scorelite score REF HYP, which ignores speakers",
        **dict.fromkeys(
            ("--regex", "--session-regex"), "files with these sessions alone: all that are there are scored"
        ),
        **dict.fromkeys(
            ("--speaker-map", "--ref-speaker-map", "--hyp-speaker-map"),
            "no option: speakers are assigned as the measure says",
        ),
        **dict.fromkeys(("--max-speakers", "--num-speakers"), "no option: any numbers of speakers are assigned"),
        **dict.fromkeys(
            ("--fixed-speakers", "--fixed-names", "--match-names", "--keep-names", "--no-mapping", "--identity"), _NAMED
        ),
        "--time-constrained": "--measure tcp --collar 5",
        **dict.fromkeys(
            ("--permutation", "--best-permutation", "--optimal-mapping", "--hungarian"),
            "no option: the best assignment is always searched for",
        ),
        **dict.fromkeys(("--assignment", "--matching", "--speaker-mapping"), "--report speakers"),
        **dict.fromkeys(("--speaker", "--group"), "--slice speaker"),
        "--by-session": "--per-file",
        "--measures": "--measure NAME",
        "--details": "--report pra, or --page FILE",
        **dict.fromkeys(
            ("--channel", "--session", "--ref-channel", "--hyp-channel"),
            "scorelite convert IN OUT --channel NAME --session NAME, for a side with other names; --strip-id REGEX "
            "removes a prefix or suffix of sessions",
        ),
        **dict.fromkeys(
            ("--average", "--macro"), "no option: errors and words of all sessions are added; --csv has each"
        ),
        **dict.fromkeys(("--overlap", *_WITHOUT_OVERLAP), _OVERLAPPED),
        **dict.fromkeys(("--ignore-speakers", "--oracle-speakers"), "--measure orc, which forgives speakers"),
        **dict.fromkeys(("--words", "--txt"), "no option: the summary of words is the default, -c scores characters"),
        **dict.fromkeys(("--diarization", "--diarisation", "--false-alarm"), "--with-der"),
        **dict.fromkeys(("--wder", "--sa-wer"), "--measure wder: the share of aligned words with another speaker"),
        "--max-cpwer": "--max-wer PERCENT",
        "--cp-only": "--measure cp, the default",
        **dict.fromkeys(("--no-speakers", "--one-speaker"), "--measure orc, which forgives speakers"),
        **dict.fromkeys(("--forgive-times", "--ignore-times"), "--measure cp, which has no times"),
        **dict.fromkeys(("--region", "--segments-file"), "--uem FILE"),
        "--show-errors": "--report pra, or --page FILE",
        "--diar": "--with-der",
        "--all-measures": "--measure cp,orc,mimo",
        "--speaker-attributed": "--measure cp, the default, or --measure wder",
        **dict.fromkeys(
            ("--word-timing", "--pseudo-times", "--no-timing", "--hyp-pseudo-word-timing", "--ref-pseudo-word-timing"),
            "--ref-timing NAME and --hyp-timing NAME",
        ),
        **dict.fromkeys(("--filter-speakers", "--drop-unknown", "--sessions", "--exclude"), _PARTS_OF_MEETINGS),
        **dict.fromkeys(("--average-out", "--per-reco-out"), "--json -o FILE, or --csv FILE with a row a session"),
        **dict.fromkeys(("--confusion", "--sub-errors"), "--report pra, or --page FILE"),
        **dict.fromkeys(("--threads", "--jobs"), "no option: sessions are scored one after the other"),
        "--seglst": "--ref-format seglst --hyp-format seglst",
        "--visualize": "--page FILE",
        **dict.fromkeys(("--top", "--worst"), "--report pra, or --page FILE to sort"),
        **dict.fromkeys(("--num-speakers", "--hyp-speakers"), "no option: any numbers of speakers are mapped"),
    },
    "convert": {
        **dict.fromkeys(_BROKEN, "--skip-broken"),
        **dict.fromkeys(("--ref-column", "--hyp-column"), "--option text=COLUMN"),
        **dict.fromkeys(
            _DIARISATION, "--turns FILE, whose turns give words their speakers, or --only-speaker NAME to choose some"
        ),
        "--id-column": "--option id=COLUMN",
        **dict.fromkeys(("--speed", "--scale", "--time-scale", "--rate", "--stretch", "--factor"), "--fps IN:OUT"),
        **dict.fromkeys(
            ("--trim", "--cut", "--clip", "--between", "--range", "--slice"), "--begin TIME and --end TIME"
        ),
        **dict.fromkeys(("--start", "--from-time", "--start-time", "--ss", "--after"), "--begin TIME"),
        **dict.fromkeys(("--stop", "--to-time", "--until", "--end-time", "--before"), "--end TIME"),
        **dict.fromkeys(("--encoding-out", "--out-encoding"), "--output-encoding NAME"),
        "--renumber": "no option: cues are numbered anew where they are out of order",
        "--drop-frame": "--fps IN:OUT; frames of scc and ttml are read as their file counts them",
        **dict.fromkeys(
            ("--strip-sdh", "--remove-sdh", "--no-sdh", "--sdh"), "scorelite normalise IN OUT --normalise captions"
        ),
        **dict.fromkeys(("--split", "--split-by"), "no option: each input becomes one output"),
        "--min-confidence": "no option: all words are converted",
        **dict.fromkeys(("--concat", "--concatenate", "--append", "--merge", "--combine"), "--join"),
        **dict.fromkeys(("--wrap", "--max-words", "--one-word"), "--max-chars N"),
        **dict.fromkeys(("--max-cps", "--min-duration", "--gap", "--min-gap"), _CHECKED),
        **dict.fromkeys(
            ("--strip-tags", "--remove-tags", "--no-tags", "--drop-tags", "--plain", "--strip-html"), _NO_MARKUP
        ),
        **dict.fromkeys(
            ("--word-level", "--word-timestamps", "--highlight-words", "--words", "--karaoke"), _WORD_TIMES
        ),
        **dict.fromkeys(
            ("--merge-cues", "--merge-gap"),
            "no option: cues are not joined; --pause SECONDS is for words without segments",
        ),
        "--remove-punctuation": "scorelite normalise IN OUT --normalise basic",
        **dict.fromkeys(("--uppercase", "--upper"), "no option: letters stay as they are"),
        **dict.fromkeys(("--ebu", "--ebu-stl"), "no option: binary EBU STL is read, but not written"),
        "--snap": "no option: times stay as they are, and frame formats round them to frames",
        **dict.fromkeys(("--lowercase", "--lower", "--normalise", "--normalize"), _NORMALISED),
        **dict.fromkeys(
            ("--bom", "--no-bom", "--crlf"), "no option: line feeds and no mark, which iconv and unix2dos change"
        ),
        **dict.fromkeys(("--force", "--overwrite", "-y"), _REPLACED),
        "-f": "--from NAME",
        "-t": "--to NAME",
        "--sort": "no option: segments stay in their order",
        **dict.fromkeys(("--speaker", "--select-speaker"), "--only-speaker NAME"),
        **dict.fromkeys(("--inplace", "--in-place"), "no option: OUT is another file"),
        "--speaker-names": "--speaker-map FILE",
        **dict.fromkeys(("--show-speaker", "--speaker-labels"), "--to vtt, which has names of speakers"),
        **dict.fromkeys(("--from-fps", "--to-fps"), "--fps IN:OUT"),
        **dict.fromkeys(("--max-line-count", "--line-count"), "--max-lines N"),
        "--max-line": _OF_LINES,
        **dict.fromkeys(("--srt", "--vtt", "--stm", "--ctm", "--trn", "--txt", "--textgrid"), "--to NAME"),
        "--rttm": "--to rttm, or --turns FILE, whose turns give words their speakers",
        **dict.fromkeys(("--timestamps", "--no-timestamps"), "--to srt with timestamps, --to txt without"),
        **dict.fromkeys(("--remove-empty", "--dedupe", "--clean", "--merge-short", "--split-sentences"), _KEPT),
        **dict.fromkeys(("--utf8", "--utf-8"), "no option: output is UTF-8 unless --output-encoding says otherwise"),
        "--keep-tags": "no option: markup is kept where OUT can carry it",
        "--lint": "scorelite check FILE",
        **dict.fromkeys(("--time-offset", "--start-at", "--milliseconds"), "--shift SECONDS, as in --shift 1.5"),
        **dict.fromkeys(("--max-length", *_LINE_LENGTHS), "--max-chars N"),
        **dict.fromkeys(
            ("--no-formatting", "--bold", "--position"), "no option: markup is kept where OUT can carry it"
        ),
        "--fix-overlap": "scorelite check --subtitles NAME FILE, which reports overlaps",
        "--sample-rate": "no option: times are seconds",
        "--merge-lines": "--max-chars 1000 --max-lines 1",
        "--uem": "no option: regions are for scoring, as scorelite meetings and scorelite segments do",
        **dict.fromkeys(("--drop-speakers", "--no-speaker"), "--to srt, which has no speakers"),
        **dict.fromkeys(("--translate", "--language", "--lang"), "no option: words stay as they are"),
    },
    "show": {
        "--html": "scorelite score REF HYP --page FILE",
        "--csv": "scorelite score REF HYP --csv FILE",
        "--min-wer": "--from-rate PERCENT",
        "--max-wer": "--to-rate PERCENT",
        "--latex": "scorelite score REF HYP --latex",
        "--max": "--limit N",
        **dict.fromkeys(_WITHOUT_OVERLAP, _OF_A_CHANNEL),
        "--side-by-side": "no option: REF stands above HYP, word above word",
        "--context": "no option: utterances are shown whole",
        **dict.fromkeys(("--contains", "--search", "--word"), "--grep TEXT"),
        "--summary": "scorelite score REF HYP",
        "--markdown": "scorelite score REF HYP --markdown",
        "--confusions": "scorelite score REF HYP --report dtl",
    },
    "vote": {
        "--majority": "no option: words with most votes win; --alpha NUMBER below 1 weighs confidences",
        "--method": "--confidence KIND, and --alpha NUMBER to weigh votes against confidences",
        "--nulls": "--null-confidence NUMBER",
        **dict.fromkeys(("--avg", "--average"), "--confidence mean --alpha NUMBER, below 1 to weigh confidences"),
        **dict.fromkeys(("--time-based", "--timed"), "--times, which aligns words by their times"),
    },
    "align": {
        **dict.fromkeys(
            ("--words", "--word-level", "--word-timestamps"),
            "-o OUT.ctm, which has a line for each word; vtt has word timings in its lines",
        ),
        **dict.fromkeys(("--model", "--audio", "--device"), "no option: TIMES is what a recogniser wrote, with times"),
        "--text": "scorelite align TEXT TIMES -o OUT",
        "--characters": "no option: words get the times, and words are aligned",
        **dict.fromkeys(("--wer", "--cer"), "scorelite score REF HYP"),
        "--audio": "TIMES, the words with times of a recogniser: sound is not read",
        **dict.fromkeys(("--language", "--lang"), "no option: words are aligned alike in every language"),
        **dict.fromkeys(
            ("--tolerance", "--collar"), "no option: words of TEXT are aligned by their letters, and get times"
        ),
        **dict.fromkeys(("--granularity", "--level"), "no option: every word gets its time"),
        "--max-cps": "scorelite check --subtitles NAME FILE, which reports reading speeds",
        "--max-words": "--max-chars N",
        **dict.fromkeys(("--normalise", "--normalize"), "scorelite normalise IN OUT --normalise NAME first"),
    },
    "score": {
        **dict.fromkeys(("--ref-encoding", "--hyp-encoding"), "--encoding NAME; a file of UTF-8 is read as such"),
        "--utf8": "no option: files are UTF-8; --encoding NAME is another encoding",
        "--bins": "--by COLUMN:0-5-10, for ranges of numbers",
        "--sclite": "no option: the policy of sclite is the default",
        "--baseline-wer": "scorelite compare OLD.json NEW.json --max-wer-increase POINTS",
        "--sa-wer": "scorelite meetings REF HYP --measure cp",
        **dict.fromkeys(("--mean", "--median"), "no option: the summary has the mean and the median of utterances"),
        **dict.fromkeys(("--n-boot", "--num-samples"), "--interval N"),
        "--spk2utt": "--slices FILE --by speaker, of which each line has an id and its speaker",
        "--utt2gender": "--slices FILE --slice gender",
        "--max-cer-delta": "scorelite compare OLD.json NEW.json --max-wer-increase POINTS, of two results of -c --json",
        "--ignore": "--normalise 'drop:uh um'",
        "--sort-by": "scorelite show REF HYP --sort rate",
        "--bwer": "scorelite toolkits fbai, or --entities FILE for the words of a list",
        "--top": "--report dtl, with the commonest confusions first; of utterances scorelite show REF HYP --limit N",
        "--split-hyphens": "--normalise basic, which splits words at hyphens; --equivalents hyphens accepts both",
        **dict.fromkeys(
            _BROKEN, "scorelite convert IN OUT --skip-broken first, which leaves out broken cues and lines"
        ),
        "--hesitations": "--normalise 'drop:uh um'",
        "--speaker-prefix": _HEADS,
        **dict.fromkeys(("--trim", "--squeeze"), "no option: blanks around words never count"),
        **dict.fromkeys(("--expand-contractions", "--contractions", "--american", "--spelling"), _OF_WHISPER),
        **dict.fromkeys(("--number-words", "--convert-numbers"), "--normalise numbers-en, or that of another language"),
        **dict.fromkeys(("--min-words", "--max-words"), "--slice words:0-5-10, with a row for each range"),
        **{
            f"--{name}": f"--ref-format {name} or --hyp-format {name}" for name in ("stm", "ctm", "trn", "kaldi", "srt")
        },
        "--ref-key": "--ref-column NAME",
        "--hyp-key": "--hyp-column NAME",
        **dict.fromkeys(("--text-field", "--text-column", "--column"), "--ref-column NAME and --hyp-column NAME"),
        "--perplexity": "no option: only words are scored, not models",
        **dict.fromkeys(("--id-regex", "--map-ids", "--strip-suffix", "--strip-extension"), _PARTS_OF_IDS),
        **dict.fromkeys(
            ("--ref-id-column", "--hyp-id-column", "--ref-id", "--hyp-id"),
            "--id-column REF,HYP: the first of these in each table",
        ),
        "--ignore-order": "no option: utterances with ids come in any order",
        **dict.fromkeys(_WITHOUT_OVERLAP, _OF_A_CHANNEL),
        "--mer": "no option: the summary has the match error rate; mixed Chinese and English: --normalise mixed-units",
        **dict.fromkeys(("--subset", "--ids", "--include-ids", "--only-ids"), "a REF of these ids, and --missing skip"),
        **dict.fromkeys(
            ("--weighted", "--weight", "--unweighted", "--average", "--macro", "--macro-average", "--micro"),
            "no option: every word counts alike; the summary also has the mean of utterances, --report sys of speakers",
        ),
        "--time": "no option: files with times are paired by time",
        **dict.fromkeys(
            ("--github", "--github-summary", "--summary-markdown"),
            "--max-wer PERCENT and --verdict KIND=FILE, of the kind markdown",
        ),
        **dict.fromkeys(("--no-punct", "--text-norm", "--remove-tags"), "--normalise NAME"),
        **dict.fromkeys(("--print-alignments", "--substitutions"), "--report pra"),
        "--ne": "--entities FILE",
        "--capitalization": "--with punctuation",
        "--calibration": "--with confidence",
        "--mixed": "-c --keep-ascii: words of ASCII whole, other letters one by one",
        **dict.fromkeys(("--median", "--std"), "--json, with mean_utterance_wer and median_utterance_wer"),
        **dict.fromkeys(
            ("--max-length", "--min-length", "--min-duration", "--max-duration"),
            _ALL_IS_SCORED,
        ),
        **dict.fromkeys(
            ("--exclude", "--exclude-ids", "--skip-ids", "--drop-ids"), "a REF without these ids, and --missing skip"
        ),
        **dict.fromkeys(("--ignore-ids", "--no-ids", "--order", "--by-order", "--in-order", "--by-line"), _IN_ORDER),
        **dict.fromkeys(("--filter-speaker", "--only-speaker"), _SPEAKERS_OF_A_FILE),
        "--normalize-numbers": "--normalise numbers-en, or that of another language",
        "--ignore-hyphens": "--equivalents hyphens",
        **dict.fromkeys(("--ignore-diacritics", "--strip-accents", "--strip-diacritics"), "--normalise no-marks"),
        **dict.fromkeys(("--compact", "--pretty", "--indent"), "no option: jq formats what --json writes"),
        **dict.fromkeys(("--jsonl", "--json-lines"), "--json --utterances"),
        **dict.fromkeys(("--show-errors", "--print-errors", "--examples"), "scorelite show REF HYP"),
        **dict.fromkeys(
            ("--oov", "--vocab", "--wordlist", "--keyword-list", "--rare-words", "--biasing-list"),
            "--with classes=FILE",
        ),
        "--key": "--id-column NAME",
        "--id": "--id-column NAME of a table; of one utterance scorelite show REF HYP ID",
        "--graphemes": _GRAPHEMES,
        "-n": "--normalise NAME; of utterances scorelite show REF HYP --limit N",
        **dict.fromkeys(
            ("--tracked-changes", "--track-changes", "--docx", "--redline"),
            "--page FILE, which shows both texts marked",
        ),
        "--verbatim": "no option: texts are compared as they are; --normalise 'drop:uh um' and repeats read cleanly",
        "--pier": "--with classes=FILE, whose rows are the points of interest",
        **dict.fromkeys(("--numbers-zh", "--numbers-ja"), "no option: numbers of these languages stay as they are"),
        **dict.fromkeys(("--transliterate", "--romanise", "--romanize"), "--normalise ascii"),
        **dict.fromkeys(("--unescape", "--html", "--entities-html"), "--normalise escapes"),
        **dict.fromkeys(("--collar", "--time-tolerance"), "scorelite meetings REF HYP --measure tcp --collar SECONDS"),
        "--timing": "--with times",
        "--reference-tier": "--ref-tier NAME",
        **dict.fromkeys(("--ref-channel", "--hyp-channel"), "--channel NAME, or --channel OLD=NEW for another name"),
        "--measure": "no option: the summary has all rates of words, -c those of characters; others are "
        "scorelite meetings or segments REF HYP --measure NAME",
        "--speaker": _SPEAKERS_OF_A_FILE,
        **dict.fromkeys(("--utt2dur", "--utt2duration"), "--slices FILE --by duration:0-3-6, with ranges of seconds"),
        **dict.fromkeys(("--no-quotes", "--quoting", "--quotechar"), _QUOTES),
        **dict.fromkeys(("--drop-speaker-names", "--strip-speaker-names", "--remove-speakers"), _HEADS),
        "--json-schema": "--json, whose schema is docs/reference/results.schema.json",
        "--schema": "--json, whose schema is docs/reference/results.schema.json",
        "--map": "--normalise FILE.csv, whose rows are a word and what to read for it",
        "--sheet": "a csv file: save the sheet as one",
        "--pattern": "a pattern of the shell, such as 'hyps/*.json'",
        **dict.fromkeys(("--log-level", "-v"), "no option: warnings are on stderr"),
        "--beam": "no option: the alignment is exact",
        "--no-case": "no option: case is ignored unless -s is given",
        **dict.fromkeys(
            ("--ref-text", "--hyp-text"),
            "files, or of texts in Python: scorelite.wer('the cat sat', 'the cat'); --ref-column NAME is a column",
        ),
        "--weights": "no option: every word counts alike; --policy 4/3/3:SID has the costs of errors",
        **dict.fromkeys(("--p-value", "--pvalue"), "scorelite compare --ref REF HYP HYP, whose tests show p"),
        **dict.fromkeys(("--time-mediated", "--by-time"), "no option: files with times are paired by time"),
        **dict.fromkeys(("--keep-blanks", "--keep-spaces", "--spaces", "--count-spaces"), _BLANKS),
        **dict.fromkeys(("--min-confidence", "--confidence-threshold"), _ALL_CONFIDENCES),
        **dict.fromkeys(
            ("--no-speech-prob", "--max-no-speech-prob"), "no option: all segments of a recogniser are scored"
        ),
        "--ner": "--entities FILE",
        **dict.fromkeys(
            ("--merge-compounds", "--join-compounds", "--compounds", "--compound-words", "--compound"),
            "--normalise leaderboard-en or leaderboard-multilingual, which merge compounds, or --equivalents FILE with "
            "lines such as 'news paper | newspaper'",
        ),
        **dict.fromkeys(("--semantic", "--semdist", "--bertscore"), "--measures FILE, with numbers of other programs"),
        **dict.fromkeys(("--memory", "--chunk", "--batch-size", "--cache"), "--stream, for files larger than memory"),
        "--browser": "--page FILE",
        "--ranking": "scorelite compare",
        **dict.fromkeys(("--tag", "--label", "--description"), "-o FILE, whose name can say it"),
    },
    "compare": {
        "--rel": "no option: differences are points of percent",
        **dict.fromkeys(("--hyp-names", "--system-names", "--names", "--labels"), "--name FILE=NAME"),
        **dict.fromkeys(("--pvalue", "--p-value"), "no option: every test shows p; --significant --level P decides"),
        **dict.fromkeys(("--systems", "--hypotheses", "--models"), "hypotheses as operands, behind --ref FILE"),
        **dict.fromkeys(("--samples", "--num-samples"), "--replications N"),
        **dict.fromkeys(("--pairs", "--matrix", "--all-pairs"), "no option: hypotheses are compared pair by pair"),
        **dict.fromkeys(("--heatmap", "--chart", "--graph"), "--plot KIND=FILE"),
        **dict.fromkeys(("--diff-only", "--details", "--verbose"), "--top N: the utterances that changed most"),
        **dict.fromkeys(("--speaker", "--per-file"), "--slice speaker or --slice session"),
        **dict.fromkeys(("--allow", "--min-difference"), "--max-wer-increase POINTS"),
        **dict.fromkeys(("--xlsx", "--excel"), "--csv FILE, which spreadsheets open"),
        "--equal": "--same",
        **dict.fromkeys(_WITHOUT_OVERLAP, _OVERLAPPED),
        "--utterances": "--top N: the utterances that changed most",
        **dict.fromkeys(("--ignore-ids", "--by-order", "--in-order", "--by-line"), _IN_ORDER),
        **dict.fromkeys(
            ("--collar", "--convention", "--uem", "--overlap"),
            "scorelite segments REF HYP --json -o FILE with this option for each, and then scorelite compare FILE FILE",
        ),
        "--no-test": "no option: tests decide nothing without --significant",
        **dict.fromkeys(("--order", "--sort", "--ascending"), "no option: --json has all rates"),
    },
    "check": {
        "--report": "no option: problems are lines of the output; --json has all",
        "--preset": "--subtitles NAME, such as netflix or bbc",
        **dict.fromkeys(
            ("--max-length", "--max-line-length", "--max-line-width", "--line-length", *_LINE_LENGTHS), "--max-chars N"
        ),
        "--max-line": _OF_LINES,
        "--profile": "--subtitles NAME, such as netflix or bbc",
        **dict.fromkeys(
            ("--max-gap", "--largest-gap"), "no option: gaps may be long; --min-gap SECONDS limits short ones"
        ),
        **dict.fromkeys((*_BROKEN, "--skip-broken"), "scorelite convert IN OUT --skip-broken"),
        "--stats": "--max-cps N, which reports the speed of each cue above N",
        **dict.fromkeys(("--max-cpl", "--cpl"), "--max-chars N, of each line"),
        **dict.fromkeys(("--junit", "--sarif", "--badge"), "no option: problems are lines path:line:column"),
        **dict.fromkeys(
            ("--fps", "--framerate"), "no option: scorelite convert takes the rate of formats that count frames"
        ),
        **dict.fromkeys(
            ("--html", "--page", "--csv", "--markdown"), "no option: problems are lines of the output; --json has all"
        ),
        **dict.fromkeys(("--limit", "--first"), "| head"),
        **dict.fromkeys(("--shot-changes", "--frame-rate"), "no option: cues are checked without their video"),
        **dict.fromkeys(("--jobs", "-j", "--threads"), "no option: files are checked one by one"),
        **dict.fromkeys(("--type", "--schema"), "--format NAME"),
        **dict.fromkeys(("--verbose", "--count"), "no option: a line for each file says what it has"),
        "--max-errors": "no option: all problems of a file are reported",
        **dict.fromkeys(("--ids", "--sort", "--dry-run"), "no option: all of a file is read, and nothing is written"),
        **dict.fromkeys(("--cps", "--reading-speed"), "--max-cps N"),
        "--wpm": "--max-wpm N",
        "--min-cps": "no option: fast cues alone are reported, by --max-cps N",
        "--ignore": "no option: all problems are reported; without --subtitles those of the format alone",
        "--no-overlap": "no option: overlaps are reported along with --subtitles NAME",
        **dict.fromkeys(("--normalise", "--language", "--lang"), "no option: check reads formats, not words"),
    },
    "normalise": {
        "--speaker-map": "scorelite convert IN OUT --speaker-map FILE, which renames speakers",
        **dict.fromkeys(("--strip-diacritics", "--strip-accents", "--no-accents"), "--normalise no-marks"),
        **dict.fromkeys(("--steps", "--pipeline", "--chain", "--name", "-n"), "--normalise NAME, again for each step"),
        **dict.fromkeys(("--rule", "--sub"), "--normalise FILE of rules, or 'replace:a=b'"),
        "--drop": "--normalise 'drop:uh um'",
        **dict.fromkeys(("--contractions", "--expand-contractions", "--american", "--spelling"), _OF_WHISPER),
        **dict.fromkeys(("--casefold", "--basic", "--whisper-en"), "--normalise NAME"),
        **dict.fromkeys(("--ascii", "--transliterate"), "--normalise no-marks, without accents"),
        **dict.fromkeys(("--upper", "--uppercase"), "--normalise casefold, for small letters alone"),
        **dict.fromkeys(("--digits", "--currency"), "--normalise numbers-en, or that of another language"),
        **dict.fromkeys(("--stats", "--count", "--preview", "--diff", "--explain"), "--changes FILE"),
        **dict.fromkeys(("--jobs", "-j", "--threads"), "no option: one process is quick enough"),
    },
    "formats": dict.fromkeys(("--read", "--write"), "no option: every line of the list says read or write"),
}
"""What a command answers to an option of others."""


def names_answered(command: str) -> Iterable[str]:
    """The options of others that a command answers.

    >>> "--oov" in names_answered("kws"), [*names_answered("nosuch")]
    (True, [])
    """
    return ANSWERS.get(command, {})


def answer_of(command: str, name: str) -> str:
    """The end of a message about an option of others that a command has an answer for; empty for other options.

    >>> answer_of("kws", "--oov"), answer_of("kws", "--nosuch"), answer_of("vote", "--oov")
    ('; expected --by-oov', '', '')
    """
    answer = ANSWERS.get(command, {}).get(name)
    return expecting(answer) if answer else ""
