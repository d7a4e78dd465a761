"""Audio of the error page: links to files beside it, and words that play in a real browser."""

from __future__ import annotations

import json
import time
import wave
from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring.cli.main import main
from tests.conftest import PATIENCE


def sound(path: Path, seconds: float = 5.0) -> None:
    """A silent file of 8 kHz."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(b"\x80" * int(8000 * seconds))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two recordings with times, one of which has audio; the page stands in another folder than the audio."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.stm").write_text(
        "my#talk A s 1.0 4.0 a b c\nother A s 0.0 2.0 d\nother A s 2.0 3.0 e\n", encoding="utf-8"
    )
    (tmp_path / "hyp.ctm").write_text(
        "my#talk A 1.25 0.25 a\nmy#talk A 2.5 0.5 x\nmy#talk A 3.25 0.5 c\nother A 0.5 0.5 d\nother A 2.5 0.5 e\n",
        encoding="utf-8",
    )
    (tmp_path / "pages").mkdir()
    sound(tmp_path / "sound 1" / "my#talk.wav")
    return tmp_path


def opened(browser: Any, path: Path) -> Any:
    shown = browser.new_page()
    shown.on("pageerror", lambda error: pytest.fail(str(error)))
    shown.on("request", lambda request: request.url.startswith(("file:", "blob:")) or pytest.fail(request.url))
    shown.goto(path.as_uri())
    shown.locator("html[data-ready], [role=alert]").first.wait_for(state="attached")
    return shown


def until(shown: Any, condition: str) -> None:
    """Waits for a condition; the driver's own way to wait is stopped by the policy of the page."""
    end = time.monotonic() + PATIENCE
    while not shown.evaluate(condition):
        assert time.monotonic() < end, condition
        shown.wait_for_timeout(20)


def text_of(folder: Path) -> str:
    return (folder / "pages" / "p.html").read_text(encoding="utf-8")


def test_a_click_on_a_word_plays_it_there(folder: Path, browser: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "ref.stm", "hyp.ctm", "--page", "pages/p.html", "--audio", "sound 1"]) == 0
    assert "2 of 3 utterances have no file, such as 'other'" in capsys.readouterr().err
    shown = opened(browser, folder / "pages" / "p.html")
    # Sound stands still, so that its place does not depend on the load of the machine.
    shown.evaluate("player.defaultPlaybackRate = player.playbackRate = 0")
    shown.locator("#list tbody tr").first.click()
    shown.locator("#detail .step", has_text="x").click()
    until(shown, "player.readyState > 1 && !player.seeking")
    assert shown.evaluate("player.currentTime") == 2.5
    assert not shown.evaluate("player.paused")
    assert shown.evaluate("[player.duration, player.error, decodeURIComponent(player.getAttribute('src'))]") == [
        5,
        None,
        "../sound 1/my#talk.wav",
    ]
    until(shown, "document.querySelector('.heard .said')?.textContent === 'x'")
    shown.evaluate("player.pause(); player.currentTime = 0")
    shown.locator("[data-view=errors]").click()
    shown.locator("#list tbody tr").first.click()
    shown.keyboard.press(" ")
    until(shown, "player.currentTime === 2.5 && !player.paused")
    shown.keyboard.press(" ")
    assert shown.evaluate("player.paused")


def test_an_utterance_without_audio_says_so(folder: Path, browser: Any) -> None:
    assert main(["score", "ref.stm", "hyp.ctm", "--page", "pages/p.html", "--audio", "sound 1"]) == 0
    shown = opened(browser, folder / "pages" / "p.html")
    shown.locator("#list tbody tr", has_text="0").nth(1).click()
    shown.keyboard.press(" ")
    assert "no audio file" in shown.locator("#silent").inner_text()
    (folder / "sound 1" / "my#talk.wav").write_bytes(b"no sound")
    shown.locator("#list tbody tr").first.click()
    shown.keyboard.press(" ")
    shown.locator("#silent", has_text="cannot play ../sound 1/my#talk.wav").wait_for()


def test_media_is_allowed_with_audio_only(folder: Path) -> None:
    assert main(["score", "ref.stm", "hyp.ctm", "--page", "pages/p.html"]) == 0
    assert "media-src" not in text_of(folder)
    assert "playChosen" not in text_of(folder)
    assert main(["score", "ref.stm", "hyp.ctm", "--page", "pages/p.html", "--audio", "sound 1/{session}.wav"]) == 0
    assert "media-src &#x27;self&#x27; file:; base-uri" in text_of(folder)


def test_ids_of_utterances_name_files(folder: Path, browser: Any) -> None:
    names = ["one", "sub/two.wav", "../three", "/four"]
    for name in ("ref", "hyp"):
        lines = [f"{word} ({key})\n" for word, key in zip("abcd", names, strict=True)]
        (folder / f"{name}.trn").write_text("".join(lines), encoding="utf-8")
    for path in ("clips/one.flac", "clips/sub/two.wav", "three.wav", "four.wav"):
        sound(folder / path)
    assert main(["score", "ref.trn", "hyp.trn", "--page", "p.html", "--audio", "clips"]) == 0
    shown = opened(browser, folder / "p.html")
    find = "Array.from(linkOf, number => links[number - 1] ?? '')"
    assert shown.evaluate(find) == ["clips/one.flac", "clips/sub/two.wav", "", ""]
    assert main(["score", "ref.trn", "hyp.trn", "--page", "p.html", "--audio", "clips/{id}.flac"]) == 0
    assert opened(browser, folder / "p.html").evaluate(find) == ["clips/one.flac", "", "", ""]


