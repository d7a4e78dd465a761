"""Fixtures for all tests: the folders of NIST's programs and of golden cases, and our commands ready to run."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, NoReturn

import hypothesis
import pytest

from scorelite import core, scoring
from scorelite.core.work import NeedsNativeCore
from tests import peers
from tests.warm import Command, WarmProcess, read_at_start

pytest.register_assert_rewrite("tests.formats.check")

# The profiles of all property tests; `--hypothesis-profile thorough` has fifty times as many examples. No deadline: a
# busy machine is slow. Where CI is set, examples are the same in every run.
for _profile, _examples in (("scorelite", 20), ("thorough", 1000)):
    hypothesis.settings.register_profile(
        _profile, deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=_examples
    )
hypothesis.settings.load_profile("scorelite")

ROOT = Path(scoring.__file__).resolve().parent.parent
DEBIAN_FOLDER = Path("/usr/lib/sctk/bin")
ELF = b"\x7fELF"
# Seconds after which a process is taken for hung; a busy machine may take long for anything.
PATIENCE = 600
# A file system in memory: on a disk, making and removing the folder of a test can take longer than the test.
MEMORY = "/dev/shm"
ROOM = 4 << 30

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def pytest_configure(config: pytest.Config) -> None:
    """Prepares what programs that tests start inherit.

    They keep bytecode, in a folder of this run where no bytecode may be written: otherwise each of some thousand
    programs compiles all that it imports. They obey Ctrl-C and the end of a terminal, which programs ignore that a
    shell starts in the background, or nohup, as tests may be. And they find scorelite in this tree, whether it is
    installed or not. Folders of tests lie in memory where there is room for them.
    """
    if "TMPDIR" not in os.environ and _has_room(MEMORY):
        os.environ["TMPDIR"] = MEMORY
        tempfile.tempdir = None
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        folder = tempfile.TemporaryDirectory(prefix="scorelite-bytecode-")
        os.environ["PYTHONPYCACHEPREFIX"] = folder.name
        config.add_cleanup(folder.cleanup)


def _has_room(folder: str) -> bool:
    """Tells whether tests can write much into a folder, and run programs that they write there."""
    if not hasattr(os, "statvfs") or not os.access(folder, os.W_OK):
        return False
    system = os.statvfs(folder)
    return system.f_frsize * system.f_bavail > ROOM and not system.f_flag & getattr(os, "ST_NOEXEC", 0)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Counts tests in a browser among the slow ones, each as long as fifty others, and most cases of a sweep."""
    sweeps: dict[object, list[pytest.Item]] = {}
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
        if item.get_closest_marker("sweep"):
            sweeps.setdefault(getattr(item, "function", item), []).append(item)
    for cases in sweeps.values():
        (mark,) = cases[0].iter_markers("sweep")
        step = max(1, len(cases) // mark.args[0])
        for number, case in enumerate(cases):
            if number % step:
                case.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keeps the garbage collector away from what is collected: all of it stays, and there is a lot."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Skips a test that needs the native core where the pure-Python one was asked for.

    Tests of commands, which catch the error, say so by the mark `native`.
    """
    if core.NAME == "python" and item.get_closest_marker("native"):
        pytest.skip(str(NeedsNativeCore()))
    try:
        return (yield)
    except NeedsNativeCore as error:
        if core.NAME != "python":
            raise
        pytest.skip(str(error))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escapes lone surrogates in reports of failures: they cannot be sent from a worker of xdist, which then ends."""
    report = yield
    report.sections = [(_printable(title), _printable(text)) for title, text in report.sections]
    if report.failed and (text := str(report.longrepr)) != _printable(text):
        report.longrepr = _printable(text)
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Lists tests that skip for want of another package, where a variable names a file for them."""
    path = os.environ.get("SCORELITE_WITHOUT_PEERS")
    if path and "PYTEST_XDIST_WORKER" not in os.environ and peers.skipped(report):
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n")


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _missing(reason: str, switch: str = "SCORELITE_REQUIRE_REFERENCE") -> NoReturn:
    """Skips the test; fails it if an environment variable says that nothing may be missing."""
    if os.environ.get(switch, "") not in ("", "0"):
        pytest.fail(f"{switch} is set, but {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder with NIST's sclite: an ELF binary, never a program of ours under that name."""
    folder = Path(os.environ.get("SCTK_BIN") or DEBIAN_FOLDER)
    program = folder / "sclite"
    if not program.is_file():
        _missing(f"there is no sclite in {folder} (Debian: apt-get install sctk; elsewhere: set SCTK_BIN)")
    with program.open("rb") as file:
        if file.read(len(ELF)) != ELF:
            _missing(f"{program} is not NIST's program: not an ELF binary")
    return folder


@pytest.fixture(scope="session")
def gold() -> Path:
    """The folder of golden cases made with NIST's programs; it is not part of the repository."""
    value = os.environ.get("SCORELITE_GOLD")
    if not value:
        pytest.skip("SCORELITE_GOLD does not name the folder of golden cases")
    folder = Path(value).resolve()
    if not folder.is_dir():
        pytest.fail(f"SCORELITE_GOLD: {folder} is not a folder")
    return folder


def _environment(changes: dict[str, str] | None) -> dict[str, str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(changes or {})}
    environment.pop("COVERAGE_PROCESS_START", None)
    return environment


@pytest.fixture(autouse=True)
def _environment_is_left_as_it_was() -> Iterator[None]:
    """Variables of a test end with it: later commands would run in new processes, not in the warm one."""
    before = read_at_start(os.environ)
    yield
    left = read_at_start(os.environ)
    for name in left.keys() | before.keys():
        os.environ.pop(name, None)
    os.environ.update(before)
    assert left == before, "the test leaves other variables of the environment behind"


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmProcess]:
    """The process that runs our commands in copies of itself."""
    process = WarmProcess(_environment(None))
    yield process
    process.close()


