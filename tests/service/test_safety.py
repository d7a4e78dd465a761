"""Safety of the service: files, names of hosts, origins of pages, rules of strangers, and headers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from scorelite.scoring.service.inputs import content_below
from scorelite.scoring.service.limits import Limits
from tests.service.conftest import Service, Start


def test_a_file_of_the_folder_is_read(service: Service) -> None:
    actual = service.post("score", ref={"file": "ref.trn"}, hyp={"file": "deep/hyp.trn"}).json
    assert (actual["wer"], actual["hyp"]) == (0, "hyp.trn")


@pytest.mark.parametrize(
    "path",
    [
        *(
            "../secret.trn",
            "deep/../../secret.trn",
            "../corpora-secret/a.trn",
            "link.trn",
            "away/a.trn",
            "pipe.trn",
            "device.trn",
        ),
        *(
            "/etc/passwd",
            "/proc/self/environ",
            "deep",
            "",
            ".",
            "..",
            "nothing.trn",
            "ref.trn\0",
            "./ref.trn",
            "deep//hyp.trn",
        ),
        *("C:\\a.trn", "~/a.trn", "file:///etc/passwd", "-"),
    ],
)
def test_a_way_out_of_the_folder_is_refused_with_one_message(path: str, service: Service) -> None:
    reply = service.post("convert", content={"file": path}, to="txt")
    assert reply.status == 422
    assert "is not a file of the folder that --files names" in reply.json["detail"]


def test_an_absolute_path_into_the_folder_is_refused(service: Service, folder: Path) -> None:
    assert service.post("convert", content={"file": str(folder / "ref.trn")}, to="txt").status == 422


@pytest.mark.parametrize("name", ["large.trn", "huge.trn"])
def test_a_file_that_is_too_large_is_refused(name: str, service: Service) -> None:
    detail = service.post("convert", content={"file": name}, to="txt").json["detail"]
    assert detail == f"the file '{name}' is larger than 1 MB; send less, or start the service with --max-body 4M"


@pytest.mark.parametrize("swapped", ["a.csv", "in"])
def test_a_file_that_is_swapped_for_a_link_while_it_is_opened_is_not_followed(
    swapped: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "root" / "in").mkdir(parents=True)
    (tmp_path / "secret").mkdir()
    (tmp_path / "root" / "in" / "a.csv").write_text("a,own\n")
    (tmp_path / "secret" / "a.csv").write_text("a,secret\n")
    names = ("root", "in", "a.csv") if swapped == "a.csv" else ("root", "in")
    target = tmp_path / "secret" / "a.csv" if swapped == "a.csv" else tmp_path / "secret"
    opened, places = os.open, []

    def swapping(path: str, flags: int, *others: Any, **options: Any) -> int:
        handle = opened(path, flags, *others, **options)
        places.append(str(path))
        if path == swapped:
            tmp_path.joinpath(*names).rename(tmp_path / "moved")
            tmp_path.joinpath(*names).symlink_to(target)
        return handle

    monkeypatch.setattr(os, "open", swapping)
    limits = Limits(files=str(tmp_path / "root"))
    assert content_below("in/a.csv", limits).getvalue() == b"a,own\n"
    assert places.count("a.csv") == 1
    with pytest.raises(OSError, match="in/a.csv|symbolic|directory"):
        content_below("in/a.csv", limits)


def test_without_the_option_no_file_is_opened(start: Start) -> None:
    reply = start().post("convert", content={"file": "README.md"}, to="txt")
    assert (reply.status, "--files DIR" in reply.json["detail"]) == (422, True)


@pytest.mark.parametrize(
    "rules",
    [
        {"text": "[normalization]\nreplace /etc/passwd\n", "name": "rules.conf"},
        {"file": "../secret.csv"},
        {"text": "a", "name": "/etc/passwd"},
        {"name": "/etc/passwd"},
    ],
)
def test_rules_open_no_other_file(rules: dict[str, str], service: Service) -> None:
    reply = service.post("normalise", content="a", rules=rules)
    assert reply.status == 422
    assert "root:" not in reply.body.decode()


@pytest.mark.slow
def test_an_expression_that_takes_too_long_is_an_error_and_the_next_request_is_answered(service: Service) -> None:
    rules = {"text": '"(a+)+$",b\n', "name": "rules.regex.csv"}
    reply = service.post("normalise", content="a" * 40 + "!", rules=rules)
    assert (reply.status, reply.json["title"]) == (422, "LimitError")
    assert service.post("align", ref="a", hyp="a").status == 200


@pytest.mark.parametrize(
    "host",
    ["rebound.example", "127.0.0.1.example:80", "localhost.evil.example", "", "[::1", "a:b", "localhost:", "@:1"],
)
def test_a_foreign_name_of_the_host_is_refused(host: str, service: Service) -> None:
    reply = service.request("GET", "/openapi.json", Host=host)
    assert reply.status == 400


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:81", "127.0.0.1:5", "[::1]:5", "10.0.0.1", "localhost.:8"])
def test_own_names_and_addresses_are_answered(host: str, service: Service) -> None:
    assert service.request("GET", "/openapi.json", Host=host).status == 200


@pytest.mark.slow
def test_a_further_name_is_allowed_by_its_option(start: Start) -> None:
    running = start("--allow-host", "Scores.example")
    assert running.request("GET", "/v1/health", Host="scores.example").status == 200
    assert running.request("GET", "/v1/health", Host="other.example").status == 400


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost", "file://"]
)
def test_a_page_of_another_site_is_refused(origin: str, service: Service) -> None:
    body = b'{"ref": "a", "hyp": "a"}'
    reply = service.request("POST", "/v1/align", body, Content_Type="application/json", Origin=origin)
    assert reply.status == 403


def test_a_page_of_the_service_is_answered(service: Service) -> None:
    body, origin = b'{"ref": "a", "hyp": "a"}', f"http://{service.host}"
    assert service.request("POST", "/v1/align", body, Content_Type="application/json", Origin=origin).status == 200


def test_a_request_with_two_lengths_is_refused_and_its_connection_closed(service: Service) -> None:
    head = f"POST /v1/align HTTP/1.1\r\nHost: {service.host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n"
    hidden = f"GET /v1/health HTTP/1.1\r\nHost: {service.host}\r\n\r\n"
    answered = service.raw(head.encode() + b"0\r\n\r\n" + hidden.encode())
    assert answered.startswith(b"HTTP/1.1 400 ")
    assert answered.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("path", ["/", "/explorer", "/api", "/openapi.json", "/nothing"])
def test_every_answer_has_the_headers_of_safety_and_no_name_of_a_server(path: str, service: Service) -> None:
    headers = service.request("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert not {"server", "x-powered-by", "access-control-allow-origin"} & set(headers)


def test_a_body_that_is_gzip_is_limited_in_words(service: Service) -> None:
    import gzip

    data = gzip.compress(b"a (u-1)\n" + b"b " * 30_000)
    reply = service.form("score", ("ref", "a.txt.gz", data), ("hyp", None, b"a"))
    assert (reply.status, "words" in reply.json["detail"]) == (422, True)


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the limit of memory needs /proc")
def test_memory_of_a_request_is_limited(start: Start) -> None:
    import gzip

    data = gzip.compress(b"a" * (32 << 20))
    running = start("--max-memory", "60")
    reply = running.form("score", ("ref", "a.txt.gz", data), ("hyp", None, b"a"))
    assert (reply.status, reply.json["title"]) == (503, "Service Unavailable")
    assert running.post("align", ref="a", hyp="a").status == 200
