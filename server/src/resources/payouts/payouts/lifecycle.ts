// Payout changes: their state table, their events, and the columns that a state clears. One outcome can cause several
// transitions: initiated and paid within a second.
import {
  type Lifecycle,
  type Settable,
  transition,
  type Transitioned,
} from '#core/outbox/transition.ts'
import { evictSecret } from '#core/vault/vault.ts'
import type { Write } from '#kernel/change.ts'
import { eventObject } from './read.ts'
import { isSent, isTerminal, payout, type PayoutTransition } from './state.ts'
import { type PayoutRow, payouts } from './store.ts'
import { Failure } from '#errors.ts'
import { busy } from '#core/operations/perform.ts'

const lifecycle: Lifecycle<PayoutRow, PayoutTransition> = {
  machine: payout,
  content: 'payout_details',
  table: payouts,
  toApi: eventObject,
  enter: (row) => (isSent(row.status) ? { ...row, expires_at: null, fulfill_at: null } : row),
}

export interface Advanced extends Omit<Transitioned<PayoutRow>, 'writes'> {
  writes: [Write, ...Write[]]
}

export function statusAfter({ status }: PayoutRow, path: readonly PayoutTransition[]) {
  const last = path.at(-1)
  return last === undefined ? status : payout.transitions[last].to
}

/** Follows a transition path; a payout that has ended leaves nothing in the vault. */
export function advance(
  current: PayoutRow,
  path: readonly PayoutTransition[],
  set: Settable<PayoutRow>,
  now: Date,
): Advanced {
  const status = statusAfter(current, path)
  const vault_id = 'vault_id' in set ? (set.vault_id ?? null) : current.vault_id
  if (vault_id === null || !isTerminal(status)) {
    return transition(lifecycle, current, path, set, now)
  }
  const emptied = { ...set, vault_id: null }
  const { row, writes, events } = transition(lifecycle, current, path, emptied, now)
  return { row, writes: [...writes, evictSecret(row.merchant_id, vault_id)], events }
}

/** IR_16 after it was sent or has ended; HE_00 while it is being sent. */
export function assertNotSent({ status }: PayoutRow, what: string): void {
  if (isSent(status)) throw new Failure('IR_16', `The payout is ${status} and cannot be ${what}.`)
  if (status === 'requires_creation') throw busy('This payout is being sent at this moment.')
}
