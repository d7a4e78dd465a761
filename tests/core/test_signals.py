"""Signals and threads while the native core works."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import PATIENCE, ROOT
from tests.often import slow_but_for

# Every job would take much more processor time than it is given. An alarm rings while it runs.
PROGRAM = """
import os, random, resource, signal, sys, time
from array import array
from functools import partial
from scorelite import core as _core
from scorelite.core import compat as _compat

class Rang(Exception):
    pass

def ring(*_):
    raise Rang

draw = random.Random(1)
def words(n):
    return tuple(map(str, draw.choices(range(10**5), k=n)))
def columns(n):
    return [array("i", range(n)).tobytes()]
def rules(**options):
    return _core.Rules(_core.Charset("utf-8", {}, {}), **options)
def network(n):
    return _core.texts([" ".join("{ %s / %s / @ }" % (word, word[1:] or "x") for word in words(n))])
def timed(n):
    times = array("d", draw.choices(range(n), k=n)).tobytes()
    return _core.rows([word.encode() for word in words(n)], times, times, times, array("q", [0, n]).tobytes())
def many(n, threads):
    texts = _core.texts([" ".join(words(400)) for _ in range(100)])
    places = array("q", range(100)).tobytes() * n
    return partial(_core.align, rules(), texts, texts, threads, (places, places))
def stream(n, length=0, begin=0):
    times = () if not length else [array("d", [begin + k + late for k in range(n)]) for late in (0, length)]
    columns = [column.tobytes() for column in times] or [b"", b""]
    return array("i", draw.choices(range(1, 10**4), k=n)).tobytes(), *columns
def combined(segments, length):
    parts = [stream(20, length, 20 * k) for k in range(segments)]
    sides = [stream(20 * segments, length) for _ in range(4)]
    return partial(_core.best_combination, parts, sides, array("i", [0] * segments).tobytes(), 1 << 33, 100.0)
def streams(n, length):
    pair = array("i", [0, 0]).tobytes()
    return partial(_core.stream_costs, [stream(n, length)], [stream(n, length)], pair, (1, 1, 1), "SID")
def normalised(texts, operations):
    return partial(_core.Program([("table", [("1", "2", 0, 0)], False)] * operations).run, texts, True)
def silences(n):
    # The first system is silent after each word, the second one only at the end.
    begins = [array("d", range(0, 4 * n, 4)), array("d", range(0, 4 * n, 4))]
    ends = [array("d", range(1, 4 * n, 4)), array("d", range(4, 4 * n + 4, 4))]
    times = ([column.tobytes() for column in side] for side in (begins, ends))
    return partial(_compat.shared_silences, *times, array("i", [n, n]).tobytes(), 1.0, 0.0)
def votes(systems, slots):
    words = [array("i", [system]).tobytes() for system in range(systems)]
    times = [bytes(8)] * systems
    rest = (times, times, times), (999, 0.0), (1, 0.5), False
    return partial(_core.slot_votes, bytes(4 * systems * slots), words, *rest)
def ready(n):
    path = [("D", (word.encode(), None, None, 0.0, 0.0, 0.0, 0.0), None) for word in words(100)]
    return partial(_core.batch_of, _core.Charset("utf-8", {}, {}), False, [path] * n)
def joined(n):
    texts = _core.texts([" ".join(words(400)) for _ in range(100)])
    batch = _core.align(rules(), texts, texts)
    return partial(batch.join, [batch] * n)
def rows_of_json(n):
    data = b'{"t": "a b c", "i": "x"}' + chr(10).encode()
    return partial(_core.read_json, data * n, [("t", 33), ("i", 7)], (), False)
def symbols(n, *costs):
    return partial(_core.steps, words(n), words(n), costs, "SID", False)

