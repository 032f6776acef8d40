// An API key's amount limits. They are enforced where everything is written: a commit that charges, pays out,
// refunds or asks for money adds its amount to the key's day, in the same statement, so requests at once share the
// limit, and no route can forget it. A key without limits has the plain commit function.
import { add, insert, save, update, type Write } from '#kernel/change.ts'
import { type Commit, Conflict } from '#kernel/commit.ts'
import type { AmountLimit, Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import {
  findKeyAmount,
  findKeyDay,
  keyAmounts,
  type KeyDayRow,
  keyDays,
} from './amount_limits_store.ts'

/** The object that a write moves money for, with its whole amount so far. */
interface Moved {
  readonly object_id: string
  readonly currency: string
  readonly amount: number
}

type Row = Readonly<Record<string, unknown>>

/** By table: what a write to it moves. Other tables move nothing. */
const moving: Readonly<
  Record<string, (write: Write, writes: readonly Write[]) => Moved | undefined>
> = {
  payments: (write) => wholeAmount(write, 'payment_id'),
  refunds: (write) => wholeAmount(write, 'refund_id'),
  payouts: (write) => wholeAmount(write, 'payout_id'),
  payment_links: (write) => linkAmount(write),
  operations: (write, writes) => operationAmount(write, writes),
}

/** A new object moves its amount, and so does one whose amount or currency changes. */
function wholeAmount(write: Write, id: string): Moved | undefined {
  const { kind, row } = write
  if (kind !== 'insert' && kind !== 'update') return undefined
  const before = (kind === 'update' ? write.before : {}) as Row
  const { [id]: object_id, amount = before['amount'], currency = before['currency'] } = row
  const isSame = amount === before['amount'] && currency === before['currency']
  if (kind === 'update' && isSame) return undefined
  return moved(object_id, currency, amount)
}

/** A link asks for its amount, or for at most the largest that the customer may choose. */
function linkAmount({ kind, row }: Write): Moved | undefined {
  if (kind !== 'insert') return undefined
  const { payment_link_id, currency, amount, max_amount } = row
  const most = amount ?? max_amount
  if (most !== undefined) return moved(payment_link_id, currency, most)
  const message = 'This key has amount limits: send an `amount`, or a `max_amount`.'
  throw new Failure('AU_03', message, { field: 'amount' })
}

const CALLS: ReadonlySet<unknown> = new Set(['authorize', 'capture', 'refund', 'payout'])

/** One payment's captures add up. */
function operationAmount({ kind, row }: Write, writes: readonly Write[]): Moved | undefined {
  if (kind !== 'insert' || !CALLS.has(row['kind'])) return undefined
  const { object_id, currency, amount } = row
  const captured = row['kind'] === 'capture' ? capturedBefore(writes, object_id) : 0
  return moved(object_id, currency, Number(amount) + captured)
}

function capturedBefore(writes: readonly Write[], payment_id: unknown): number {
  const payment = writes.find(
    ({ table, row }) => table.name === 'payments' && row['payment_id'] === payment_id,
  )
  const before = payment?.kind === 'update' ? (payment.before as Row) : {}
  return Number(before['amount_received'] ?? 0)
}

function moved(object_id: unknown, currency: unknown, amount: unknown): Moved | undefined {
  const value = Number(amount)
  if (!(value > 0)) return undefined
  return { object_id: String(object_id), currency: String(currency), amount: value }
}

interface Limited {
  readonly merchant_id: string
  readonly key_id: string
  readonly limits: readonly AmountLimit[]
}

type Parts = Pick<Services, 'db' | 'tryCommit'>

/** The part of an object's amount that the key has not moved before. */
interface Share extends Moved {
  readonly added: number
  readonly write: Write
}

/** The commit function for a request whose key has limits. */
export function limitedCommit(commit: Commit, parts: Parts, key: Limited): Commit {
  return async (...writes) => {
    const found = writes.flatMap((write) => moving[write.table.name]?.(write, writes) ?? [])
    const read = largest(found).map((each) => readShare(parts, key, each))
    const shares = (await Promise.all(read)).filter(({ added }) => added > 0)
    if (shares.length === 0) return commit(...writes)
    for (const share of shares) checkCall(key, share)
    const days = await openDays(parts, key, shares)
    const counted = days.map(({ row, added }) => add(keyDays, row, 'amount', added, 'per_day'))
    try {
      await commit(...writes, ...shares.map(({ write }) => write), ...counted)
    } catch (error) {
      // If the day has filled up since it was read, this says so.
      if (error instanceof Conflict) await openDays(parts, key, shares)
      throw error
    }
  }
}

/** One for each object and currency: an object and its operation are written together. */
function largest(found: readonly Moved[]): Moved[] {
  const byObject = new Map<string, Moved>()
  for (const each of found) {
    const id = `${each.object_id} ${each.currency}`
    if ((byObject.get(id)?.amount ?? 0) < each.amount) byObject.set(id, each)
  }
  return [...byObject.values()]
}

async function readShare(
  { db }: Parts,
  { merchant_id, key_id }: Limited,
  { object_id, currency, amount }: Moved,
): Promise<Share> {
  const current = await findKeyAmount(db, merchant_id, key_id, object_id, currency)
  const row = { merchant_id, key_id, object_id, currency, amount, version: 1 }
  const write = current
    ? save(keyAmounts, current, { ...current, amount })
    : insert(keyAmounts, row)
  return { object_id, currency, amount, added: amount - (current?.amount ?? 0), write }
}

function checkCall({ limits }: Limited, { currency, amount }: Moved): void {
  const limit = limits.find((each) => each.currency === currency)
  if (limit === undefined) {
    const named = limits.map((each) => each.currency).join(', ')
    const message = `This key may move amounts in ${named} only, not in ${currency}. Use a key without this limit.`
    throw refusal(message, { currency, per_call: null, per_day: null })
  }
  const { per_call = null } = limit
  if (per_call === null || amount <= per_call) return
  const message = `This key may move at most ${per_call} ${currency} in one call, and this is ${amount}. Use a key with a higher limit.`
  throw refusal(message, { currency, per_call, amount })
}

interface Day {
  readonly row: KeyDayRow
  readonly added: number
}

/** The days that the shares add to. Refuses a sum above the limit. */
async function openDays(parts: Parts, key: Limited, shares: readonly Share[]): Promise<Day[]> {
  const sums = new Map<string, number>()
  for (const { currency, added } of shares) {
    sums.set(currency, (sums.get(currency) ?? 0) + added)
  }
  const days: Day[] = []
  for (const [currency, added] of sums) {
    const { per_day = null } = key.limits.find((each) => each.currency === currency) ?? {}
    if (per_day === null) continue
    const row = await openDay(parts, key, currency, per_day)
    if (row.amount + added > per_day) throw dayRefusal(row, added)
    days.push({ row, added })
  }
  return days
}

/** The key's row for today. A limit that was changed today applies to what was moved before. */
async function openDay(
  parts: Parts,
  { merchant_id, key_id }: Limited,
  currency: string,
  per_day: number,
): Promise<KeyDayRow> {
  const { day, row } = await findKeyDay(parts.db, merchant_id, key_id, currency)
  if (row?.per_day === per_day) return row
  const opened = { merchant_id, key_id, currency, day, amount: 0, per_day, version: 1 }
  // Refused if another request has just written it, with the same limit.
  await parts.tryCommit(row ? update(keyDays, row, { per_day }) : insert(keyDays, opened))
  return row ?? opened
}

function dayRefusal({ currency, per_day, amount }: KeyDayRow, added: number): Failure {
  const message = `This key may move at most ${per_day} ${currency} a day, of which ${amount} are used, and this would add ${added}. The day begins at midnight UTC.`
  return refusal(message, { currency, per_day, amount_used: amount })
}

function refusal(message: string, details: Readonly<Record<string, unknown>>): Failure {
  return new Failure('AU_03', message, { field: 'amount', details: { amount_limit: details } })
}
