// API schemas for the search.
import { type Static, Type } from 'typebox'
import { answer, choice, described, nullable, strict, text, Timestamp } from '#http/fields.ts'
import { invoice } from '#resources/billing/invoices/state.ts'
import { subscription } from '#resources/billing/subscriptions/state.ts'
import { dispute } from '#resources/payments/disputes/state.ts'
import { paymentLink } from '#resources/payments/payment_links/state.ts'
import { payment } from '#resources/payments/payments/state.ts'
import { refund } from '#resources/payments/refunds/state.ts'
import { payout } from '#resources/payouts/payouts/state.ts'
import { kindNames } from './kinds.ts'

const PLAN = ['active', 'archived']
const machines = [invoice, subscription, dispute, paymentLink, payment, refund, payout]
/** Of every kind. */
export const statuses = [
  ...new Set([...PLAN, ...machines.flatMap(({ states }) => Object.keys(states))]),
]

export const SearchQuery = strict({
  q: text(100, {
    minLength: 2,
    description:
      'What to look for: a word or its beginning, several words in any order, an amount such as `171.00`, the last four digits of a card, or the beginning of an id.',
  }),
  object: Type.Optional(described(choice(...kindNames), 'Only this kind of object.')),
})
export type SearchQuery = Static<typeof SearchQuery>

const SearchResult = answer('SearchResult', {
  object: described(choice(...kindNames), 'The kind of object.'),
  id: Type.String({ description: 'Its id; for a coupon its code.' }),
  title: Type.String({ description: 'What names it best: a name, an e-mail address, a number.' }),
  subtitle: nullable(Type.String({ description: 'More about it, such as an order reference.' })),
  status: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: statuses,
      description: 'The status of an object that has one, as the object itself shows it.',
    }),
  ),
  amount: nullable(
    Type.Integer({ description: 'Its amount in the lowest unit of the currency, if it has one.' }),
  ),
  currency: nullable(Type.String({ description: 'The currency of the amount.' })),
  created: Timestamp,
})
export type SearchResult = Static<typeof SearchResult>

export const SearchResults = answer('SearchResults', {
  data: Type.Array(SearchResult, { maxItems: 20, description: 'The best result first.' }),
})
