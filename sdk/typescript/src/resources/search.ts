// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { TimelineStatus } from '../types/shared.ts'

/** Objects of any kind by parts of what they contain. */
export class SearchApi extends Resource {
  /**
   * Search everything.
   *
   * Finds customers, coupons, plans, invoices, subscriptions, payment links, payments, payouts, refunds and disputes by parts of what they contain. Only objects that the key or the user may read are found. A change is found within seconds; a customer that was deleted is never found.
   */
  query(params: SearchQueryParams, options?: CallOptions): List<SearchResults, SearchResult> {
    return this.pages('GET /search', [], params, options, { isWhole: true })
  }
}

export interface SearchQueryParams {
  /** What to look for: a word or its beginning, several words in any order, an amount such as `171.00`, the last four digits of a card, or the beginning of an id. */
  q: string
  /** Only this kind of object. */
  object?: 'customer' | 'coupon' | 'plan' | 'invoice' | 'subscription' | 'payment_link' | 'payment' | 'payout' | 'refund' | 'dispute' | undefined
}

export interface SearchResult {
  /** The kind of object. */
  object: 'customer' | 'coupon' | 'plan' | 'invoice' | 'subscription' | 'payment_link' | 'payment' | 'payout' | 'refund' | 'dispute'
  /** Its id; for a coupon its code. */
  id: string
  /** What names it best: a name, an e-mail address, a number. */
  title: string
  /** More about it, such as an order reference. */
  subtitle: string | null
  status: TimelineStatus | null
  /** Its amount in the lowest unit of the currency, if it has one. */
  amount: number | null
  /** The currency of the amount. */
  currency: string | null
  /** When the object was created, in UTC. */
  created: string
}

export interface SearchResults {
  /** The best result first. */
  data: SearchResult[]
}
