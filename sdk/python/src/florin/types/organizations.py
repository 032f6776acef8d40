# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import TypedDict


class Organization(TypedDict):
    organization_id: str
    """The id of the organization, `org_…`."""
    organization_name: str
    """The name of the organization."""
    merchant_count: int
    """All merchants of the organization."""
    merchants: list[OrganizationMerchant]
    """The first 100, oldest first."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class OrganizationCreate(TypedDict):
    organization_name: str
    """The name of the organization."""


class OrganizationMerchant(TypedDict):
    merchant_id: str
    """The id of the merchant."""
    merchant_name: str
    """The name of the merchant."""
    status: Literal["active", "suspended"]
    """A suspended merchant is refused with every key, and its payouts are held."""


class OrganizationUpdate(TypedDict):
    organization_name: str
    """The name of the organization."""
