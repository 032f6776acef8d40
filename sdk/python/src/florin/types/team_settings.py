# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from .._typing import TypedDict


class TeamSettings(TypedDict):
    require_two_factor: bool
    """Users need a second factor to work for this merchant. A user whose session began without one can only set one up. Sign-ins with a passkey have two."""
    sends_mail: bool
    """Whether this deployment sends e-mail. If not, the answer to an invitation has the link."""


class TeamSettingsUpdate(TypedDict, total=False):
    require_two_factor: bool
    """Users need a second factor to work for this merchant. A user whose session began without one can only set one up. Sign-ins with a passkey have two."""
