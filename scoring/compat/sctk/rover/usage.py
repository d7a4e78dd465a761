"""Usage text of rover."""

from __future__ import annotations

USAGE = b"""\
rover: <OPTIONS>
rover Version: 0.1, SCTK Version: 1.3
Description: rover takes N input files and does an N-way DP alignment
             on those files.  The output is either a set of minimal cost
             alignments, or a Voted output depending the -m option.
Input Options:
    -h hypfile ctm
                Define the hypothesis file and it's format. This option
                must be used more than once.
Output Options:
    -o outfile  Define the output file.  (Will be same format as hyps)
    -f level    Defines feedback mode, default is 1
    -l width    Defines the line width.
Alignment Options:
    -m meth     Execute method:
                oracle   -> output the fully alternated transcript
                meth1    -> alpha = -a , conf = -c, choose highest avg
                maxconf  -> Same as meth1, but use the maximum conf
                            score for a CS set as the metric
                avgconf  -> alpha*Sum(WO) + (1-alpha)Sum(Conf(W))
                maxconfa -> Same as maxconf, but conf=N(@)/S
                putat    -> Output the putative hit format
    -s          Do Case-sensitive alignments.
    -T          Use time information, (if available), to calculated word-to-
                word distances based on times.
Processing Options:
    -a alpha    Default: 1.0
    -c Null_conf
                Default: 0.0
"""
