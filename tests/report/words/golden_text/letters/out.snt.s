===============================================================================

                     SENTENCE LEVEL REPORT FOR THE SYSTEM:
    Name: letters

===============================================================================


SPEAKER s
id: (s_1)
Scores: (#C #S #D #I) 18 2 0 0
Attributes: Character_align Case_sensitve 
REF:  G r ö ß e u n d Ü b e r r a s c h u n g 
HYP:  g r ö ß e u n d ü b e r r a s c h u n g 
Eval: S                 S                        

Correct               =   90.0%   18   ( 18)
Substitutions         =   10.0%    2   (  2)
Deletions             =    0.0%    0   (  0)
Insertions            =    0.0%    0   (  0)

Errors                =   10.0%    2   (  2)

Ref. words            =           20   ( 20)
Hyp. words            =           20   ( 20)
Aligned words         =           20   ( 20)

-------------------------------------------------------------------------------

id: (s_2)
Scores: (#C #S #D #I) 5 0 0 1
Attributes: Character_align Case_sensitve 
REF:  日 本 語 a b * 
HYP:  日 本 語 a b c 
Eval:                 I 

Correct               =  100.0%    5   ( 23)
Substitutions         =    0.0%    0   (  2)
Deletions             =    0.0%    0   (  0)
Insertions            =   20.0%    1   (  1)

Errors                =   20.0%    1   (  3)

Ref. words            =            5   ( 25)
Hyp. words            =            6   ( 26)
Aligned words         =            6   ( 26)

-------------------------------------------------------------------------------

