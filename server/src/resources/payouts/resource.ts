import { dueSweep } from '#kernel/sweeps.ts'
import { redactRows } from '#resources/customers/redact.ts'
import type { Resource } from '#resources/resource.ts'
import { advancePayout } from './advance.ts'
import { expirePayout } from './expire.ts'
import { invariants } from './invariants.ts'
import { payoutRoutes } from './routes.ts'
import { sample } from './sample.ts'
import { payoutSettler } from './settler.ts'
import { isSent, payout } from './state.ts'
import { findPayout, payoutPages, payouts as table } from './store.ts'

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
  redact: redactRows({
    table,
    pages: payoutPages,
    find: findPayout,
    fields: [
      'email',
      'name',
      'phone',
      'phone_country_code',
      'billing',
      // A method shows the name of its holder.
      'payout_method_data',
      'browser_info',
    ],
    // A payout that is scheduled or being sent needs it until it has ended.
    secret: ({ status, fulfill_at, vault_id }) =>
      isSent(status) || status === 'requires_creation' || fulfill_at !== null ? null : vault_id,
  }),
  samples: { payout_details: sample },
}
