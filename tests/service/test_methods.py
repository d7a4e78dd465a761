"""Methods of the service: texts and files of any format, and errors with their places."""

from __future__ import annotations

import pytest

from scorelite import scoring
from scorelite.scoring import kws
from scorelite.scoring.service.methods import METHODS
from tests.conftest import ROOT
from tests.service.conftest import Service
from tests.test_json_guide import fields, listed

DEMO = ROOT / "resources" / "demo"


@pytest.mark.parametrize("name", [method.name for method in METHODS])
def test_the_example_of_a_method_is_answered(name: str, service: Service) -> None:
    (example,) = (dict(method.example) for method in METHODS if method.name == name)
    reply = service.post(name, **example)
    assert (reply.status, reply.headers["content-type"]) == (200, "application/json"), reply.body
    (described,) = (method.result for method in METHODS if method.name == name)
    assert set(described) & set(reply.json)


def test_scores_are_those_of_the_python_interface(service: Service) -> None:
    refs, hyps = ["the cat sat", "Good day"], ["the cat sat down", "good way"]
    expected = scoring.score(refs, hyps, case_sensitive=True).to_dict(utterances=True)
    assert service.post("score", ref=refs, hyp=hyps, case_sensitive=True).json == expected


def test_the_usual_names_of_sides_are_understood_as_json_and_as_a_form(service: Service) -> None:
    assert service.post("score", reference="a b", hypothesis="a c", normalize="basic").json["wer"] == 0.5
    fields = [("reference", None, b"a (u-1)\n"), ("prediction", None, b"b (u-1)\n")]
    formats = [("reference_format", None, b"trn"), ("hyp_format", None, b"trn")]
    assert service.form("score", *fields, *formats).json["wer"] == 1.0
    assert service.post("score", reference="a", ref="a", hyp="a").json["detail"] == "the field 'ref' is given twice"


@pytest.mark.parametrize("name", ["score", "meetings", "segments", "kws"])
def test_the_page_of_a_result_comes_with_it_where_it_is_asked_for(name: str, service: Service) -> None:
    (example,) = (dict(method.example) for method in METHODS if method.name == name)
    assert "page" not in service.post(name, **example).json
    page = service.post(name, **example, page=True).json["page"]
    assert page.startswith("<!DOCTYPE html>")
    assert "default-src &#x27;none&#x27;; script-src &#x27;sha256-" in page


def test_two_hypotheses_are_compared_with_paired_tests(service: Service) -> None:
    refs = [f"a b {place}" for place in range(30)]
    worse = [text.replace("a", "x") for text in refs]
    answer = service.post("compare", ref=refs, hyp_a=worse, hyp_b=refs).json
    assert (answer["a"]["wer"], answer["b"]["wer"], answer["increase"]) == (1 / 3, 0.0, -1 / 3)
    assert answer["tests"]["bootstrap"]["p"] < 0.05
    ref, hyp_a, hyp_b = ({"text": "\n".join(texts), "name": "a.txt"} for texts in (refs, worse, refs))
    files = service.post("compare", ref=ref, hyp_a=hyp_a, hyp_b=hyp_b).json
    assert (files["increase"], files["tests"]["bootstrap"]["p"]) == (
        answer["increase"],
        answer["tests"]["bootstrap"]["p"],
    )


def test_meetings_find_the_speakers_that_belong_together(service: Service) -> None:
    ref, hyp = (f"talk 1 {a} 0 1 good day\ntalk 1 {b} 1 2 hi\n" for a, b in (("anna", "ben"), ("y", "x")))
    answer = service.post("meetings", ref={"text": ref, "name": "r.stm"}, hyp={"text": hyp, "name": "h.stm"}).json
    assert answer["total"]["errors"] == 0
    assert answer["sessions"][0]["assignment"] == [["anna", "y"], ["ben", "x"]]


def test_texts_by_id_are_paired_by_id(service: Service) -> None:
    ref, hyp = {"utterances": {"a": "x", "b": "y"}}, {"utterances": {"b": "y"}}
    assert service.post("score", ref=ref, hyp=hyp, missing="delete").json["wer"] == 0.5
    assert service.post("score", ref=ref, hyp=hyp).json["title"] == "MismatchError"


