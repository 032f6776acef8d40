// State transitions of a payout as data: the row's update and the events that tell of them. An outcome
// can bring several at once: a rail that pays in a second has been asked, and has paid.
import { type Insert, type Remove, type Update, update, type Write } from '../kernel/change.ts'
import { allows } from '../kernel/machine.ts'
import { event } from '../events/event.ts'
import { forget } from '../vault/vault.ts'
import { shownInEvent } from './shown.ts'
import { isOut, isOver, payout, type PayoutEvent, told } from './state.ts'
import { type PayoutRow, payouts } from './store.ts'

export interface Moved {
  row: PayoutRow
  writes: [Write, ...Write[]]
}

/** A move the table does not know is our mistake, never the caller's: those are refused before. */
export function move(
  current: PayoutRow,
  path: readonly PayoutEvent[],
  set: Partial<PayoutRow>,
  now: Date,
): Moved {
  const news: Insert[] = []
  let row = { ...current, modified_at: now }
  for (const [n, name] of path.entries()) {
    if (!allows(payout, row.status, name)) {
      throw new Error(`payout ${row.payout_id}: no ${name} from ${row.status}`)
    }
    const status = payout.events[name].to
    row = { ...(n === path.length - 1 ? laid(row, set) : row), status }
    if (isOut(status)) row = { ...row, expires_at: null, fulfill_at: null }
    if (told[status] === undefined) continue
    row.transitions += 1
    news.push(tell(row, told[status], now))
  }
  if (path.length === 0) row = laid(row, set)
  const { kept, gone } = emptied(row)
  return { row: next(kept), writes: [payoutChange(current, kept), ...news, ...gone] }
}

/** What the moves themselves write is theirs. */
function laid(row: PayoutRow, set: Partial<PayoutRow>): PayoutRow {
  const { status, transitions, modified_at, version } = row
  return { ...row, ...set, status, transitions, modified_at, version }
}

/** Of what is over for good, the vault keeps nothing. */
function emptied(row: PayoutRow): { kept: PayoutRow; gone: Remove[] } {
  if (row.vault_id === null || !isOver(row.status)) return { kept: row, gone: [] }
  return { kept: { ...row, vault_id: null }, gone: [forget(row.merchant_id, row.vault_id)] }
}

function tell(row: PayoutRow, event_type: string, now: Date): Insert {
  return event({
    merchant_id: row.merchant_id,
    profile_id: row.profile_id,
    event_type,
    object_type: 'payout_details',
    object_id: row.payout_id,
    sequence: row.transitions,
    object: shownInEvent(row),
    now,
  })
}

/** The row as its update leaves it. */
function next(row: PayoutRow): PayoutRow {
  return { ...row, version: row.version + 1 }
}

/** All columns but the key and the creation, in one order, so that it is always one statement. */
function payoutChange(current: PayoutRow, row: PayoutRow): Update {
  const { merchant_id: _, payout_id: __, created: ___, version: ____, ...columns } = current
  const set = Object.fromEntries(
    Object.keys(columns)
      .toSorted()
      .map((column) => [column, row[column as keyof PayoutRow]]),
  )
  return update(payouts, current, set)
}
