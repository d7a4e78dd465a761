#!/bin/sh
# Makes the golden files with the real sclite: the alignments of each case as sgml, and the reports on them.
# Usage: make.sh /usr/lib/sctk/bin/sclite
set -eu
sclite=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cd "$work"

# case NAME REPORTS ARGUMENTS...: one run with the alignments and the reports together, as NAME.*
case_of() {
    name=$1 reports=$2
    shift 2
    # shellcheck disable=SC2086
    "$sclite" "$@" -f 0 -O "$here" -n "$name" -o sgml $reports 2>"$here/$name.notices"
    # The name of the weights has quotes that nothing can read back.
    sed -i 's/creation_date="[^"]*"/creation_date="DATE"/; s/weight_filename=".*"/weight_filename=""/' "$here/$name.sgml"
    [ -s "$here/$name.notices" ] || rm "$here/$name.notices"
}

cat >ref.trn <<'END'
the cat sat on the mat (anna-1)
a dog (anna-2)
one two three four five six seven (bert-1)
yes (a_very_long_speaker_name-1)
END
cat >hyp.trn <<'END'
the cat on a mat (anna-1)
a dog (anna-2)
one too three four five and six seven (bert-1)
yes yes (a_very_long_speaker_name-1)
END
case_of plain "sum rsum" -r ref.trn -h hyp.trn trn "A title//of two lines" -i spu_id
case_of characters "sum rsum" -r ref.trn -h hyp.trn trn "Characters" -i spu_id -c
case_of wide "sum" -r ref.trn -h hyp.trn trn \
    "A title that is a good deal wider than the eighty columns of the page on which the table is centred// and more" -i spu_id

cat >weights.wwl <<'END'
;; 'Headings' 'Word Spelling' 'Importance'
;; Default missing weight '0.75'
cat 3.5
dog 2.25
one 0.5
yes 0
END
case_of weights "wws sum" -r ref.trn -h hyp.trn trn "Weights" -i spu_id -w weights.wwl

cat >ref.trn <<'END'
 (silent-1)
 (mute-1)
hello there (talker-1)
END
cat >hyp.trn <<'END'
 (silent-1)
uh huh (mute-1)
hello here (talker-1)
END
case_of wordless "sum rsum" -r ref.trn -h hyp.trn trn "Two speakers without reference words" -i spu_id

cat >ref.stm <<'END'
;; CATEGORY "0" "" ""
;; LABEL "O" "Overall" "All utterances"
;; CATEGORY "1" "Place of recording" ""
;; LABEL "IN" "In//doors" "Recorded in a room"
;; LABEL "OUT" "Out//doors" "Recorded in the street"
;; LABEL "NO" "Nowhere" "Never used"
f A anna 0 10 <o,in> the cat sat on the mat
f A anna 10 20 <o,out> a dog
f A bert 20 30 <o,out> one two three four
f A carl 30 40 <o,in>
f A dora 40 50 <,in> yes
END
cat >hyp.ctm <<'END'
f A 1 0.1 the 0.9
f A 2 0.1 cat 0.8
f A 3 0.1 on 0.95
f A 4 0.1 a 0.3
f A 5 0.1 mat 0.75
f A 11 0.1 a 0.6
f A 12 0.1 frog 0.45
f A 21 0.1 one 1.5
f A 22 0.1 two 0.5
f A 23 0.1 tree 0.25
f A 31 0.1 hmm 0
f A 41 0.1 yes 0.99
END
case_of labels "lur" -r ref.stm stm -h hyp.ctm ctm "Labels"
case_of labels_after_others "sum rsum lur" -r ref.stm stm -h hyp.ctm ctm "Labels"

sed 's/ <[^>]*>//; /^;;/d' ref.stm >plain.stm
case_of unlabelled "lur" -r plain.stm stm -h hyp.ctm ctm "No labels"
# One utterance without confidences, as only sgml input can have it.
sed '/"(anna-001)"/ { s/,h_conf//; n; s/,[0-9.]*:/:/; s/,[0-9.]*$// }' "$here/labels.sgml" >some.sgml
case_of some_confidences "sum rsum" -P <some.sgml
