// The judge: every answer and every balance against the bank's own log. It adds up the bank's facts and uses none of
// the code that it judges.
import { claimsNothing, saysNothing } from './clients.ts'
import type { Fact, Run, Sent, Target } from './run.ts'

interface Operation {
  operation_id: string
  object_id: string
  merchant_id: string
  kind: string
  status: string
  transition: string | null
  recorded_ms: number
}

/** The bank's effects, and Florin's recorded requests. */
interface Evidence {
  readonly run: Run
  readonly facts: readonly Fact[]
  /** By operation_id. */
  readonly done: ReadonlyMap<string, readonly Fact[]>
  /** By merchant and object. */
  readonly operations: ReadonlyMap<string, readonly Operation[]>
}

const MONEY: ReadonlySet<string> = new Set([
  'held',
  'charged',
  'captured',
  'released',
  'refunded',
  'paid_out',
])

export async function judge(run: Run, facts: readonly Fact[]): Promise<string[]> {
  const { sql } = run.simulated.deployment
  const operations = await sql<Operation>(
    `select operation_id, object_id, merchant_id, kind, status, intent->>'transition' as transition,
       (extract(epoch from recorded_at) * 1000)::float8 as recorded_ms from operations`,
  )
  const evidence: Evidence = {
    run,
    facts,
    done: Map.groupBy(facts, ({ operation_id }) => operation_id),
    operations: Map.groupBy(operations, nameOfOperation),
  }
  return [
    ...falseClaims(evidence),
    ...(await createdDespiteClaim(evidence)),
    ...(await brokenPromises(evidence)),
    ...(await wrongObjects(evidence)),
  ]
}

function nameOfOperation({ merchant_id, object_id }: Operation): string {
  return `${merchant_id} ${object_id}`
}

function nameOf({ merchant, id }: Target): string {
  return `${merchant.merchant_id} ${id}`
}

function describe({ name, target, http, code, message }: Sent): string {
  return `${name} ${target.id} was answered ${http} ${code} (${message})`
}

/** A void by the clock belongs to no request. */
const BY_CLOCK: ReadonlySet<string | null> = new Set(['expire', 'expire_rest', 'abandon'])
const UNDONE: ReadonlySet<string> = new Set(['not_sent', 'revoked', 'refused', 'declined'])

/** An answer said that nothing was changed, or refused the request, and the request has moved money or still may. */
function falseClaims({ run, done, operations }: Evidence): string[] {
  return run.sent.flatMap((sent) => {
    if (!sent.is_alone || !claimsNothing(sent)) return []
    const own = (operations.get(nameOf(sent.target)) ?? []).filter(
      ({ kind, recorded_ms, transition }) =>
        sent.kinds.includes(kind) &&
        !BY_CLOCK.has(transition) &&
        recorded_ms >= sent.sent_at &&
        recorded_ms < sent.until,
    )
    return own.flatMap(({ operation_id, status }) => {
      const moved = (done.get(operation_id) ?? []).filter(
        ({ effect, amount }) => MONEY.has(effect) && amount > 0,
      )
      const spelled = moved.map(({ effect, amount }) => `${effect} ${amount}`).join(', ')
      if (moved.length > 0) return [`${describe(sent)}, but the bank has ${spelled}`]
      return UNDONE.has(status) ? [] : [`${describe(sent)}, but ${operation_id} is ${status}`]
    })
  })
}

const tables: Readonly<Record<string, string>> = {
  'create payment': 'select merchant_id, payment_id as id from payments',
  'create refund': 'select merchant_id, refund_id as id from refunds',
  'create payout': 'select merchant_id, merchant_order_reference_id as id from payouts',
}

/** HE_00 says that nothing was changed: if nothing else was answered, nothing exists. */
async function createdDespiteClaim({ run }: Evidence): Promise<string[]> {
  const found: string[] = []
  const created = Map.groupBy(run.sent, ({ target }) => target)
  for (const [name, query] of Object.entries(tables)) {
    const rows = await run.simulated.deployment.sql<{ merchant_id: string; id: string }>(query)
    const existing = Map.groupBy(rows, ({ merchant_id, id }) => `${merchant_id} ${id}`)
    for (const [target, sent] of created) {
      if (sent[0]?.name !== name) continue
      const times = existing.get(nameOf(target))?.length ?? 0
      const isClaimed = sent.every((each) => each.is_alone && isInternal(each))
      if (isClaimed && times > 0) found.push(`${describe(sent[0])}, but it exists`)
      if (times > 1) found.push(`${target.id} was created ${times} times`)
    }
  }
  return found
}

