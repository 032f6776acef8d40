import { DAY_MS } from '#kernel/clock.ts'
import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { expireDispute } from './answer.ts'
import { disputesOfPayment } from './read.ts'
import { invariants } from './invariants.ts'
import { redactDisputes, redactEnded } from './redact.ts'
import { disputeRoutes } from './routes.ts'
import { disputeSettler } from './settler.ts'
import { dispute } from './state.ts'

const ENDED = [
  'dispute_accepted',
  'dispute_expired',
  'dispute_cancelled',
  'dispute_won',
  'dispute_lost',
]

export const disputes: Resource = {
  routes: disputeRoutes,
  machine: dispute,
  invariants,
  settlers: { answer: disputeSettler },
  sweeps: [
    dueSweep({
      name: 'disputes past their deadline',
      period_ms: 2_000,
      timer: { table: 'disputes', id: 'dispute_id', column: 'expire_at' },
      // The merchant must respond before.
      warn_before_ms: 2 * DAY_MS,
      act: expireDispute,
    }),
  ],
  reactions: [{ name: 'evidence of erased persons', on: ENDED, run: redactEnded }],
  redact: redactDisputes,
  expansions: { disputes: disputesOfPayment },
}
