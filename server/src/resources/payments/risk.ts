// The risk rules of a profile, in order: the first match decides.
import type { Profile } from '#resources/profiles/schema.ts'
import type { Instrument } from '#core/providers/provider.ts'
import type { PaymentRow } from './store.ts'

export type Verdict = 'allow' | 'block' | 'review' | 'require_3ds'
type Rule = Profile['risk_rules'][number]
type Fact = string | number | undefined

/** The fields that a rule can test. */
function factsOf(row: PaymentRow, instrument: Instrument): Readonly<Record<string, Fact>> {
  return {
    amount: row.amount,
    currency: row.currency,
    card_bin: instrument.type === 'card' ? instrument.number.slice(0, 6) : undefined,
    email: row.email ?? undefined,
    ip_address: row.browser_info?.ip_address,
    billing_country: row.billing?.address?.country,
  }
}

const tests: Readonly<Record<string, (fact: string | number, value: Rule['value']) => boolean>> = {
  eq: (fact, value) => String(fact) === String(value),
  ne: (fact, value) => String(fact) !== String(value),
  gt: (fact, value) => Number(fact) > Number(value),
  gte: (fact, value) => Number(fact) >= Number(value),
  lt: (fact, value) => Number(fact) < Number(value),
  lte: (fact, value) => Number(fact) <= Number(value),
  in: (fact, value) => Array.isArray(value) && value.includes(String(fact)),
  not_in: (fact, value) => Array.isArray(value) && !value.includes(String(fact)),
}

/** A rule about an unknown field does not match. */
export function judge(rules: readonly Rule[], row: PaymentRow, instrument: Instrument): Verdict {
  const facts = factsOf(row, instrument)
  const rule = rules.find(({ field, op, value }) => {
    const fact = facts[field]
    return fact !== undefined && (tests[op]?.(fact, value) ?? false)
  })
  return (rule?.action as Verdict | undefined) ?? 'allow'
}
