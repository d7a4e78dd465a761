SCORING FOR SPEAKER: s
     of letters

SENTENCE RECOGNITION PERFORMANCE

 sentences                                           2
 with errors                            100.0%   (   2)

   with substitions                      50.0%   (   1)
   with deletions                         0.0%   (   0)
   with insertions                       50.0%   (   1)


WORD RECOGNITION PERFORMANCE

Percent Total Error       =   12.0%   (   3)

Percent Correct           =   92.0%   (  23)

Percent Substitution      =    8.0%   (   2)
Percent Deletions         =    0.0%   (   0)
Percent Insertions        =    4.0%   (   1)
Percent Word Accuracy     =   88.0%


Ref. words                =           (  25)
Hyp. words                =           (  26)
Aligned words             =           (  26)

CONFUSION PAIRS                  Total                 (2)
                                 With >=  1 occurrences (2)

   1:    1  ->  G ==> g
   2:    1  ->  Ü ==> ü
     -------
         2



INSERTIONS                       Total                 (1)
                                 With >=  1 occurrences (1)

   1:    1  ->  c
     -------
         1



DELETIONS                        Total                 (0)
                                 With >=  1 occurrences (0)

     -------
         0



SUBSTITUTIONS                    Total                 (2)
                                 With >=  1 occurrences (2)

   1:    1  ->  G
   2:    1  ->  Ü
     -------
         2


* NOTE: The 'Substitution' words are those reference words
        for which the recognizer supplied an incorrect word.


FALSELY RECOGNIZED               Total                 (2)
                                 With >=  1 occurrences (2)

   1:    1  ->  g
   2:    1  ->  ü
     -------
         2


* NOTE: The 'Falsely Recognized' words are those hypothesis words
        which the recognizer incorrectly substituted for a reference word.