@pytest.mark.parametrize(("ref", "hyp"), [("ref.stm", "hyp.ctm"), ("ref.trn", "hyp.trn")])
def test_uploaded_files_of_any_format_are_scored(ref: str, hyp: str, service: Service) -> None:
    fields = [(side, name, (DEMO / name).read_bytes()) for side, name in (("ref", ref), ("hyp", hyp))]
    actual = service.form("score", *fields, ("utterances", None, b"false"), ("reports", None, b"sum")).json
    assert (actual["errors"], actual["reference"], "utterances" in actual) == (18, 153, False)
    assert "Sum/Avg" in actual["reports"]["sum"]


def test_files_in_json_have_a_name_or_a_format(service: Service) -> None:
    ref, hyp = ((DEMO / f"{side}.trn").read_text() for side in ("ref", "hyp"))
    by_name = service.post("score", ref={"text": ref, "name": "ref.trn"}, hyp={"text": hyp, "name": "hyp.trn"}).json
    by_format = service.post("score", ref=ref, hyp=hyp, ref_format="trn", hyp_format="trn").json
    assert by_name["errors"] == by_format["errors"] == 18
    assert (by_name["ref"], by_format["ref"]) == ("ref.trn", "<ref>")


def test_a_text_beside_a_file_is_lines_of_text(service: Service) -> None:
    actual = service.post("score", ref=["a b", "c"], hyp={"text": "a b\nd\n", "name": "hyp.txt"}).json
    assert (actual["errors"], actual["reference"]) == (1, 3)


def test_normalisers_and_rules_run_in_their_order_and_say_what_they_moved(service: Service) -> None:
    rules = {"text": "colour,color\n", "name": "rules.csv"}
    actual = service.post("score", ref="The COLOUR.", hyp="the color", normalise="basic", rules=rules).json
    assert actual["errors"] == 0
    assert actual["without_normalisation"]["errors"] == 1
    assert {rule["rule"] for rule in actual["rules"]} == {
        "lower",
        "punctuation",
        "blanks",
        "csv: 'colour'",
    }


def test_rules_are_uploaded_as_well(service: Service) -> None:
    fields = [("ref", None, b"the colour"), ("hyp", None, b"the color"), ("rules", "rules.csv", b"colour,color\n")]
    assert service.form("score", *fields).json["errors"] == 0


def test_a_file_is_normalised_in_its_format(service: Service) -> None:
    content = {"text": "Hello, World! (anna-1)\n", "name": "a.trn"}
    actual = service.post("normalise", content=content, normalise="basic", changes=True).json
    assert (actual["content"], actual["format"]) == ("hello world (anna-1)\n", "trn")
    assert len(actual["changes"]) == 4


def test_cues_without_words_are_left_out_of_a_normalised_file(service: Service) -> None:
    cues = "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\n[MUSIC]\n"
    actual = service.post("normalise", content={"text": cues, "name": "a.srt"}, normalise="captions").json
    assert actual["content"] == cues.partition("\n\n")[0] + "\n"
    assert actual["notices"] == ["1 cue left out, because all words were removed"]


def test_a_converted_file_that_is_not_text_is_base64(service: Service) -> None:
    actual = service.post("convert", content="a b (u-1)\n", format="trn", to="parquet").json
    assert "content" not in actual
    again = {"base64": actual["base64"], "name": "a.parquet"}
    assert service.post("convert", content=again, to="kaldi").json["content"] == "u-1 a b\n"


def test_broken_cues_are_left_out_and_listed_on_request(service: Service) -> None:
    content = "1\n00:00:0x,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n"
    answer = service.post("convert", content=content, format="srt", to="txt", skip_broken=True).json
    assert answer["content"] == "two\n"
    assert [text.partition(":")[2] for text in answer["left_out"]] == ["2:1: invalid times; left out lines 1 to 3"]


def test_a_wrong_file_is_an_error_with_its_place_its_line_and_a_caret(service: Service) -> None:
    reply = service.form(
        "convert", ("content", "talk.ctm", b"a 1 0.0 0.5 hello\na 1 oops 0.5 world\n"), ("to", None, b"trn")
    )
    assert (reply.status, reply.headers["content-type"]) == (422, "application/problem+json")
    (problem,) = reply.json["problems"]
    assert (problem["path"], problem["line"], problem["column"]) == ("talk.ctm", 2, 5)
    assert problem["text"].splitlines()[1:] == ["  a 1 oops 0.5 world", "      ^"]


