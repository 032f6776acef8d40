// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

export class OrganizationsApi extends Resource {
  /**
   * Create an organization.
   *
   * For the operator: requires the key in FLORIN_ADMIN_KEY. `POST /accounts` creates merchants in it, `POST /accounts/:merchant_id` moves a merchant to it.
   */
  create(params: OrganizationCreate, options?: CallOptions): Promise<Organization> {
    return this.call('POST /organizations', [], params, options)
  }

  /**
   * Retrieve an organization.
   *
   * For the operator: requires the key in FLORIN_ADMIN_KEY.
   */
  retrieve(organization_id: string, options?: CallOptions): Promise<Organization> {
    return this.call('GET /organizations/:organization_id', [organization_id], undefined, options)
  }

  /**
   * Rename an organization.
   *
   * For the operator: requires the key in FLORIN_ADMIN_KEY.
   */
  update(organization_id: string, params: OrganizationUpdate, options?: CallOptions): Promise<Organization> {
    return this.call('POST /organizations/:organization_id', [organization_id], params, options)
  }
}

export interface Organization {
  /** The id of the organization, `org_…`. */
  organization_id: string
  /** The name of the organization. */
  organization_name: string
  /** All merchants of the organization. */
  merchant_count: number
  /** The first 100, oldest first. */
  merchants: OrganizationMerchant[]
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export interface OrganizationCreate {
  /** The name of the organization. */
  organization_name: string
}

export interface OrganizationMerchant {
  /** The id of the merchant. */
  merchant_id: string
  /** The name of the merchant. */
  merchant_name: string
  /** A suspended merchant is refused with every key, and its payouts are held. */
  status: 'active' | 'suspended'
}

export interface OrganizationUpdate {
  /** The name of the organization. */
  organization_name: string
}
