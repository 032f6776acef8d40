# Generated from the route table by `npm run sdk:python`. Do not edit.

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Operation
from .._options import Options
from .._resource import AsyncResource, Resource
from .._typing import Unpack

if TYPE_CHECKING:
    from ..types import (
        TeamSettings,
        TeamSettingsUpdate,
    )

RETRIEVE = Operation("team_settings.retrieve", "GET", "/user/team_settings")
UPDATE = Operation("team_settings.update", "POST", "/user/team_settings")


class TeamSettingsResource(Resource):
    """The people who work for a merchant, and the roles that say what they may do."""

    def retrieve(self, **options: Unpack[Options]) -> TeamSettings:
        """Retrieve the settings of the team. Needs the scope `users:read`."""
        return self._call(RETRIEVE, {}, None, options)

    def update(self, body: TeamSettingsUpdate | None = None, /, **options: Unpack[Options]) -> TeamSettings:
        """Update the settings of the team. Applies to the next request of every user. A user who turns on `require_two_factor` must have signed in with a second factor: 400. Needs the scope `users:write`."""
        return self._call(UPDATE, {}, body or {}, options)


class AsyncTeamSettingsResource(AsyncResource):
    """The people who work for a merchant, and the roles that say what they may do."""

    async def retrieve(self, **options: Unpack[Options]) -> TeamSettings:
        """Retrieve the settings of the team. Needs the scope `users:read`."""
        return await self._call(RETRIEVE, {}, None, options)

    async def update(self, body: TeamSettingsUpdate | None = None, /, **options: Unpack[Options]) -> TeamSettings:
        """Update the settings of the team. Applies to the next request of every user. A user who turns on `require_two_factor` must have signed in with a second factor: 400. Needs the scope `users:write`."""
        return await self._call(UPDATE, {}, body or {}, options)
