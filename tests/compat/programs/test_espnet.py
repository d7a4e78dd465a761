"""ESPnet's error calculator: golden cases, arrays in place of lists, and the search through networks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat.espnet import ErrorCalculator, ErrorCalculatorTransducer
from scorelite.formats.errors import LimitError, UsageError
from scorelite.scoring.common.counts import Counts
from scorelite.scoring.compat.programs.espnet_search import search
from tests.compat.seeds import agrees, answer, decoded, features
from tests.conftest import ROOT
from tests.peers import peer

TOKENS = ["<blank>", "a", "b", "c", "<space>"]


def calculator(case_input: dict[str, Any], **options: Any) -> ErrorCalculatorTransducer:
    return ErrorCalculatorTransducer(
        None,
        None,
        case_input.get("token_list", TOKENS),
        case_input.get("sym_space", "<space>"),
        case_input.get("sym_blank", "<blank>"),
        case_input.get("report_cer", False),
        case_input.get("report_wer", False),
        **options,
    )


def call(case: dict[str, Any]) -> Any:
    case_input = decoded(case["input"])
    ours = calculator(case_input, search=lambda _: case_input["pred_ids_from_beam_search"])
    if "pred_ids_from_beam_search" in case_input:
        assert list(ours.convert_to_char(case_input["pred_ids_from_beam_search"], case_input["target"])) == [
            case_input["char_pred"],
            case_input["char_target"],
        ]
        return answer(lambda: dict(zip(("cer", "wer"), ours(None, case_input["target"]), strict=True)))
    if "pred" in case_input:
        return answer(
            lambda: dict(
                zip(
                    ("char_pred", "char_target"),
                    ours.convert_to_char(case_input["pred"], case_input["target"]),
                    strict=True,
                )
            )
        )
    texts = case_input["char_pred"], case_input["char_target"]
    if "/" in case["call"]:
        return answer(lambda: {"cer": ours.calculate_cer(*texts), "wer": ours.calculate_wer(*texts)})
    return answer(lambda: (ours.calculate_cer if "calculate_cer" in case["call"] else ours.calculate_wer)(*texts))


def test_golden_cases_agree(gold: Path) -> None:
    checked = 0
    for feature in features(gold / "seeds" / "espnet"):
        for case in feature["cases"]:
            checked += 1
            assert agrees(call(case), case), case["id"]
    assert checked > 80


def test_arrays_and_lists_give_equal_results() -> None:
    numpy = pytest.importorskip("numpy")
    ours = calculator({})
    assert ours.convert_to_char(numpy.array([[1, 4, 2]]), numpy.array([[1, 0, -1]])) == (["a b"], ["a "])


def test_every_utterance_has_its_counts() -> None:
    ours = calculator({})
    assert ours.counts_of_words(["a b", "c"], ["a c", "c d"]) == [Counts(1, 1, 0, 0), Counts(1, 0, 1, 0)]
    assert ours.counts_of_characters(["é"], ["e f"]) == [Counts(0, 1, 1, 0)]


class Decoder:
    """Fake network: its output is the last label, its state the number of labels."""

    def init_state(self, size: int) -> int:
        assert size == 1
        return 0

    def score(self, hypothesis: Any, cache: dict[str, Any]) -> tuple[int, int, int]:
        assert hypothesis.dec_state == len(hypothesis.yseq) - 1
        last = hypothesis.yseq[-1]
        return last, hypothesis.dec_state + 1, last


def says_what_the_frame_says(frame: list[int], output: int) -> list[float]:
    """Weights for a frame that names a token: the token until it has been output, then the blank."""
    token = frame[0]
    weights = [0.0] * 5
    weights[0 if output == token else token] = 9.0
    return weights


def test_networks_are_searched_without_espnet_and_without_torch() -> None:
    ours = ErrorCalculatorTransducer(
        Decoder(), says_what_the_frame_says, TOKENS, "<space>", "<blank>", report_cer=True, report_wer=True
    )
    assert ours([[[1], [4], [2]], [[3], [3]]], [[1, 4, 2], [3, 1]]) == (0.25, 1 / 3)
    assert ours([[]], [[1]]) == (1.0, 1.0)


def test_a_network_that_never_ends_a_frame_is_refused() -> None:
    with pytest.raises(LimitError, match="frame 0: the networks still prefer a token to the blank after 30 expansions"):
        search(Decoder(), lambda frame, output: [-50.0, 0.0, 0.0], [[0]], expansions=30)


def test_missing_networks_are_named() -> None:
    with pytest.raises(
        UsageError, match="decoder is of type NoneType; expected a transducer's network. Instead of networks, search="
    ):
        calculator({})([[0]], [[1]])


def networks(torch: Any, seed: int) -> tuple[Any, Any, Any]:
    """Decoder that remembers all labels, joint network, and the encoder's output for two utterances."""
    torch.manual_seed(seed)
    embedding, cell = torch.nn.Embedding(5, 4), torch.nn.GRUCell(4, 6)
    joint = torch.nn.Sequential(torch.nn.Tanh(), torch.nn.Linear(6, 5))
    with torch.no_grad():
        joint[1].bias[0] += 1.0

    class Recurrent:
        def init_state(self, size: int) -> Any:
            return torch.zeros(size, 6)

        def score(self, hypothesis: Any, cache: dict[str, Any]) -> tuple[Any, Any, Any]:
            label = torch.tensor([hypothesis.yseq[-1]])
            state = cell(embedding(label), hypothesis.dec_state)
            return state[0], state, label

    return Recurrent(), lambda frame, output: joint(frame + output), torch.randn(2, 6, 6)


