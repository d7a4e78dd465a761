SCORING FOR SPEAKER: y
     of weights

SENTENCE RECOGNITION PERFORMANCE

 sentences                                           1
 with errors                            100.0%   (   1)

   with substitions                       0.0%   (   0)
   with deletions                         0.0%   (   0)
   with insertions                      100.0%   (   1)


WORD RECOGNITION PERFORMANCE

Percent Total Error       =   50.0%   (   1)

Percent Correct           =  100.0%   (   2)

Percent Substitution      =    0.0%   (   0)
Percent Deletions         =    0.0%   (   0)
Percent Insertions        =   50.0%   (   1)
Percent Word Accuracy     =   50.0%


Ref. words                =           (   2)
Hyp. words                =           (   3)
Aligned words             =           (   3)

CONFUSION PAIRS                  Total                 (0)
                                 With >=  1 occurrences (0)

     -------
         0



INSERTIONS                       Total                 (1)
                                 With >=  1 occurrences (1)

   1:    1  ->  the
     -------
         1



DELETIONS                        Total                 (0)
                                 With >=  1 occurrences (0)

     -------
         0



SUBSTITUTIONS                    Total                 (0)
                                 With >=  1 occurrences (0)

     -------
         0


* NOTE: The 'Substitution' words are those reference words
        for which the recognizer supplied an incorrect word.


FALSELY RECOGNIZED               Total                 (0)
                                 With >=  1 occurrences (0)

     -------
         0


* NOTE: The 'Falsely Recognized' words are those hypothesis words
        which the recognizer incorrectly substituted for a reference word.

