"""Help of asclite, which a command line without words prints."""

from __future__ import annotations

USAGE = b"""\
Asclite version: 1.10 ("Ma Douce")
Usage: asclite <Input Options> [<Alignment Options>] [<Output Options>] [Scoring Report Options>]
Input Options:
    -r <reffilename> [ rttm | stm | trn ]
                  Defines the reference file and its format.
                  The default format is 'trn'.
    -h <hypfilename> [ ctm | rttm | trn ] [ <title> ]
                  Defines the hypothesis file, its format, and the 'title' used
                  for reports. The default title is the filename.
                  This option may be used more than once.
                  The default format is 'trn'.
    -i <ids>      Set the utterance id type (for trn mode only)
Filter Options:
    -spkrautooverlap [ ref | hyp | both ]
                  Check if the speakers are self-overlaping or not.
    -uem <uemfilename> [ ref | hyp | both ]
                  Apply the UEM rules.
                  The default value is 'both'.
    -noisg        Do not creates the Inter Segment Gaps.
    -spkrmap      Check speaker map coincide with the Speaker ref and Hyp.
Alignment Options:
    -s            Do case-sensitive alignments.
    -F            Score fragments as correct.
    -D [ ref | hyp | both ]
                  Score optional tokens as correct based on the flag's value:
                  hyp: a hypothesis word is optional and the work is deleted,
                  ref: a reference word is optional and the word is inserted,
                  both: both 'ref' and 'hyp' are in effect.
                  The default value is 'both'.
    -time-base-cost
                  Used the time base cost model for the alignment.
    -time-prune <time_threshold>
                  Activates the time pruning optimization with allowed error of <time_threshold> millisecond(s).
    -word-time-align <time_threshold>
                  Activates the time optimization for word alignment with allowed error of \
<time_threshold> millisecond(s).
    -spkr-align <mdm_spkr_align_file_csv>
                  Activates the speaker alignment optimization regarding the <mdm_spkr_align_file_csv> csv file.
    -adaptive-cost
                  Activates the adaptive cost based on the time.
    -wordalign-cost
                  Activates the word align cost based on the edit distance.
    -overlap-limit <max_nb_of_overlaping speaker>
                  Change the maximum number of overlaping speaker (default: 4).
    -overlap-min <min_nb_of_overlaping speaker>
                  Change the minimum number of overlaping speaker (default: 0).
    -only-SG <segment_group_ID>
                  Only score the segment group specified (default: disable, scoring all Segment Groups).
    -memory-compression <block_KB>
                  Set the memory compression with compressed <block_KB> KB block (default: off / recommended: 256).
    -force-memory-compression
                  Force the memory compression.
    -memory-limit <max_GB>
                  Set the maximum memory allocation in GB for the LCM (default: 2.0).
                  If <max_GB> is smaller then 2 GB then every segmentation above <max_GB> will not be aligned.
                  If <max_GB> is bigger 2 GB and memory compression has been activated
                    then every segmentation above <max_GB> will not be aligned
                     and every segmentation between 2 GB and <max_GB> will be aligned.
                  If <max_GB> is bigger 2 GB and memory compression has not been activated
                    every segmentation above 2 GB will not be aligned.
    -difficulty-limit <max_GB>
                  Set the maximum difficulty limit in GB for the LCM (disabled).
                  Every segmentation above this limit will not be aligned.
    -min-difficulty-limit <max_GB>
                  Set the min difficulty limit in GB for the LCM (disabled).
                  Every segmentation below this limit will not be aligned.
    -generic-cost This options trigger the generic cost model computing the results disregarding the notion
                  of hyp and ref, the results will be a multiple-alignment.
                  The hypotheses files are the only input.
    -threads <nb_threads>
                  Set the number of threads to <nb_threads> for parallel computation (default: 1).
Output Options:
    -O <output_dir>
                  Writes all output files into output_dir.
                  The default directory is the hypfile's.
    -f <level>    Defines feedback mode.
                  The default value is 4.
                  Silent: 0.
                  Alignment: 6.
                  Alignment only: 7.
    -l <width>    Defines the line width used for reports.
Scoring Report Options:
    -o [ sum | rsum | sgml ] [ sdtout ]
                  Defines the output reports.
                  The default value is 'sum stdout'.

Note:
LCM:              Levenshtein Cost Matrix.
"""