@pytest.mark.parametrize("seed", range(6))
def test_tensors_and_numbers_are_searched_alike(seed: int) -> None:
    torch = peer("torch")
    decoder, joint, encoded = networks(torch, seed)
    actual = [search(decoder, joint, frames) for frames in encoded]
    assert actual == [search(decoder, lambda *arguments: joint(*arguments).tolist(), frames) for frames in encoded]
    ours = ErrorCalculatorTransducer(decoder, joint, TOKENS, "<space>", "<blank>", True, True)
    rates = ours(encoded, torch.tensor([[1, 2], [3, 4]]))
    texts = ours.convert_to_char(actual, [[1, 2], [3, 4]])
    assert rates == (ours.calculate_cer(*texts), ours.calculate_wer(*texts))


@pytest.mark.parametrize("seed", range(6))
def test_espnet_s_own_search_finds_the_same_tokens(seed: int) -> None:
    torch = peer("torch")
    theirs = peer("espnet2.asr.transducer.beam_search_transducer")
    decoders = peer("espnet2.asr.decoder.transducer_decoder")
    joints = peer("espnet2.asr_transducer.joint_network")
    torch.manual_seed(seed)
    decoder = decoders.TransducerDecoder(5, hidden_size=8).eval()
    joint = joints.JointNetwork(5, 6, 8, joint_space_size=7).eval()
    with torch.no_grad():
        joint.lin_out.bias[0] += 1.0
    beam = theirs.BeamSearchTransducer(decoder, joint, beam_size=2, search_type="default", score_norm=False)
    for frames in torch.randn(3, 7, 6):
        assert search(decoder, joint, frames) == list(map(int, beam(frames)[0].yseq[1:]))


def test_torch_is_not_imported() -> None:
    code = "import sys, scorelite.compat.espnet; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


# Token numbers of predictions and of targets, and what ESPnet 202511 makes of them: both rates, and CTC's.
@pytest.mark.parametrize(
    ("predicted", "targets", "rates", "ctc"),
    [
        ([[1, 4, 2, 3, 3]], [[1, 4, 2, -1, -1]], (0.0, 0.0), 0.5),
        ([[1, 1, 0, 1, 4, 4, 2]], [[1, 1, 2, -1]], (1 / 3, 1.0), 0.0),
        ([[3, 2], [1, 2]], [[-1, -1], [1, 3]], (0.5, 1.0), 0.5),
        ([[0, 2]], [[0, 1]], (7 / 8, 1.0), 1.0),
        ([[1]], [[-1]], None, None),
        ([[-1, 1]], [[1, -1]], (1.0, 1.0), 0.0),
    ],
)
def test_attention_and_ctc_are_counted_as_in_espnet(
    predicted: list[list[int]], targets: list[list[int]], rates: tuple[float, float] | None, ctc: float | None
) -> None:
    numpy = pytest.importorskip("numpy")
    ours = ErrorCalculator(TOKENS, "<space>", "<blank>", report_cer=True, report_wer=True)
    for convert in (list, numpy.array):
        assert ours(convert(predicted), convert(targets), is_ctc=True) == ctc
        if rates is None:
            with pytest.raises(ZeroDivisionError):
                ours(convert(predicted), convert(targets))
        else:
            assert ours(convert(predicted), convert(targets)) == rates


def test_rates_that_are_switched_off_are_none_and_symbols_without_a_token_have_no_number() -> None:
    ours = ErrorCalculator(["a", "b"], "<space>", "<blank>")
    assert ours([[0]], [[1]]) == (None, None)
    assert (ours.idx_blank, ours.idx_space) == (None, None)
    assert ErrorCalculator(["a", "b"], "_", "-", report_wer=True)([[0]], [[1]]) == (None, 1.0)