@pytest.mark.parametrize(
    ("arguments", "detail"),
    [
        ({"ref": "a"}, "the field 'hyp' is missing"),
        ({"ref": "a"}, "the field 'hyp' is missing; expected the hypothesis: a text, a list of texts, texts by id, or"),
        ({"ref": ["a"], "hyp": ["a"], "ids": ["u"]}, 'expected ids in ref and hyp: {"utterances": {ID: TEXT}}'),
        ({"ref": {"u": "a"}, "hyp": {"u": "a"}}, 'expected texts by id as {"utterances": {"u": TEXT}}, or a file as'),
        ({"ref": "a", "hyp": "a", "polcy": "x"}, "unknown field 'polcy'; did you mean policy?"),
        ({"ref": "a", "hyp": 5}, "hyp is of type int; expected a text"),
        ({"ref": "a", "hyp": "a", "markup": "yes"}, "markup is 'yes'; expected true or false"),
        ({"ref": "a", "hyp": "a", "unit": "wrod"}, "unit is 'wrod'; did you mean word?"),
        ({"ref": "a", "hyp": "a", "policy": "sclit"}, "policy 'sclit' is unknown"),
        ({"ref": "a", "hyp": "a", "normalise": "/etc/passwd"}, "normaliser '/etc/passwd' is unknown"),
        ({"ref": "a", "hyp": "a", "overlap": "earlier"}, "overlap has no effect on texts"),
        ({"ref": "a " * 20_001, "hyp": "a"}, "ref has more than 20,000 words; send it in parts"),
        ({"ref": {"text": "a " * 20_001, "name": "a.txt"}, "hyp": "a"}, "ref has more than 20,000 words"),
        ({"ref": {"utterances": {"\ud800": "a"}}, "hyp": {"utterances": {"\ud800": "a"}}}, "half a character"),
        ({"ref": "\ud800", "hyp": {"text": "\ud800"}}, "half a character"),
    ],
)
def test_a_wrong_argument_is_named(arguments: dict[str, object], detail: str, service: Service) -> None:
    reply = service.post("score", **arguments)
    assert reply.status == 422
    assert detail in reply.json["detail"]


@pytest.mark.parametrize(
    ("method", "path", "body", "kind", "status"),
    [
        ("POST", "/v1/score", b"{", "application/json", 400),
        ("POST", "/v1/score", b"[1]", "application/json", 400),
        ("POST", "/v1/score", b'{"ref": NaN}', "application/json", 400),
        ("POST", "/v1/score", b'{"ref": "a", "ref": "b"}', "application/json", 400),
        ("POST", "/v1/score", b"\xff\xfe{", "application/json", 400),
        ("POST", "/v1/score", b"[" * 100_000, "application/json", 400),
        ("POST", "/v1/score", b"--b\r\n", "multipart/form-data; boundary=b", 400),
        ("POST", "/v1/score", b"--b--", "multipart/form-data", 400),
        ("POST", "/v1/score", b"a=b", "application/x-www-form-urlencoded", 415),
        ("POST", "/v1/score", b" " * (1 << 20) + b" ", "application/json", 413),
        ("POST", "/v1/nothing", b"{}", "application/json", 404),
        ("GET", "/v1/score", None, "", 405),
        ("POST", "/openapi.json", b"", "application/json", 405),
        ("GET", "/../../etc/passwd", None, "", 404),
    ],
)
def test_a_request_that_is_wrong_has_the_state_that_says_so(
    method: str, path: str, body: bytes | None, kind: str, status: int, service: Service
) -> None:
    reply = service.request(method, path, body, Content_Type=kind)
    assert (reply.status, reply.headers["content-type"]) == (status, "application/problem+json"), reply.body
    assert reply.json["status"] == status
    if status == 405:
        assert reply.headers["allow"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/health", "/v1/health"), ("/score", "/v1/score"), ("/v1/wer", "/v1/score"), ("/docs", "/"), ("/nothing", "")],
)
def test_the_path_that_is_meant_is_named(path: str, expected: str, service: Service) -> None:
    said = service.request("GET", path, None).json["detail"]
    instead = f"expected {expected}; " if expected else ""
    assert said == f"{path} does not exist; {instead}/openapi.json lists all paths"


