// Filters for payments that have no index of their own: the search's terms have the order of the list, and so serve as
// one. The search makes these terms.
import type { TermIndex } from '#kernel/page.ts'
import { raw, sql } from '#kernel/sql.ts'
import { DISPUTED, REFUNDED, SIGN } from './marks.ts'

const LAST4 = raw(`payment_method_data #>> '{card,last4}'`)

/** Conditions on the payment's row. */
export const markConditions = {
  last4: (value: unknown) => sql`and ${LAST4} = ${value}`,
  is_refunded: (value: unknown) => sql`and (amount_refunded > 0) = ${value}`,
  is_disputed: (value: unknown) => sql`and (amount_disputed > 0) = ${value}`,
}

const ifTrue = (term: string) => (value: unknown) => (value === true ? [term] : undefined)

export const paymentTerms: TermIndex = {
  from: raw('search_terms as i (i_merchant_id, i_kind, i_term, i_created, i_object_id)'),
  where: raw(`i_kind = 'payment'`),
  incomplete: 'search_backfills',
  of: {
    last4: (value) => [String(value)],
    is_disputed: ifTrue(DISPUTED),
    unified_code: (value) => [value].flat().map((code) => `${SIGN}${String(code).toLowerCase()}`),
    is_refunded: ifTrue(REFUNDED),
  },
}
