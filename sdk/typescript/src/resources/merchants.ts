// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** A merchant owns everything else: profiles, keys, customers, payments. */
export class MerchantsApi extends Resource {
  /**
   * Create a merchant.
   *
   * For the operator: requires the key in FLORIN_ADMIN_KEY.
   */
  create(params: MerchantCreate, options?: CallOptions): Promise<NewMerchant> {
    return this.call('POST /accounts', [], params, options)
  }

  /**
   * Update a merchant.
   *
   * For the operator: requires the key in FLORIN_ADMIN_KEY.
   */
  update(merchant_id: string, params?: MerchantUpdate, options?: CallOptions): Promise<Merchant> {
    return this.call('POST /accounts/:merchant_id', [merchant_id], params ?? {}, options)
  }

  /** Retrieve a merchant's settings */
  retrieveSettings(merchant_id: string, options?: CallOptions): Promise<MerchantSettings> {
    return this.call('GET /account/:merchant_id/settings', [merchant_id], undefined, options)
  }

  /**
   * Update a merchant's settings.
   *
   * For the merchant itself. Omitted fields keep their values.
   */
  updateSettings(merchant_id: string, params?: MerchantUpdateSettings, options?: CallOptions): Promise<MerchantSettings> {
    return this.call('POST /account/:merchant_id/settings', [merchant_id], params ?? {}, options)
  }
}

export interface Merchant {
  /** The id of the merchant, `mer_…`. */
  merchant_id: string
  /** Null only for a merchant that an older release created during an upgrade. */
  organization_id: string | null
  /** The name of the merchant, which users see when they choose one. */
  merchant_name: string
  /** The publishable key that the merchant began with. */
  publishable_key: string
  /** A suspended merchant is refused with every key, and its payouts are held. */
  status: 'active' | 'suspended'
  /** The fee that you charge the merchant for a dispute, by currency, in its lowest unit; 0 for currencies that are not listed. */
  dispute_fees: Record<string, number>
  /** Whether the merchant may pay out more than its available balance. False for new merchants in production, true in the sandbox. */
  allow_payouts_above_balance: boolean
  /** What the merchant may pay out on one day (UTC), by currency, in its lowest unit; no limit for currencies that are not listed. */
  payout_daily_limits: Record<string, number>
  /** Requests per minute with the secret keys of this merchant, instead of FLORIN_RATE_LIMIT; null: that of the deployment. */
  rate_limit: number | null
  /** The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default. */
  time_zone: string
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export interface MerchantCreate {
  /** The name of the merchant, which users see when they choose one. */
  merchant_name: string
  /** An organization that exists. Without it, the merchant gets one of its own. */
  organization_id?: string | undefined
  /** The fee that you charge the merchant for a dispute, by currency, in its lowest unit; 0 for currencies that are not listed. */
  dispute_fees?: Record<string, number> | undefined
  /** Whether the merchant may pay out more than its available balance. False for new merchants in production, true in the sandbox. */
  allow_payouts_above_balance?: boolean | undefined
  /** What the merchant may pay out on one day (UTC), by currency, in its lowest unit; no limit for currencies that are not listed. */
  payout_daily_limits?: Record<string, number> | undefined
  /** Requests per minute with the secret keys of this merchant, instead of FLORIN_RATE_LIMIT; null: that of the deployment. */
  rate_limit?: number | null | undefined
  /** The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default. */
  time_zone?: string | undefined
}

export interface MerchantSettings {
  /** The id of the merchant, `mer_…`. */
  merchant_id: string
  /** The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default. */
  time_zone: string
}

export interface MerchantUpdate extends Omit<MerchantCreate, 'merchant_name' | 'organization_id'> {
  /** The name of the merchant, which users see when they choose one. */
  merchant_name?: string | undefined
  /** Moves the merchant to another organization. Its own users keep their roles; the admins and the keys of the old organization lose access to it. */
  organization_id?: string | undefined
  /** A suspended merchant is refused with every key, and its payouts are held. Money in flight still arrives, and webhooks are delivered. */
  status?: 'active' | 'suspended' | undefined
}

export interface MerchantUpdateSettings {
  /** The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default. */
  time_zone?: string | undefined
}

export interface NewMerchant {
  /** The id of the merchant, `mer_…`. */
  merchant_id: string
  /** The id of the organization, which is above its merchants. */
  organization_id: string
  /** The name of the merchant, which users see when they choose one. */
  merchant_name: string
  /** The default business profile. */
  profile_id: string
  /** The first secret key. It is returned only once. */
  api_key: string
  /** The first publishable key, for browsers. */
  publishable_key: string
  /** The webhook signing secret. It is returned only once. */
  payment_response_hash_key: string
}
