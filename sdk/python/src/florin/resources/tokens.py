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
        Token,
        TokenCreate,
    )

CREATE = Operation("tokens.create", "POST", "/tokens")


class TokensResource(Resource):
    """A card as a token, so that it goes from the browser to this server only."""

    def create(self, body: TokenCreate, /, **options: Unpack[Options]) -> Token:
        """Create a card token. For browsers, with a publishable key: the card number goes from the customer to Florin and never through your server. Needs the scope `payments:write`."""
        return self._call(CREATE, {}, body, options)


class AsyncTokensResource(AsyncResource):
    """A card as a token, so that it goes from the browser to this server only."""

    async def create(self, body: TokenCreate, /, **options: Unpack[Options]) -> Token:
        """Create a card token. For browsers, with a publishable key: the card number goes from the customer to Florin and never through your server. Needs the scope `payments:write`."""
        return await self._call(CREATE, {}, body, options)
