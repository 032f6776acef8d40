import type { Sweep } from '#kernel/sweeps.ts'
import { summingUp } from './sum_up.ts'

export const ledgerSweeps: readonly Sweep[] = [
  { name: 'balances to sum up', period_ms: 1_000, round: summingUp() },
]
