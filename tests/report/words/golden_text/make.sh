#!/bin/sh
# Makes the golden files again with NIST's sclite (release 2.4.10): ./make.sh /usr/lib/sctk/bin/sclite
# First the alignments of our own inputs as SGML (in.sgml), then from that SGML every text report (out.*).
set -e
sclite=$1
cd "$(dirname "$0")"
for name in talk radio phone weights letters; do
    rm -rf $name
    mkdir $name
done
$sclite -r talk.ref -h talk.hyp trn talk -i rm -D -F -f 0 -O talk -n in -o sgml
$sclite -r radio.ref stm -h radio.hyp ctm radio -D -f 0 -O radio -n in -o sgml
$sclite -r phone.ref ctm -h phone.hyp ctm phone -T -f 0 -O phone -n in -o sgml
$sclite -r weights.ref -h weights.hyp trn weights -i rm -w weights.wwl -f 0 -O weights -n in -o sgml
$sclite -r letters.ref -h letters.hyp trn letters -i rm -e utf-8 -c -s -f 0 -O letters -n in -o sgml
# The program does not escape the quotes around the name of a column and then cannot read the result.
sed -i 's/ Column "\(.*\)""/ column \1"/' weights/in.sgml
for name in talk radio phone weights letters; do
    sed -i 's/creation_date="[^"]*"/creation_date="Mon Jan  1 00:00:00 2024"/' $name/in.sgml
    $sclite -P -f 0 -O $name -n out -o pra prf dtl snt spk sgml nl.sgml < $name/in.sgml
done
$sclite -P -f 0 -O talk -n narrow -l 60 -o pra prf < talk/in.sgml