def test_a_manifest_names_the_files(folder: Path, browser: Any, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("far/a 1.wav", "the cat sat", "the cat sad"), ("b.wav", "a dog", "a hog"), ("../passwd", "no", "now")]
    for name, *_ in rows[:2]:
        sound(folder / "data" / name)
    lines = [
        json.dumps({"audio_filepath": name, "duration": 4.0, "text": ref, "pred_text": hyp}) for name, ref, hyp in rows
    ]
    (folder / "data" / "m.jsonl").write_text("\n".join(lines), encoding="utf-8")
    wanted = ["score", "data/m.jsonl", "--page", "pages/p.html", "--audio", "data/m.jsonl"]
    assert main([*wanted, "--embed-audio", "1M"]) == 0
    assert "1 of 3 utterances have no file, such as 'passwd'" in capsys.readouterr().err
    assert main(wanted) == 0
    shown = opened(browser, folder / "pages" / "p.html")
    links = shown.evaluate("Array.from(linkOf, number => links[number - 1] ?? '')")
    assert links == ["../data/far/a%201.wav", "../data/b.wav", ""]
    shown.locator("#list tbody tr", has_text="a 1").click()
    shown.locator("#detail .step", has_text="sad").click()
    until(shown, "!player.paused && player.currentTime > 0")
    (folder / "data" / "m.jsonl").write_text(f"{lines[0]}\n{lines[0].replace('far/', '')}\n", encoding="utf-8")
    assert main(wanted) == 2
    assert "are both 'a 1'; expected files of different names" in capsys.readouterr().err
    (folder / "data" / "bad.jsonl").write_text('{"text": "a"}\n', encoding="utf-8")
    assert main([*wanted[:-1], "data/bad.jsonl"]) == 2
    assert "audio_filepath" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("pages", "no file for any utterance, such as 'my#talk'; expected a folder with my#talk.wav"),
        ("nowhere", "is not a folder, pattern or manifest; expected a folder, a path with {session} or {id}"),
        ("{id}.wav", "these files have no id; expected {session} or {channel}"),
    ],
)
def test_a_wrong_place_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], wanted: str, message: str) -> None:
    assert main(["score", "ref.stm", "hyp.ctm", "--page", "pages/p.html", "--audio", wanted]) == 2
    assert message in capsys.readouterr().err
    assert not (folder / "pages" / "p.html").exists()


def test_a_page_of_python_has_the_same_audio(folder: Path) -> None:
    result = scoring.score_files("ref.stm", "hyp.ctm")
    named = {"my#talk": Path("sound 1") / "my#talk.wav"}
    assert main(["score", "ref.stm", "hyp.ctm", "--page", "pages/p.html", "--audio", "sound 1"]) == 0
    for wanted in ("sound 1", Path("sound 1"), named):
        with pytest.warns(UserWarning, match="2 of 3 utterances have no file, such as 'other'"):
            result.page("pages/q.html", audio=wanted)
        assert (folder / "pages" / "q.html").read_text(encoding="utf-8") == text_of(folder)
    with pytest.raises(UsageError, match="audio='nowhere' is not a folder, pattern or manifest"):
        result.page("pages/q.html", audio="nowhere")
    with pytest.raises(MismatchError, match="no file for any utterance, such as 'my#talk'"):
        result.page("pages/q.html", audio={})
    assert result.page(audio=None) == result.page()


def test_audio_needs_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "ref.stm", "hyp.ctm", "--audio", "sound 1"]) == 2
    assert "--page" in capsys.readouterr().err


def test_files_in_the_page_play_without_those_beside_it(browser: Any, folder: Path, capsys: Any) -> None:
    wanted = ["score", "ref.stm", "hyp.ctm", "--page", "pages/p.html", "--audio", "sound 1"]
    assert main([*wanted, "--embed-audio", "1M"]) == 0
    (folder / "sound 1" / "my#talk.wav").unlink()
    assert "my#talk" not in text_of(folder).partition('id="facts"')[0].partition("<style>")[0]
    shown = opened(browser, folder / "pages" / "p.html")
    shown.locator("#list tbody tr", has_text="my#talk").click()
    shown.locator("#detail .step", has_text="x").click()
    until(shown, "player.currentTime >= 2.5 && player.src.startsWith('blob:')")
    sound(folder / "sound 1" / "my#talk.wav")
    (folder / "pages" / "p.html").unlink()
    capsys.readouterr()
    assert main([*wanted, "--embed-audio", "10k"]) == 2
    said = capsys.readouterr().err
    assert "--embed-audio 10,240 bytes: 1 file of audio with 40,044; expected --embed-audio 1M" in said
    assert not (folder / "pages" / "p.html").exists()


def test_a_comparison_of_systems_plays_too(browser: Any, folder: Path, capsys: Any) -> None:
    text = (folder / "hyp.ctm").read_text(encoding="utf-8")
    (folder / "other.ctm").write_text(text.replace(" x", " b"), encoding="utf-8")
    wanted = ["compare", "--ref", "ref.stm", "hyp.ctm", "other.ctm", "--audio", "sound 1"]
    with pytest.raises(SystemExit):
        main([*wanted, "--page", "pages/p.html"])
    shown = opened(browser, folder / "pages" / "p.html")
    assert shown.evaluate("links") == ["../sound%201/my%23talk.wav"]
