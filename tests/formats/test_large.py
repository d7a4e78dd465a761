"""A million utterances are columns, not a hundred million objects."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytest.importorskip("resource", reason="memory is measured as POSIX does it")

READ = """
import resource, sys, time
sys.path.insert(0, sys.argv[1])
import formats
begin = time.process_time()
corpus = formats.read(sys.argv[2])
assert len(corpus) == 1_000_000 and corpus.segments[999_999].id == "spk09-utt999999"
scale = 1 if sys.platform == "darwin" else 1024
print(time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale)
"""


@pytest.mark.slow
def test_a_million_utterances_are_read_in_seconds_and_less_than_a_gigabyte(tmp_path: Path) -> None:
    path = tmp_path / "large.trn"
    with path.open("w") as file:
        file.writelines(f"one two three four five six seven (spk{i % 10:02}-utt{i})\n" for i in range(1_000_000))
    done = subprocess.run(
        [sys.executable, "-c", READ, str(ROOT), str(path)], capture_output=True, text=True, check=True
    )
    seconds, memory = map(float, done.stdout.split())
    assert memory < 1e9
    assert seconds < 15  # about 1.5 on a quiet machine; the bound only catches another order of magnitude