def _runner(warm: WarmProcess, module: str, folder: Path) -> Run:
    code = f"import sys; from {module} import main; sys.exit(main())"

    def run(
        *arguments: str | bytes,
        stdin: bytes = b"",
        environment: dict[str, str] | None = None,
        timeout: float = PATIENCE,
        cwd: Path = folder,
    ) -> subprocess.CompletedProcess[bytes]:
        command = Command(module, arguments, cwd, _environment(environment))
        if warm.can_run(command):
            return warm.run(command, stdin, timeout)
        return subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=cwd,
            input=stdin,
            env=command.environment,
            capture_output=True,
            timeout=timeout,
            check=False,
        )

    return run


@pytest.fixture
def sclite(warm: WarmProcess, tmp_path: Path) -> Run:
    """Runs our sclite in the test's temporary folder: `sclite("-r", ..., stdin=b"", environment={})`."""
    return _runner(warm, "scorelite.scoring.cli.sclite", tmp_path)


@pytest.fixture
def scorelite(warm: WarmProcess, tmp_path: Path) -> Run:
    """Runs our `scorelite` in the test's temporary folder."""
    return _runner(warm, "scorelite.scoring.cli.main", tmp_path)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Chromium without a window, driven by playwright: to start it costs as much as two tests.

    The program that has no windows at all opens a page in half the time.
    """
    path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not path:
        _missing(
            "no chromium was found (Debian: apt-get install chromium-headless-shell; elsewhere: set CHROMIUM)",
            "SCORELITE_REQUIRE_BROWSER",
        )
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed: pip install playwright", "SCORELITE_REQUIRE_BROWSER")
    with sync_playwright() as program:
        # All pages are of files or of our own service: one process draws them all, which saves a quarter of the time.
        arguments = ["--no-sandbox", "--renderer-process-limit=1", "--disable-site-isolation-trials"]
        browser = program.chromium.launch(executable_path=path, args=arguments, timeout=PATIENCE * 1000)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which checks whether a page can be used by everyone."""
    path = os.environ.get("SCORELITE_AXE")
    if not path:
        _missing(
            "SCORELITE_AXE does not name axe.min.js (npm install axe-core: node_modules/axe-core/axe.min.js)",
            "SCORELITE_REQUIRE_BROWSER",
        )
    return Path(path).read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def _session(chromium: Any) -> Iterator[Any]:
    """A session whose first page stays: the pages of tests take its process, which costs more than most tests."""
    session = chromium.new_context(viewport={"width": 1100, "height": 1100})
    session.set_default_timeout(PATIENCE * 1000)
    session.grant_permissions(["clipboard-write"])
    session.new_page()
    yield session
    session.close()


@pytest.fixture
def browser(_session: Any) -> Iterator[Any]:
    """A session of Chromium without pages and cookies of other tests: `browser.new_page()`."""
    yield _session
    _session.set_offline(False)
    _session.clear_cookies()
    for page in _session.pages[1:]:
        page.close()
