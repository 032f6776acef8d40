// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Metadata, MetadataPatch, PageParams, Refund } from '../types/shared.ts'

/** A refund returns money of a payment to the customer. */
export class RefundsApi extends Resource {
  /**
   * Refund a payment.
   *
   * Refunds `amount`, or everything that is left. Can be repeated while something is left.
   */
  create(params: RefundCreate, options?: CallOptions): Promise<Refund> {
    return this.call('POST /refunds', [], params, options)
  }

  /** List refunds */
  list(params?: RefundListParams, options?: CallOptions): List<RefundList, Refund> {
    return this.pages('GET /refunds/list', [], params ?? {}, options, { idField: 'refund_id' })
  }

  /** Search refunds */
  search(params?: RefundListParams, options?: CallOptions): List<RefundList, Refund> {
    return this.pages('POST /refunds/list', [], params ?? {}, options, { idField: 'refund_id' })
  }

  /** Retrieve a refund */
  retrieve(refund_id: string, options?: CallOptions): Promise<Refund> {
    return this.call('GET /refunds/:refund_id', [refund_id], undefined, options)
  }

  /**
   * Update a refund.
   *
   * Allowed in any status. Omitted fields keep their values, `metadata` is merged key by key.
   */
  update(refund_id: string, params?: RefundUpdate, options?: CallOptions): Promise<Refund> {
    return this.call('POST /refunds/:refund_id', [refund_id], params ?? {}, options)
  }

  /**
   * Resolve a refund in review.
   *
   * For the operator: requires the key in FLORIN_ADMIN_KEY. Query the refund at the acquirer and record its outcome here.
   */
  resolve(merchant_id: string, refund_id: string, params: RefundResolve, options?: CallOptions): Promise<Refund> {
    return this.call('POST /accounts/:merchant_id/refunds/:refund_id/resolve', [merchant_id, refund_id], params, options)
  }
}

export interface RefundCreate {
  /** The payment to refund. */
  payment_id: string
  /** Your own id. It can never be reused, so a repeated request cannot refund twice. A card number is refused. */
  refund_id?: string | undefined
  /** In the lowest unit of the currency; everything that is left when omitted. */
  amount?: number | undefined
  /** Why it is made: your own text. */
  reason?: string | null | undefined
  /** `Instant` is sent immediately, `Scheduled` with the next batch of the profile. */
  refund_type?: string | undefined
  metadata?: Metadata | undefined
}

export type RefundList = Page<Refund>

export interface RefundListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** A payment, or several. */
  payment_id?: string | string[] | undefined
  /** One id, or several separated by commas. */
  refund_id?: string | string[] | undefined
  /** A status, or several. Values: `pending`, `succeeded`, `failed`, `review`. */
  status?: string | string[] | undefined
  /** The same as `status`. Values: `pending`, `succeeded`, `failed`, `review`. */
  refund_status?: string | string[] | undefined
  /** `Instant` or `Scheduled`. Values: `Instant`, `Scheduled`. */
  refund_type?: string | string[] | undefined
  /** A customer, or several. */
  customer_id?: string | string[] | undefined
  /** A currency as an ISO 4217 code, or several. */
  currency?: string | string[] | undefined
  /** The method of the payment, or several. Values: `card`, `wallet`, `pay_later`, `bank_redirect`, `bank_transfer`, `crypto`, `upi`. */
  payment_method?: string | string[] | undefined
  /** A profile, or several. */
  profile_id?: string | string[] | undefined
  /** Only entries with this amount or more, in the lowest unit of the currency. */
  amount_gte?: number | undefined
  /** Only entries with this amount or less, in the lowest unit of the currency. */
  amount_lte?: number | undefined
}

export interface RefundResolve {
  /** The outcome that the acquirer reported. */
  status: 'succeeded' | 'failed'
}

export interface RefundUpdate {
  /** Why it is made: your own text. */
  reason?: string | null | undefined
  metadata?: MetadataPatch | null | undefined
}
