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
        DeletedPaymentMethod,
        PaymentMethod,
    )

RETRIEVE = Operation("payment_methods.retrieve", "GET", "/payment_methods/{payment_method_id}")
DELETE = Operation("payment_methods.delete", "DELETE", "/payment_methods/{payment_method_id}")


class PaymentMethodsResource(Resource):
    """The saved payment methods of customers."""

    def retrieve(self, payment_method_id: str, /, **options: Unpack[Options]) -> PaymentMethod:
        """Retrieve a saved payment method. Needs the scope `customers:read`."""
        return self._call(RETRIEVE, {"payment_method_id": payment_method_id}, None, options)

    def delete(self, payment_method_id: str, /, **options: Unpack[Options]) -> DeletedPaymentMethod:
        """Delete a saved payment method. Deletes the stored card too. A charge in flight ends as it would have; no later charge can use the method. Needs the scope `customers:write`."""
        return self._call(DELETE, {"payment_method_id": payment_method_id}, None, options)


class AsyncPaymentMethodsResource(AsyncResource):
    """The saved payment methods of customers."""

    async def retrieve(self, payment_method_id: str, /, **options: Unpack[Options]) -> PaymentMethod:
        """Retrieve a saved payment method. Needs the scope `customers:read`."""
        return await self._call(RETRIEVE, {"payment_method_id": payment_method_id}, None, options)

    async def delete(self, payment_method_id: str, /, **options: Unpack[Options]) -> DeletedPaymentMethod:
        """Delete a saved payment method. Deletes the stored card too. A charge in flight ends as it would have; no later charge can use the method. Needs the scope `customers:write`."""
        return await self._call(DELETE, {"payment_method_id": payment_method_id}, None, options)
