import { DAY_MS } from '#kernel/clock.ts'
import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { expireDispute } from './answer.ts'
import { disputesOfPayment } from './read.ts'
import { invariants } from './invariants.ts'
import { disputeRoutes } from './routes.ts'
import { sample } from './sample.ts'
import { disputeSettler } from './settler.ts'
import { dispute } from './state.ts'

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
  expansions: { disputes: disputesOfPayment },
  samples: { dispute_details: sample },
}
