===============================================================================

                     SENTENCE LEVEL REPORT FOR THE SYSTEM:
    Name: weights

===============================================================================


SPEAKER y
id: (y-1)
Scores: (#C #S #D #I) 2 0 0 1
Attributes: Ref_weight Hyp_weight 
REF:  ***     the     end     
HYP:  THE     the     end     
R_WE:         1.0000  0.5000  
H_WE: 1.0000  1.0000  0.5000  
Eval: I                       

Correct               =  100.0%    2   (  2)
Substitutions         =    0.0%    0   (  0)
Deletions             =    0.0%    0   (  0)
Insertions            =   50.0%    1   (  1)

Errors                =   50.0%    1   (  1)

Ref. words            =            2   (  2)
Hyp. words            =            3   (  3)
Aligned words         =            3   (  3)

-------------------------------------------------------------------------------

