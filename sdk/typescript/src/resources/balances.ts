// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** Your balances, and the ledger transfers that they consist of. */
export class BalancesApi extends Resource {
  /**
   * Retrieve your balances.
   *
   * The available, held and in-transit amounts of each currency.
   */
  retrieve(options?: CallOptions): Promise<Balances> {
    return this.call('GET /balances', [], undefined, options)
  }
}

export interface Balances {
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The time of these balances, in UTC. */
  as_of: string
  /** One for each currency that has had a transfer. */
  balances: BalancesBalance[]
}

export interface BalancesBalance {
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** Available for payouts. */
  available: number
  /** Captured for the merchant, not yet available for payouts. Not used yet. */
  pending: number
  /** The other side of a hold: the amount that can still be captured. */
  held: number
  /** Reserved while a dispute is open. */
  reserved_for_disputes: number
  /** Refunds in progress. */
  refunds_in_transit: number
  /** Payouts in progress. */
  payouts_in_transit: number
  /** The fees of the operator, less the fees that the acquirer charges for disputes. */
  fees: number
}