JOBS = {
    "plain": lambda: symbols(300000, 4, 3, 3),
    "other costs": lambda: symbols(200000, 5, 4, 2),
    "short texts": lambda: partial(_core.symbol_counts, *[[words(90)] * 4000000] * 2, (4, 3, 3), "SID", False),
    "characters": lambda: partial(_core.align, rules(characters=0), _core.texts([" ".join(words(150000))]),
                                  _core.texts([" ".join(words(150000))])),
    "networks": lambda: partial(_core.align, rules(), network(60000), network(60000)),
    "times": lambda: partial(_core.align, rules(times=True), timed(150000), timed(150000)),
    "many texts": lambda: many(40000, 1),
    "many texts in threads": lambda: many(40000, 3),
    "ready-made alignments": lambda: ready(1000000),
    "joined batches": lambda: joined(100000),
    "twister": lambda: partial(_core.twister_sums, columns(100000), 1000000, 1),
    "groups": lambda: partial(_core.grouped_sums, columns(100000), array("q", [9] * 100000).tobytes(), 1000000, 1, 2),
    "glibc": lambda: partial(_compat.glibc_sums, columns(100000), 1000000, bytes(range(124))),
    "streams": lambda: streams(1000000, 0),
    "streams with times": lambda: streams(200000, 100000),
    "segments in streams": lambda: combined(3000, 0),
    "segments in streams with times": lambda: combined(5000, 1000),
    "orders of segments": lambda: partial(
        _core.interleaved, [[stream(20)] * 9] * 3, [stream(600), stream(600)], 1 << 34, 100.0),
    "silences": lambda: silences(300000),
    "slots": lambda: partial(_core.word_slots, columns(80000) * 2, bytes(80000), None),
    "votes": lambda: votes(255, 100000),
    "rules": lambda: partial(_core.Rewriter([(b"a" * 4000 + b"b", b"", b"", b"")]).rewrite, b"a" * 10000000),
    "normalised texts": lambda: normalised([" ".join(words(400))] * 1000000, 2),
    "a long normalised text": lambda: normalised([" ".join(words(400000))], 2000),
    "rows of JSON": lambda: rows_of_json(10000000),
}
job = JOBS[sys.argv[1]]()
signal.signal(signal.SIGALRM, ring)
seconds = int(time.process_time()) + 3
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
signal.setitimer(signal.ITIMER_REAL, 0.15)
try:
    job()
except Rang:
    print("rang", flush=True)
os._exit(0)
"""
NAMES = (
    "plain",
    "other costs",
    "short texts",
    "characters",
    "networks",
    "times",
    "many texts",
    "many texts in threads",
    "ready-made alignments",
    "joined batches",
    "twister",
    "groups",
    "glibc",
    "streams",
    "streams with times",
    "segments in streams",
    "segments in streams with times",
    "orders of segments",
    "silences",
    "slots",
    "votes",
    "rules",
    "normalised texts",
    "a long normalised text",
    "rows of JSON",
)
# One of each way to look for signals.
OFTEN = ("plain", "networks", "many texts in threads", "groups", "streams", "normalised texts", "rows of JSON")


def program(*arguments: str, text: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SCORELITE_CORE": "native"}
    command = [sys.executable, "-c", text, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarm")
@pytest.mark.parametrize("name", slow_but_for(NAMES, OFTEN.__contains__))
def test_a_handler_ends_long_work_of_the_native_core(native: object, name: str) -> None:
    done = program(name)
    assert (done.stdout, done.stderr, done.returncode) == ("rang\n", "", 0)


LIMITED = """
import resource, sys
from array import array
from scorelite import core as _core
from scorelite.core import compat as _compat

texts = _core.texts(["a b c d e"] * 20000)
rules = _core.Rules(_core.Charset("utf-8", {}, {}))
{limit}
print(len(_core.align(rules, texts, texts, int(sys.argv[1]))), flush=True)
"""
MEMORY = """
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (40 << 20), used + (40 << 20)))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the size of a process is read from /proc")
@pytest.mark.parametrize("threads", ["1", "64", str(10**30), str(-(10**30))])
def test_threads_that_cannot_start_leave_their_work_to_the_others(native: object, threads: str) -> None:
    done = program(threads, text=LIMITED.replace("{limit}", MEMORY))
    assert (done.stdout, done.stderr, done.returncode) == ("20000\n", "", 0)
