import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { advancePayout } from './advance.ts'
import { expirePayout } from './expire.ts'
import { invariants } from './invariants.ts'
import { redactPayouts } from './redact.ts'
import { payoutRoutes } from './routes.ts'
import { payoutSettler } from './settler.ts'
import { payout } from './state.ts'

const timer = { table: 'payouts', id: 'payout_id' }

export const payouts: Resource = {
  routes: payoutRoutes,
  machine: payout,
  invariants,
  settlers: { payout: payoutSettler },
  sweeps: [
    dueSweep({
      name: 'automatic payouts',
      period_ms: 1_000,
      timer: { ...timer, column: 'fulfill_at' },
      act: advancePayout,
    }),
    dueSweep({
      name: 'expired payouts',
      period_ms: 2_000,
      timer: { ...timer, column: 'expires_at' },
      act: expirePayout,
    }),
  ],
  redact: redactPayouts,
}
