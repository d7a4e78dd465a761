"""Choice of the core that runs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.core.conftest import built

SHOW = "from scorelite import core as _core; print(_core.NAME)"


def run(wanted):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["."] + sys.path)}
    environment.pop("SCORELITE_CORE", None)
    if wanted is not None:
        environment["SCORELITE_CORE"] = wanted
    return subprocess.run([sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=False)


def test_the_twin_can_be_demanded():
    assert run("python").stdout == "python\n"


@pytest.mark.skipif(not built(), reason="the native core was not built")
@pytest.mark.parametrize("wanted", [None, "", "native"])
def test_the_native_core_runs_where_it_was_built(wanted):
    assert run(wanted).stdout == "native\n"


@pytest.mark.skipif(built(), reason="the native core was built")
def test_without_a_native_core_the_twin_runs_unless_the_other_is_demanded():
    assert run(None).stdout == "python\n"
    assert run("native").stderr.splitlines()[-1] == (
        "ImportError: SCORELITE_CORE demands the native core, but it was not built"
    )


def test_another_name_is_refused():
    done = run("rust")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: SCORELITE_CORE is 'rust'")


def test_both_cores_offer_the_same_names(core):
    for name in ("NAME", "Batch", "Charset", "Rules", "Side", "TextError", "Trn", "align", "batch_of", "rows", "texts"):
        assert hasattr(core, name)


def test_without_a_native_core_the_twin_runs() -> None:
    code = (
        "import sys; sys.modules['scorelite.core._native'] = None; "
        "import scorelite; print(scorelite.score(['a b'], ['a c']).wer, scorelite.__name__)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "SCORELITE_CORE"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (0, "0.5 scorelite\n"), done.stderr
