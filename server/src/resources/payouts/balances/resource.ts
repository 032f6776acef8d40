import { createSnapshotter } from '#core/ledger/snapshot.ts'
import type { Resource } from '#resources/resource.ts'
import { balanceRoutes } from './routes.ts'

export const balances: Resource = {
  routes: balanceRoutes,
  sweeps: [{ name: 'balance snapshots', period_ms: 1_000, round: createSnapshotter() }],
}
