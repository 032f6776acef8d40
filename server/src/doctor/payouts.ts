// What must hold for every payout, as plain functions of its file; by the numbers of the invariants.
import type { Database } from '../kernel/db.ts'
import { isOpen, type OperationRow } from '../operations/operation.ts'
import type { Moment } from '../operations/operation.ts'
import { nextEvents } from '../kernel/machine.ts'
import { payout as machine, type PayoutStatus } from '../payouts/state.ts'
import type { BankLog } from './bank_log.ts'
import { booked } from './booked.ts'
import { unanswered, wrongCurrency } from './checks.ts'
import { type File, filesOf } from './dossier.ts'
import { foreignIds, type PayoutFacts, payoutsAfter, type Subject } from './store.ts'
import { mistold, type Telling, uncounted } from './told.ts'

export interface PayoutFile extends File {
  payout: PayoutFacts
}

const PAGE = 200
/** What should have expired by itself has, by then. */
const TIMER_MS = 5 * 60_000

const subject: Subject = {
  kinds: ['payout'],
  causes: ['payout', 'payout_paid', 'payout_failed', 'payout_returned'],
  event_object: 'payout_details',
}

export async function* eachPayoutPage(
  db: Database,
  merchant_id: string,
): AsyncIterable<PayoutFile[]> {
  let page = await payoutsAfter(db, merchant_id, '', PAGE)
  while (page.length > 0) {
    const ids = page.map((payout) => payout.payout_id)
    const fileOf = await filesOf(db, merchant_id, subject, ids)
    yield page.map((payout) => ({ payout, ...fileOf(payout.payout_id) }))
    page = await payoutsAfter(db, merchant_id, ids.at(-1) ?? '', PAGE)
  }
}

type Wrongs = (file: PayoutFile, at: Moment) => string[]

export const payoutChecks: Readonly<Record<string, Wrongs>> = {
  '1': (file) => wrongCurrency(file, file.payout.currency),
  '3': unexplained,
  '6': (file, at) => uncounted(file, telling(file), at),
  '7': misled,
  '8': forgotten,
  '9': paidTwice,
  '10': foreign,
}

const IN_TRANSIT: ReadonlySet<PayoutStatus> = new Set(['requires_creation', 'initiated', 'pending'])

/** Money is where the state says it is: in the balance, on its way, gone, or back. */
function unexplained({ payout, operations, transfers }: PayoutFile): string[] {
  const { status, amount } = payout
  const left = booked(transfers, 'payout')
  const paid = booked(transfers, 'payout_paid')
  const failed = booked(transfers, 'payout_failed')
  const pairs: [what: string, booked: number, due: number][] = [
    ['on its way', left - paid - failed, IN_TRANSIT.has(status) ? amount : 0],
    ['paid', paid, status === 'success' || status === 'reversed' ? amount : 0],
    ['returned', booked(transfers, 'payout_returned'), status === 'reversed' ? amount : 0],
  ]
  const wrongs = pairs
    .filter(([, ours, due]) => ours !== due)
    .map(([what, ours, due]) => `is ${status}: ${ours} ${what} in the books, should be ${due}`)
  return [...wrongs, ...operations.flatMap((row) => misbooked(row, transfers))]
}

/** Each call took its money out, and it went or came back. */
function misbooked(row: OperationRow, transfers: File['transfers']): string[] {
  const own = transfers.filter((each) => each.operation_id === row.operation_id)
  const pairs: [cause: string, due: number][] = [
    ['payout', row.amount],
    ['payout_paid', row.status === 'approved' ? row.amount : 0],
    ['payout_failed', row.status === 'approved' || isOpen(row) ? 0 : row.amount],
  ]
  return pairs
    .filter(([cause, due]) => booked(own, cause) !== due)
    .map(([cause]) => `${row.operation_id} is ${row.status}, ${cause} ${booked(own, cause)}`)
}

function telling({ payout }: PayoutFile): Telling {
  return { id: payout.payout_id, ...payout }
}

function misled(file: PayoutFile, at: Moment): string[] {
  return mistold(file, telling(file), at, (from, { event_type, object }) => {
    const status = object.status as PayoutStatus
    const before = from?.object.status as PayoutStatus | undefined
    return nextEvents(machine, before).has(`${event_type} ${status}`)
  })
}

function forgotten({ payout, operations }: PayoutFile, at: Moment): string[] {
  const wrongs = operations.filter(isOpen).flatMap((row) => unanswered(row, at))
  const late = at.now.getTime() - (payout.expires_at?.getTime() ?? Infinity)
  if (late > TIMER_MS) wrongs.push(`expires_at passed ${Math.round(late / 1000)} s ago`)
  const open = operations.filter(isOpen).map((row) => row.operation_id)
  const due = IN_TRANSIT.has(payout.status) ? [payout.operation_id] : []
  if (open.join() !== due.join()) {
    wrongs.push(`is ${payout.status}, with ${open.length} calls open`)
  }
  return wrongs
}

function paidTwice({ operations }: PayoutFile): string[] {
  const paid = operations.filter((row) => row.status === 'approved')
  if (paid.length < 2) return []
  return [`paid by ${paid.map((row) => row.operation_id).join(' and ')}`]
}

function foreign({ payout, operations, transfers, events }: PayoutFile): string[] {
  const known = new Set(operations.map((row) => row.operation_id))
  const named = [payout.operation_id, ...transfers.map((row) => row.operation_id)]
  return [
    ...named
      .filter((id) => id !== null && !known.has(id))
      .map((id) => `names the operation ${id}, which is not its own`),
    ...events
      .filter(({ body }) => JSON.parse(body).merchant_id !== payout.merchant_id)
      .map(({ event_id }) => `${event_id} names another`),
  ]
}

/** Profiles and customers that these payouts name and that belong to others. */
export async function foreignToPayouts(
  db: Database,
  merchant_id: string,
  page: PayoutFile[],
): Promise<string[]> {
  const profiles = [...new Set(page.map(({ payout }) => payout.profile_id))]
  const customers = [...new Set(page.map(({ payout }) => payout.customer_id))]
  return [
    ...(await foreignIds(db, merchant_id, 'profiles', profiles)),
    ...(await foreignIds(db, merchant_id, 'customers', customers)),
  ]
}

/** What the rail really paid and took back, amount by amount; of an open call it may know more than we. */
export function comparePayout({ payout, operations }: PayoutFile, bank: BankLog): string[] {
  return operations.flatMap((row) => {
    const done = bank.did(row.operation_id)
    if (row.provider !== 'bank' || isOpen(row)) return []
    const { operation_id, amount } = row
    const wrongs: string[] = []
    if (done && (done.currency !== payout.currency || done.reference !== payout.payout_id)) {
      wrongs.push(`${operation_id} is for ${done.reference} in ${done.currency} at the bank`)
    }
    const isPaid = row.status === 'approved'
    const isBack = isPaid && payout.status === 'reversed'
    const due = [
      ...(isPaid ? [`paid_out ${amount}`] : []),
      ...(isBack ? [`returned ${amount}`] : []),
    ]
    const effects = (done?.effects ?? []).map((each) => `${each.effect} ${each.amount}`)
    if (effects.join() !== due.join()) {
      wrongs.push(
        `${operation_id} is ${row.status}, the bank did ${effects.join(', ') || 'nothing'}`,
      )
    }
    return wrongs
  })
}
