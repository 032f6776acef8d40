// The bank's own log, added up for each payment: what it took and what it gave back.

export interface Fact {
  readonly operation_id: string
  readonly kind: string
  readonly effect: string
  readonly amount: number
  readonly parent_id: string | null
  readonly reference: string
}

export interface BankMoney {
  received: number
  /** Refunds and chargebacks, less what came back from them. */
  returned: number
}

const RECEIVED: Readonly<Record<string, number>> = { charged: 1, captured: 1, refunded: -1 }
const RETURNED: Readonly<Record<string, number>> = {
  refunded: 1,
  returned: -1,
  charged_back: 1,
  restored: -1,
}

/**
 * By payment_id. A reversal of a payment that came too late has the payment's own reference: it takes nothing after
 * all.
 */
export function bankMoney(facts: readonly Fact[]): Map<string, BankMoney> {
  const payments = new Map<string, string>()
  for (const { kind, operation_id, reference } of facts) {
    if (kind === 'authorize') payments.set(operation_id, reference)
  }
  const money = new Map<string, BankMoney>()
  for (const fact of facts) {
    const payment_id = payments.get(fact.parent_id ?? fact.operation_id)
    if (payment_id === undefined) continue
    const sum = money.get(payment_id) ?? { received: 0, returned: 0 }
    const isOwn = fact.reference === payment_id && fact.kind !== 'dispute'
    if (isOwn) sum.received += (RECEIVED[fact.effect] ?? 0) * fact.amount
    else sum.returned += (RETURNED[fact.effect] ?? 0) * fact.amount
    money.set(payment_id, sum)
  }
  return money
}