def test_a_null_among_texts_and_an_unknown_normaliser_are_said_in_the_words_of_the_service(service: Service) -> None:
    reply = service.post("score", ref=["a", None], hyp=["a", "b"])
    assert (reply.status, reply.json["detail"]) == (422, 'ref[1] is null; expected a text, "" for no words')
    reply = service.post("score", ref="a", hyp="a", normalise="nosuch")
    assert reply.json["detail"].endswith("lists all; or rules, the field of files of rules")


def test_a_body_without_a_length_is_limited_too(service: Service) -> None:
    import http.client

    connection = http.client.HTTPConnection(service.host)
    connection.putrequest("POST", "/v1/score")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    try:
        for _ in range(17):
            connection.send(piece)
        connection.send(b"0\r\n\r\n")
    except OSError:
        pass  # it has answered before the end
    assert connection.getresponse().status == 413
    connection.close()


def test_a_gzip_file_that_is_cut_within_its_header_is_an_error(service: Service) -> None:
    cut = {"base64": "H4sIAAAA", "name": "a.ctm.gz"}
    reply = service.post("convert", content=cut, to="stm")
    assert reply.status == 422
    assert "broken gzip data" in reply.json["detail"]


@pytest.mark.parametrize("side", ["", [], ["", ""]])
def test_a_score_of_nothing_is_an_error(side: object, service: Service) -> None:
    reply = service.post("score", ref=side, hyp=side)
    assert (reply.status, reply.json["title"]) == (422, "MismatchError")
    assert "nothing was scored" in reply.json["detail"]


def test_labels_of_which_no_region_holds_one_are_an_error(service: Service) -> None:
    ref = {"text": "SPEAKER a 1 0 4 <NA> <NA> anna <NA> <NA>\n", "name": "ref.rttm"}
    actual = service.post("segments", ref=ref, hyp=ref, uem={"text": "a 1 100 200\n", "name": "a.uem"}).json
    assert "nothing was scored: no label of ref or hyp is in the regions of uem" in actual["detail"]


def test_keywords_with_decisions_are_scored_and_take_no_threshold(service: Service) -> None:
    names = {"ecf": "ecf.xml", "rttm": "ref.rttm", "kwlist": "kwlist.xml", "kwslist": "kwslist.xml"}
    files = {kind: ROOT / "resources" / "demo_kws" / name for kind, name in names.items()}
    files_sent = {kind: {"text": path.read_text(), "name": path.name} for kind, path in files.items()}
    expected = kws.score_files(*files.values()).result
    assert service.post("kws", **files_sent).json["atwv"] == expected.atwv
    assert "threshold=0.5 has no effect" in service.post("kws", **files_sent, threshold=0.5).json["detail"]


def test_rules_that_make_alternatives_are_refused_where_files_have_no_marks(service: Service) -> None:
    rules = {"text": ";; \n[A] => [{ A / B }] / [ ] __ [ ]\n", "name": "rules.glm"}
    for name, text in (("hyp.ctm", "a 1 0 1 A\n"), ("hyp.txt", "A\n")):
        reply = service.post("normalise", content={"text": text, "name": name}, rules=rules)
        assert "a rule that makes alternatives" in reply.json["detail"]


@pytest.mark.parametrize("name", ["score", "compare", "meetings", "segments", "kws"])
def test_answers_have_the_number_of_the_form_and_the_fields_of_the_guide(name: str, service: Service) -> None:
    (example,) = (dict(method.example) for method in METHODS if method.name == name)
    document = service.post(name, **example).json
    sections = ("Counts", "Every document", "score", name)
    assert document["schema"] == 1
    assert sorted({*fields(document)}.difference(*map(listed, sections))) == []


def test_rates_of_answers_are_fractions(service: Service) -> None:
    assert service.post("score", ref="a b c d", hyp="a b c e").json["wer"] == 0.25


