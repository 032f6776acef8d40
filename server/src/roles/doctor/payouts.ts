// The invariants of a payout, by number, as plain functions of its record.
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { balances } from '#core/ledger/read.ts'
import { isOpen, type OperationRow } from '#core/operations/operation.ts'
import type { Moment } from '#core/operations/operation.ts'
import { nextEvents } from '#kernel/machine.ts'
import { payout as machine, type PayoutStatus } from '#resources/payouts/state.ts'
import { wrongCurrency } from './checks.ts'
import { missingEvents, type Stateful, wrongEvents } from './events.ts'
import { unpolled } from './payments.ts'
import { objectRecords, type ObjectRecord, subjects } from './record.ts'
import { openPayouts, type PayoutFacts, payoutsAfter } from './store.ts'
import { isDone, ofOperation, totalInto, totalOf, totalOutOf } from './transfers.ts'

export interface PayoutRecord extends ObjectRecord {
  payout: PayoutFacts
}

const PAGE = 200
/** A timer that is later than this is a violation. */
const TIMER_MS = 5 * MINUTE_MS

export async function* eachPayoutPage(
  db: Database,
  merchant_id: string,
): AsyncIterable<PayoutRecord[]> {
  let page = await payoutsAfter(db, merchant_id, '', PAGE)
  while (page.length > 0) {
    const ids = page.map((payout) => payout.payout_id)
    const recordOf = await objectRecords(db, merchant_id, subjects.payout, ids)
    yield page.map((payout) => ({ payout, ...recordOf(payout.payout_id) }))
    page = await payoutsAfter(db, merchant_id, ids.at(-1) ?? '', PAGE)
  }
}

type Violations = (record: PayoutRecord, at: Moment) => string[]

export const payoutChecks: Readonly<Record<string, Violations>> = {
  '1': (record) => wrongCurrency(record, record.payout.currency),
  '3': unexplained,
  '6': (record, at) => missingEvents(record, statefulOf(record), at),
  '7': wrongPayoutEvents,
  '8': overdue,
  '9': paidTwice,
  '10': foreign,
}

const IN_TRANSIT: ReadonlySet<PayoutStatus> = new Set(['requires_creation', 'initiated', 'pending'])

/** Money is where the state says: in the balance, in transit, paid, or returned. */
function unexplained({ payout, operations, transfers }: PayoutRecord): string[] {
  const { status, amount, operation_id } = payout
  const inTransit =
    totalInto(transfers, 'payouts_in_transit') - totalOutOf(transfers, 'payouts_in_transit')
  const due = IN_TRANSIT.has(status) ? amount : 0
  const violations: string[] = []
  if (inTransit !== due) {
    violations.push(`is ${status}: ${inTransit} in transit in the books, should be ${due}`)
  }
  const own = operation_id === null ? [] : ofOperation(transfers, operation_id)
  const isPaid = status === 'success' || status === 'reversed'
  if (isPaid !== totalOf(own, 'payout_paid') > 0) {
    violations.push(`is ${status}: ${totalOf(own, 'payout_paid')} paid in the books`)
  }
  if ((status === 'reversed') !== totalOf(own, 'payout_returned') > 0) {
    violations.push(`is ${status}: ${totalOf(own, 'payout_returned')} returned in the books`)
  }
  return [...violations, ...operations.flatMap((row) => wrongTransfers(row, transfers))]
}

