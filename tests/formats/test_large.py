"""Large files: a million utterances are columns, not a hundred million objects."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytest.importorskip("resource", reason="memory is measured as POSIX does it")

READ = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from scorelite import formats
corpus = formats.read(sys.argv[2])
assert len(corpus) == 1_000_000 and corpus.segments[999_999].id == "spk09-utt999999"
scale = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale)
"""


@pytest.mark.slow
def test_a_million_utterances_are_read_in_less_than_a_gigabyte(tmp_path: Path) -> None:
    path = tmp_path / "large.trn"
    with path.open("w") as file:
        file.writelines(f"one two three four five six seven (spk{i % 10:02}-utt{i})\n" for i in range(1_000_000))
    done = subprocess.run(
        [sys.executable, "-c", READ, str(ROOT), str(path)], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 1e9


ROWS = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from scorelite import formats
corpus = formats.read(sys.argv[2])
assert len(corpus) == 2_000 and corpus.segments[1_999].items[499].value == "w19"
formats.write(corpus, sys.argv[2] + ".again.ctm")
scale = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale)
"""


@pytest.mark.slow
def test_a_million_rows_are_read_and_written_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.ctm"
    with path.open("w") as file:
        for run in range(2_000):
            name = f"talk{run // 2} {'AB'[run % 2]}"
            file.writelines(f"{name} {row * 0.31:.2f} 0.2{row % 10} w{row % 20} 0.{row:03}\n" for row in range(500))
    done = subprocess.run(
        [sys.executable, "-c", ROWS, str(ROOT), str(path)], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 1.5e9
    assert path.read_bytes() == Path(f"{path}.again.ctm").read_bytes()
