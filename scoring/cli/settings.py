"""The options of settings, made from their records."""

from __future__ import annotations

import argparse

from ...formats.errors import UsageError
from ...formats.registry import NAMES as FORMAT_NAMES
from ..common.tie_policy import Policy, policy_of
from ..words.declared import BY_NAME, SETTINGS
from .values import byte_size, threads_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..common.setting import Setting

_INPUT = ("missing", "markup")
"""Settings that texts have, too, but that say how input is read and paired: they are listed with those of files."""


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Adds the options of all settings of a score."""
    groups = {is_input: parser.add_argument_group("input" if is_input else "scoring") for is_input in (True, False)}
    for setting in SETTINGS:
        add_setting(groups[setting.of_files or setting.name in _INPUT], setting)


def add_setting(
    group: argparse._ActionsContainer, setting: Setting, *, usual: str = "", **changed: Any
) -> argparse.Action:
    """Adds the option of a setting, which is None where it is not given; `usual` is the default of this command.

    `changed` are further arguments of argparse's `add_argument`.
    """
    words: dict[str, Any] = {"dest": setting.name, "help": setting.in_command(usual).replace("%", "%%")}
    if not setting.has_value:
        words |= {"action": "store_const", "const": setting.sets}
    elif setting.kind == "choice":
        words["choices"] = tuple(setting.values)
    else:
        words["metavar"] = setting.placeholder
        words |= {"choices": FORMAT_NAMES, "type": str.lower} if setting.kind == "format" else {}
        words |= {"type": float} if setting.kind == "number" else {}
        words |= {"action": "append"} if setting.several else {}
    flags = [setting.letter, setting.flag] if setting.letter else [setting.flag]
    action = group.add_argument(*flags, **words | _TAKEN.get(setting.name, {}) | changed)
    action.example = setting.example  # type: ignore[attr-defined]  # `Parser.error` shows it
    if setting.opposite:
        group.add_argument(
            setting.flag.replace("--no-", "--", 1),
            dest=setting.name,
            action="store_const",
            const=True,
            help=setting.opposite,
        )
    action.other_options = setting.other_options  # type: ignore[attr-defined]  # the parser understands them
    return action


def _policy(text: str) -> Policy:
    try:
        return policy_of(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


class _OneColumn(argparse.Action):
    """The column of hypotheses, which is one: two are compared."""

    def __call__(
        self, parser: argparse.ArgumentParser, options: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        first = getattr(options, self.dest)
        if first is not None:
            parser.error(
                f"two columns of hypotheses; expected scorelite compare FILE --hyp-column {first} --hyp-column {values}"
            )
        setattr(options, self.dest, values)


_TAKEN: dict[str, dict[str, Any]] = {
    "policy": {"type": _policy},
    "threads": {"type": threads_of, "default": 1},
    "hyp_column": {"action": _OneColumn},
    "session": {"default": []},
    "channel": {"default": []},
    "speaker_map": {"default": []},
    "memory": {"type": byte_size},
}
"""Arguments of `add_argument` for settings whose values need code of their own."""


def effects_of_settings(options: argparse.Namespace) -> list[tuple[str, object, str]]:
    """The options that need another one: whether that is given, and how it is called."""
    effects: list[tuple[str, object, str]] = []
    for setting in SETTINGS:
        if setting.needs and hasattr(options, setting.name):
            needed = BY_NAME[setting.needs]
            given = getattr(options, setting.needs)
            has_effect = given == needed.sets if needed.option else given
            effects.append((setting.name, has_effect, needed.letter or needed.flag))
    return effects


def given(options: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    """The settings of these names that a command has been given."""
    return {name: value for name in names if (value := getattr(options, name, None)) is not None}
