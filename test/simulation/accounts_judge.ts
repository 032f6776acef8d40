// Every attempt against all acquirers' logs: an approved one is in its own acquirer's log and in no other, and no payment is
// charged at two accounts.
import type { Fact, Run } from './run.ts'

interface Attempt {
  merchant_id: string
  operation_id: string
  object_id: string
  kind: string
  status: string
  provider: string
  connector_id: string | null
}

export interface AccountsJudgement {
  readonly violations: readonly string[]
  /** By account and status. */
  readonly attempts: ReadonlyMap<string, number>
  /** Payments with more than one attempt. */
  readonly fallbacks: number
}

interface Logs {
  readonly bank: readonly Fact[]
  readonly stripe: readonly Fact[]
}

const MONEY: ReadonlySet<string> = new Set(['charged', 'held', 'captured', 'refunded', 'released'])
const APPROVED: ReadonlySet<string> = new Set(['approved', 'late'])

export async function judgeAccounts(run: Run, logs: Logs): Promise<AccountsJudgement> {
  const { deployment, stripe } = run.simulated
  const rows = await deployment.sql<Attempt>(
    `select merchant_id, operation_id, object_id, kind, status, provider, connector_id
       from operations where amount > 0 and kind in ('authorize', 'capture', 'refund', 'reversal')`,
  )
  const parked = await deployment.sql<{ what: string }>(
    "select concat_ws(' ', 'parked event', event_id, error) as what from directory.parked_events",
  )
  const authorized = rows.filter(({ kind }) => kind === 'authorize')
  const attempts = new Map<string, number>()
  for (const { connector_id, provider, status } of authorized) {
    const name = `${provider} ${connector_id === null ? 'of the deployment' : connector_id}: ${status}`
    attempts.set(name, (attempts.get(name) ?? 0) + 1)
  }
  const tries = Map.groupBy(authorized, nameOf)
  return {
    attempts,
    fallbacks: [...tries.values()].filter(isFallback).length,
    violations: [
      ...wrongPlaces(rows, logs),
      ...unknownMoney(rows, logs),
      ...chargedTwice(rows, logs),
      ...parked.map(({ what }) => what),
      ...((await stripe?.violations()) ?? []).map((what) => `Stripe's description: ${what}`),
    ],
  }
}

function nameOf({ merchant_id, object_id }: Attempt): string {
  return `${merchant_id} ${object_id}`
}

function isFallback(tries: readonly Attempt[]): boolean {
  return new Set(tries.map(({ connector_id }) => connector_id)).size > 1
}

function wrongPlaces(rows: readonly Attempt[], logs: Logs): string[] {
  const places = {
    bank: Map.groupBy(logs.bank, ({ operation_id }) => operation_id),
    stripe: Map.groupBy(logs.stripe, ({ operation_id }) => operation_id),
  }
  return rows.flatMap(({ operation_id, kind, status, object_id, provider }) => {
    const found = (['bank', 'stripe'] as const).filter((place) => {
      const facts = places[place].get(operation_id) ?? []
      return facts.some(({ effect, amount }) => MONEY.has(effect) && amount > 0)
    })
    const what = `${kind} ${operation_id} of ${object_id} at ${provider} is ${status}`
    const isDone = APPROVED.has(status)
    if (isDone && found.join() !== provider) return [`${what}, in the logs of: ${found.join()}`]
    const isElsewhere = found.some((place) => place !== provider)
    return isElsewhere ? [`${what}, in the log of ${found.join(' and ')}`] : []
  })
}

/** Money that moved without an operation. */
function unknownMoney(rows: readonly Attempt[], { stripe }: Logs): string[] {
  const known = new Set(rows.map(({ operation_id }) => operation_id))
  const own = stripe.filter(({ effect }) => MONEY.has(effect) && effect !== 'released')
  return own
    .filter(({ operation_id }) => !known.has(operation_id))
    .map(({ operation_id, effect, amount }) => `Stripe: ${effect} ${amount} for ${operation_id}`)
}

/** Each effect's change to the amount that an attempt has taken or holds. */
const worth: Readonly<Record<string, number>> = { charged: 1, held: 1, released: -1 }

function chargedTwice(rows: readonly Attempt[], { bank, stripe }: Logs): string[] {
  const reversals = new Set(
    rows.flatMap((row) => (row.kind === 'reversal' ? row.operation_id : [])),
  )
  const sums = new Map<string, number>()
  for (const { operation_id, parent_id, effect, amount, kind } of [...bank, ...stripe]) {
    if (kind === 'dispute') continue
    const attempt = parent_id ?? operation_id
    const change = reversals.has(operation_id) && effect === 'refunded' ? -1 : (worth[effect] ?? 0)
    sums.set(attempt, (sums.get(attempt) ?? 0) + change * amount)
  }
  const charged = rows.filter(
    ({ kind, operation_id }) => kind === 'authorize' && (sums.get(operation_id) ?? 0) > 0,
  )
  return [...Map.groupBy(charged, nameOf)].flatMap(([name, all]) => {
    if (all.length < 2) return []
    return [`${name} is charged by ${all.map(({ operation_id }) => operation_id).join(' and ')}`]
  })
}
