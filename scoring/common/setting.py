"""The record of a setting: its keyword, its option, its field in the service and their help are made from it."""

from __future__ import annotations

from collections.abc import Mapping

from ...formats.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

_NOTHING: Mapping[str, str] = {}
Kind: TypeAlias = "Literal['flag', 'choice', 'text', 'file', 'format', 'mapping', 'number', 'own']"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting: its name, the values it takes, and what it does, in Python, on the command line and in the service.

    Its type and its default are those of the field with its name in the record of the job.
    """

    name: str
    """The keyword of Python, and the field of the service."""
    kind: Kind
    """What kind of value it takes; a value of the kind `own` is read by code for this setting alone."""
    help: str
    """What it does, in a few words."""
    python: str = ""
    """What Python takes, where the kind does not say it."""
    command: str = ""
    """What the command takes, where the kind does not say it."""
    values: Mapping[str, str] = _NOTHING
    """Of a choice: what may be chosen, with what it means."""
    usual: str = ""
    """The default, as the help names it; empty if the help names none."""
    of_files: bool = False
    """Whether it has no effect on texts in memory."""
    needs: str = ""
    """The setting without which it has no effect."""
    several: bool = False
    """Whether the option may be given several times."""
    letter: str = ""
    """The option of one letter."""
    option: str = ""
    """The option, if it differs from the name of the setting."""
    option_help: str = ""
    """What the option does, if the setting has more values than the option gives."""
    other_options: tuple[str, ...] = ()
    """Options of other programs that mean the same."""
    opposite: str = ""
    """What the option without `--no-` does, where `option` begins with that."""
    sets: object = True
    """The value that the option sets, if it takes none."""
    placeholder: str = "NAME"
    """What stands for the value in the help of the command."""
    example: str = ""
    """An example of a value, for the message about an option without one."""
    annotation: str = ""
    """The type of the keyword, if it differs from the type of the field."""
    is_served: bool = True
    """Whether requests to the service may set it; the operator of the service sets threads and memory."""

    @property
    def flag(self) -> str:
        """The option.

        >>> Setting(name="id_column", kind="text", help="the column of ids").flag
        '--id-column'
        """
        return self.option or f"--{self.name.replace('_', '-')}"

    @property
    def has_value(self) -> bool:
        """Whether the option is followed by a value."""
        return self.kind != "flag" and not self.option

    def in_command(self, usual: str = "") -> str:
        """The help of the option; `usual` is the default of this command, if it differs from that of others.

        >>> Setting(name="case", kind="choice", help="case", values={"keep": "as it is", "drop": ""}).in_command("keep")
        'case; keep: as it is (default: keep)'
        """
        if self.option_help:
            return self.option_help
        text = "; ".join(filter(None, [self.help, *self._meanings(), self.command]))
        usual = usual or self.usual
        return f"{text} (default: {usual})" if usual else text

    def in_python(self) -> str:
        """A line for a docstring: the default, the other values, and what the setting does.

        >>> Setting(name="s", kind="choice", help="sides", values={"a": "", "b": "both"}, usual="b").in_python()
        '"b" or "a": sides; b: both'
        """
        usual = self.usual or ("False" if self.kind == "flag" else "None")
        if self.kind == "flag":
            return f"{usual}; True: {self.help}"
        if self.kind == "choice":
            *others, last = [f'"{value}"' for value in sorted(self.values, key=self.usual.__ne__)]
            usual = f"{', '.join(others)} or {last}"
        taken = f"{usual}; {self.python}" if self.python else usual
        return "; ".join([f"{taken}: {self.help}", *(self._meanings() if self.kind == "choice" else ())])

    def served(self) -> str:
        """The description of the field of the service."""
        return "; ".join([self.help, *self._meanings()])

    def _meanings(self) -> list[str]:
        return [f"{value}: {meaning}" for value, meaning in self.values.items() if meaning]
