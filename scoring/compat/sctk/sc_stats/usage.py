"""Usage text of sc_stats."""

from __future__ import annotations

USAGE = b"""\
sc_stats: <OPTIONS>
sc_stats Version: 1.3, SCTK Version: 1.3
Input Options:
    -p                             Read from stdin, the piped output
                                   alignments from another sctk program.
Output Options:
    -O output_dir                  Writes all output files into output_dir.
                                   Defaults to the hypfile's directory
    -n name                        Writes all multiple hypothesis file
                                   reports to files beginning with 'name'.
                                   Using '-' writes to stdout. Default:
                                   'Ensemble'
    -e 'ensemble description'      Description of the ensemble of hyp files.
    -l width                       Set the report line width to 'width'
Report Generation Options:
    -r [ lur | sum | rsum | es | res | prn | npr | none ]
                                   Defines the output reports.  Default 'none'.
Statistical Test Options:
    -t [ mcn | mapsswe | sign | wilc | anovar | std4 ]
                                   Create comparison matrices for each
                                   if the specified tests.
    -v                             For each test performed on a pair of
                                   hyp files, output a detailed analysis.
    -u                             Rather than creating a comparison matrix
                                   for each test, unify statistical test
                                   results into a single comparison matrix
    -f [ E | R | W ]               Percentage formula used in the sign,
                                   wilcoxon and anovar tests. Def, 'E'\x20
                                   for Word E.
    -g [ range | grange | grange2 | det ]
                                   Create range graphs based on the %\x20
                                   formula defined by '-f'
"""