/** Each operation took its money out of the balance; what was paid went, and the rest came back. */
function wrongTransfers(row: OperationRow, transfers: ObjectRecord['transfers']): string[] {
  const own = ofOperation(transfers, row.operation_id)
  const of = (cause: string) => totalOf(own, cause)
  const paid = of('payout_paid')
  const isLate = row.status === 'late'
  const taken = of('payout') + of('payout_excess')
  const pairs: [what: string, booked: number, due: number][] = [
    // An operation that was lost and adopted took nothing out before.
    ['payout', of('payout'), isLate ? of('payout_failed') : row.amount],
    ['payout_late', of('payout_late'), isLate ? paid : 0],
    ['payout_excess', of('payout_excess'), isLate ? 0 : Math.max(0, paid - row.amount)],
    ['payout_failed', of('payout_failed'), isOpen(row) ? 0 : isLate ? taken : taken - paid],
  ]
  const violations = pairs
    .filter(([, booked, due]) => booked !== due)
    .map(
      ([what, booked, due]) =>
        `${row.operation_id} is ${row.status}: ${what} of ${booked} booked, should be ${due}`,
    )
  if (isDone(row) !== paid > 0) {
    violations.push(`${row.operation_id} is ${row.status}, payout_paid ${paid}`)
  }
  if (of('payout_returned') > paid) {
    violations.push(`${row.operation_id}: ${of('payout_returned')} returned of ${paid} paid`)
  }
  return violations
}

const TRIES = 5

/** The account holds the amounts of open payouts and nothing else. */
export async function wrongTransit(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
): Promise<string[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await inTransit(db, merchant_id)
    const open = await openPayouts(db, merchant_id, [...IN_TRANSIT])
    const after = await inTransit(db, merchant_id)
    // A payout that was sent or settled between the two statements is in one of them only.
    if (spelled(before) !== spelled(after)) continue
    const due = new Map(open.map(({ currency, amount }) => [currency, BigInt(amount)]))
    const currencies = new Set([...before.keys(), ...due.keys()])
    return [...currencies].flatMap((currency) => {
      const [booked, sum] = [before.get(currency) ?? 0n, due.get(currency) ?? 0n]
      if (booked === sum) return []
      return `payouts_in_transit is ${booked} ${currency}, open payouts sum to ${sum}`
    })
  }
  return []
}

async function inTransit(db: Database, merchant_id: string): Promise<Map<string, bigint>> {
  const rows = await balances({ db, merchant_id })
  const own = rows.filter((row) => row.account === 'payouts_in_transit')
  return new Map(own.map(({ currency, balance }) => [currency, balance]))
}

function spelled(sums: ReadonlyMap<string, bigint>): string {
  const lines = [...sums].map(([currency, sum]) => `${currency} ${sum}`)
  return lines.toSorted((a, b) => (a < b ? -1 : 1)).join()
}

function statefulOf({ payout }: PayoutRecord): Stateful {
  return { id: payout.payout_id, ...payout }
}

function wrongPayoutEvents(record: PayoutRecord, at: Moment): string[] {
  return wrongEvents(record, statefulOf(record), at, (from, { event_type, object }) => {
    const status = object.status as PayoutStatus
    const before = from?.object.status as PayoutStatus | undefined
    return nextEvents(machine, before).has(`${event_type} ${status}`)
  })
}

function overdue({ payout, operations }: PayoutRecord, at: Moment): string[] {
  const violations = operations.filter(isOpen).flatMap((row) => unpolled(row, at))
  const late = at.now.getTime() - (payout.expires_at?.getTime() ?? Infinity)
  if (late > TIMER_MS) violations.push(`expires_at passed ${Math.round(late / 1000)} s ago`)
  const open = operations.filter(isOpen).map((row) => row.operation_id)
  const due = IN_TRANSIT.has(payout.status) ? [payout.operation_id] : []
  if (open.join() !== due.join()) {
    violations.push(`is ${payout.status}, with ${open.length} open operations`)
  }
  return violations
}

function paidTwice({ operations }: PayoutRecord): string[] {
  const paid = operations.filter(isDone)
  if (paid.length < 2) return []
  return [`paid by ${paid.map((row) => row.operation_id).join(' and ')}`]
}

function foreign({ payout, operations, transfers, events }: PayoutRecord): string[] {
  const known = new Set(operations.map((row) => row.operation_id))
  const named = [payout.operation_id, ...transfers.map((row) => row.operation_id)]
  return [
    ...named
      .filter((id) => id !== null && !known.has(id))
      .map((id) => `names the operation ${id}, which is not its own`),
    ...events
      .filter(({ body }) => JSON.parse(body).merchant_id !== payout.merchant_id)
      .map(({ event_id }) => `${event_id} names another merchant`),
  ]
}
