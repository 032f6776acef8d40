// How payouts change state: their state table, their events, and what a state takes along. An outcome can bring
// several transitions at once: a rail that pays in a second was asked, and has paid.
import {
  type Lifecycle,
  type Settable,
  transition,
  type Transitioned,
} from '#core/outbox/transition.ts'
import { evictSecret } from '#core/vault/vault.ts'
import type { Write } from '#kernel/change.ts'
import { eventObject } from './to_api.ts'
import { isSent, isTerminal, payout, type PayoutTransition } from './state.ts'
import { type PayoutRow, payouts } from './store.ts'

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

/** Along the path of transitions; a payout that has ended leaves nothing in the vault. */
export function advance(
  current: PayoutRow,
  path: readonly PayoutTransition[],
  set: Settable<PayoutRow>,
  now: Date,
): Advanced {
  const last = path.at(-1)
  const status = last === undefined ? current.status : payout.transitions[last].to
  const vault_id = 'vault_id' in set ? (set.vault_id ?? null) : current.vault_id
  if (vault_id === null || !isTerminal(status)) {
    return transition(lifecycle, current, path, set, now)
  }
  const emptied = { ...set, vault_id: null }
  const { row, writes, events } = transition(lifecycle, current, path, emptied, now)
  return { row, writes: [...writes, evictSecret(row.merchant_id, vault_id)], events }
}
