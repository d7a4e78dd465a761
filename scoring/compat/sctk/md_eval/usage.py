"""Help of md-eval."""

from __future__ import annotations

USAGE = b"""Usage: md-eval.pl [-h] -r <ref_file> -s <src_file>

Description:  md-eval evaluates EARS metadata detection performance
      by comparing system metadata output data with reference data
INPUT:
  -R <ref-list>  A file containing a list of the reference metadata files
       being evaluated, in RTTM format.  If the word-mediated alignment
       option is used then this data must include reference STT data
       in addition to the metadata being evaluated.
  OR
  -r <ref-file>  A file containing reference metadata, in RTTM format

  -S <sys-list>  A file containing a list of the system output metadata
       files to be evaluated, in RTTM format.  If the word-mediated
       alignment option is used then this data must include system STT
       output data in addition to the metadata to be evaluated.
  OR
  -s <sys-file>  A file containin system output metadata, in RTTM format

  input options:
    -x to include complex edits in the analysis and scoring.
    -w for word-mediated alignment.
       * The default (time-mediated) alignment aligns ref and sys metadata
         according to the time overlap of the original ref and sys metadata
         time intervals.
       * Word-mediated alignment aligns ref and sys metadata according to
         the alignment of the words that are subsumed within the metadata
         time intervals.
    -W for word-optimized mapping.
       * The default (time-optimized) mapping maps ref and sys metadata
         so as to maximize the time overlap of mapped metadata events.
       * Word-optimized mapping maps ref and sys metadata so as to
         maximize the overlap in terms of the number of reference words
         that are subsumed within the overlapping time interval.
    -a <cfgs> Conditional analysis options for metadata detection performance:
         c for performance versus channel,
         f for performance versus file,
         g for performance versus gender, and
         s for performance versus speaker.
    -A <cf> Conditional analysis options for word coverage performance:
         c for performance versus channel,
         f for performance versus file,
    -t <time gap> The maximum time gap allowed between matching reference
       and system output words (in seconds).  Default value is 1.
    -T <time gap> The maximum time gap allowed between matching reference
       and system output metadata (in seconds).  Default value is 1.
    -l <SU extent limit>  The maximum SU extent used to compute overlap
       between reference and system output SU's.  For time-optimized SU
       mapping this is the maximum time extent.  For word-optimized SU
       mapping (using the -W option) this is the maximum number of words.
       SU extent is limited to the last part of the SU. Default value is
       0.5 for time-optimized mapping, 2 for word-optimized mapping.
    -u <uem-file> A file containing the evaluation partitions,
       in UEM format.
    -g <glm-file> A file containing word transformations used to
       standardize the representation of words.
    -o to include overlapping speech in MD evaluation.  With this option,
       separate recognition passes are made for each reference speaker.
    -c <collar> is the no-score zone around reference speaker segment
       boundaries.  (Speaker Diarization output is not evaluated within
       +/- collar seconds of a reference speaker segment boundary.)
       Default value is 0 seconds.
    -1 to limit scoring to those time regions in which only a single
       speaker is speaking
    -y <name> to select named no-eval conditions for metadata
    -Y <name> to select named no-score conditions for metadata
    -z <name> to select named no-eval conditions for speaker diarization
    -Z <name> to select named no-score conditions for speaker diarization
    -e to examine metadata mapping
    -d to print word alignment and error calculation details
    -D to print metadata event alignment and error calculation details
    -m to print speaker mapping details for speaker diarization
    -M FILE to print speaker mapping details for speaker diarization to a CSV file called 'FILE'
    -v to print the event sequence for each diarization source file
    -n to keep the directory names of the UEM source file entries
OUTPUT:
  Performance statistics are written to STDOUT.

"""