def test_a_browser_that_asks_for_nothing_sees_a_page(service: Service) -> None:
    reply = service.request("GET", "/<b>nothing", Accept="text/html,*/*;q=0.8")
    assert (reply.status, reply.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert b"This page does not exist." in reply.body
    assert b'<a href="/">Score</a>' in reply.body
    assert b"<b>" not in reply.body
    assert b"<script" not in reply.body


def test_words_may_stand_for_others_as_names_words_or_files(service: Service) -> None:
    sides = {"ref": "we gonna go co-op", "hyp": "we going to go co op"}
    assert service.post("score", **sides).json["errors"] == 4
    rules = {"gonna": ["going to"]}
    assert service.post("score", **sides, equivalents=rules).json["errors"] == 2
    assert service.post("score", **sides, equivalents=["hyphens", rules]).json["errors"] == 0
    file = {"text": "gonna | going to\n", "name": "rules.txt"}
    reply = service.post("score", **sides, equivalents=[file], equivalents_side="hyp").json
    assert (reply["errors"], "side=hyp" in reply["signature"]) == (4, True)
    assert (
        service.form("score", *_fields(sides), ("equivalents", "rules.txt", b"gonna | going to\n")).json["errors"] == 2
    )
    assert service.post("align", **sides, equivalents=rules).json["errors"] == 2
    refused = service.post("score", **sides, equivalents="/etc/passwd").json["detail"]
    assert refused == "equivalents '/etc/passwd' is unknown; expected one of: hyphens, cut-offs, any-words, redactions"


def _fields(sides: dict[str, str]) -> list[tuple[str, None, bytes]]:
    return [(name, None, text.encode()) for name, text in sides.items()]


def test_verdicts_correct_the_reference(service: Service) -> None:
    ref, hyp = ({"text": f"the {word} cat (u1)\n", "name": f"{word}.trn"} for word in ("grey", "gray"))
    assert service.post("score", ref=ref, hyp=hyp).json["errors"] == 1
    verdict = '{"id": "u1", "begin": 1, "end": 2, "ref": "grey", "alt": "gray", "verdict": "both right"}\n'
    assert service.post("score", ref=ref, hyp=hyp, verdicts=verdict).json["errors"] == 0
    wrong = service.post("score", ref="a", hyp="a", verdicts=verdict).json["detail"]
    assert wrong == "verdicts has no effect on texts; it is for files"


def test_ids_with_another_suffix_are_paired_where_it_is_removed(service: Service) -> None:
    sides = {name: {"text": f"a b (u1{suffix})\n"} for name, suffix in (("ref", ""), ("hyp", ".wav"))}
    formats = {"ref_format": "trn", "hyp_format": "trn"}
    assert service.post("score", **sides, **formats).status == 422
    assert service.post("score", **sides, **formats, strip_id="[.]wav$").json["correct"] == 2
    texts = {name: {"utterances": {f"u1{suffix}": "a b"}} for name, suffix in (("ref", ""), ("hyp", ".wav"))}
    assert service.post("score", **texts, strip_id="[.]wav$").json["correct"] == 2


def test_the_printed_form_of_words_is_read_where_it_is_asked_for(service: Service) -> None:
    word = '{"word": "hi", "punctuated_word": "Hi!", "start": 0, "end": 1}'
    text = f'{{"results": {{"channels": [{{"alternatives": [{{"transcript": "hi", "words": [{word}]}}]}}]}}}}'
    hyp = {"text": text, "name": "a.deepgram.json"}
    ref = {"text": "Hi!\n", "name": "a.txt"}
    sides = {"ref": ref, "hyp": hyp, "hyp_format": "deepgram", "case_sensitive": True}
    assert service.post("score", **sides).json["errors"] == 1
    assert service.post("score", **sides, printed=True).json["errors"] == 0


def test_subtitles_are_laid_out_and_moved(service: Service) -> None:
    words = {"content": "t 1 0.0 1.0 good\nt 1 1.0 1.0 day\n", "format": "ctm", "to": "srt"}
    answer = service.post("convert", **words, max_chars=4, max_lines=1, max_duration=5, shift=1.5).json
    assert answer["content"] == "1\n00:00:01,500 --> 00:00:02,500\ngood\n\n2\n00:00:02,500 --> 00:00:03,500\nday\n"
    wrong = service.post("convert", **words, max_chars=1.5)
    assert "max_chars is 1.5; expected a whole number, 1 or more" in str(wrong.json)
