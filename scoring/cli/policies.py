"""The option --policy: the name of a policy, or its numbers."""

from __future__ import annotations

import argparse

from ...formats.errors import UsageError
from ..common.tie_policy import POLICIES, Policy, policy_of


def add_policy(group: argparse._ArgumentGroup, default: str) -> None:
    """Adds the option, None where it is not given; `default` says in the help what is then taken."""
    listed = "; ".join(f"{policy.name}: {policy.summary}" for policy in POLICIES)
    own_costs = (
        "or numbers such as 4/3/3:IDS: costs of a substitution, an insertion and a deletion, then the order of ties"
    )
    group.add_argument("--policy", type=_policy, metavar="POLICY", help=f"{listed}; {own_costs} ({default})")


def _policy(text: str) -> Policy:
    try:
        return policy_of(text)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
