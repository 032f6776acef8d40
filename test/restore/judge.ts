// The bank's log against the books, operation by operation and payment by payment.
import type { BankFact, Deployment } from '#testing/deployment.ts'

const MONEY: ReadonlySet<string> = new Set(['held', 'charged', 'captured', 'refunded'])

export interface Judged {
  readonly operations: number
  /** Money that moved under an id that is not exactly one operation of its object. */
  readonly unmatched: string[]
  /** Payments and refunds for which more moved than was asked for. */
  readonly twice: string[]
  /** Payments whose received amount differs from the bank's. */
  readonly different: string[]
}

export async function judge({ sql, bank }: Deployment): Promise<Judged> {
  const log = (await bank.log()).filter(({ effect }) => MONEY.has(effect))
  const recorded = await sql<{ operation_id: string; object_id: string }>(
    'select operation_id, object_id from operations',
  )
  const byId = Map.groupBy(recorded, ({ operation_id }) => operation_id)
  const moved = Map.groupBy(log, ({ operation_id }) => operation_id)
  const unmatched = [...moved].flatMap(([id, [fact]]) => {
    const [own, ...more] = byId.get(id) ?? []
    const isMatched = own?.object_id === fact?.reference && more.length === 0
    return isMatched ? [] : [`${id} for ${fact?.reference}`]
  })
  const payments = await sql<{ payment_id: string; amount: number; amount_received: number }>(
    'select payment_id, amount::float, amount_received::float from payments',
  )
  const facts = Map.groupBy(log, ({ reference }) => reference)
  const net = (id: string) => netAtBank(facts.get(id) ?? [])
  const twice = [...facts.keys()].flatMap((id) => {
    const payment = payments.find(({ payment_id }) => payment_id === id)
    return payment !== undefined && net(id) > payment.amount ? [`${id}: ${net(id)}`] : []
  })
  const refunds = [...moved.values()].filter(
    ([fact]) => fact?.kind === 'refund' && !fact.operation_id.endsWith('_reversal'),
  )
  for (const [id, of] of Map.groupBy(refunds, ([fact]) => fact?.reference)) {
    if (of.length > 1) twice.push(`refund ${id}: ${of.length} times`)
  }
  const different = payments
    .filter(({ payment_id, amount_received }) => net(payment_id) !== amount_received)
    .map(({ payment_id, amount_received }) => {
      return `${payment_id}: ${amount_received} received, ${net(payment_id)} at the bank`
    })
  return { operations: moved.size, unmatched, twice, different }
}

/** Taken under this reference and not returned by a reversal, which has the same reference. */
function netAtBank(facts: readonly BankFact[]): number {
  return facts.reduce((sum, { effect, amount }) => {
    if (effect === 'charged' || effect === 'captured') return sum + amount
    return effect === 'refunded' ? sum - amount : sum
  }, 0)
}