function isInternal(sent: Sent): boolean {
  return sent.code === 'HE_00' && saysNothing(sent)
}

interface Current {
  merchant_id: string
  id: string
  status: string
  amount: number
  amount_received?: number
}

// Amounts are bigint, which a driver may hand over as text.
const standings = {
  payment: `select merchant_id, payment_id as id, status, amount::float8 as amount,
    amount_received::float8 as amount_received from payments`,
  refund: 'select merchant_id, refund_id as id, status, amount::float8 as amount from refunds',
  payout: 'select merchant_id, payout_id as id, status, amount::float8 as amount from payouts',
  subscription:
    'select merchant_id, subscription_id as id, status, 0::float8 as amount from subscriptions',
} as const

function readStandings({ simulated }: Run, kind: keyof typeof standings): Promise<Current[]> {
  return simulated.deployment.sql<Current>(standings[kind])
}

/** A final status was answered, and the object has another one now. */
async function brokenPromises({ run }: Evidence): Promise<string[]> {
  const statuses = new Map<string, string>()
  for (const kind of ['payment', 'refund', 'payout', 'subscription'] as const) {
    for (const { merchant_id, id, status } of await readStandings(run, kind)) {
      statuses.set(`${merchant_id} ${id}`, status)
    }
  }
  return [...run.promises].flatMap(([target, promised]) => {
    const status = statuses.get(nameOf(target))
    return status === promised ? [] : [`${target.id} was answered as ${promised}, now ${status}`]
  })
}

/** Each effect's change to the taken or sent amount, and to the held amount. */
const worth: Readonly<Record<string, readonly [taken: number, held: number]>> = {
  charged: [1, 0],
  captured: [1, -1],
  held: [0, 1],
  released: [0, -1],
  // A payment gives back what was taken after it had ended.
  refunded: [-1, 0],
}

/** Every object against what the bank did under its reference. */
async function wrongObjects({ run, facts, operations }: Evidence): Promise<string[]> {
  const owners = new Map([...operations.values()].flat().map((row) => [row.operation_id, row]))
  const sums = new Map<string, { taken: number; held: number; out: number }>()
  for (const { operation_id, effect, amount, kind } of facts) {
    const owner = owners.get(operation_id)
    if (owner === undefined || kind === 'dispute') continue
    const name = nameOfOperation(owner)
    const sum = sums.get(name) ?? { taken: 0, held: 0, out: 0 }
    const [taken, held] = worth[effect] ?? [0, 0]
    const isSent = effect === 'refunded' || effect === 'paid_out'
    const out = isSent ? 1 : effect === 'returned' ? -1 : 0
    sums.set(name, {
      taken: sum.taken + taken * amount,
      held: sum.held + held * amount,
      out: sum.out + out * amount,
    })
  }
  const sumOf = ({ merchant_id, id }: Current) =>
    sums.get(`${merchant_id} ${id}`) ?? { taken: 0, held: 0, out: 0 }
  const wrong: string[] = []
  for (const row of await readStandings(run, 'payment')) {
    const { taken, held } = sumOf(row)
    if (taken !== row.amount_received || held !== 0) {
      const reported = `${row.id} is ${row.status} with ${row.amount_received} received`
      wrong.push(`${reported}, the bank took ${taken} and holds ${held}`)
    }
  }
  for (const [kind, done] of [
    ['refund', 'succeeded'],
    ['payout', 'success'],
  ] as const) {
    for (const row of await readStandings(run, kind)) {
      const due = row.status === done ? row.amount : 0
      const { out } = sumOf(row)
      if (out !== due) wrong.push(`${kind} ${row.id} is ${row.status} of ${due}, the bank ${out}`)
    }
  }
  return wrong
}
