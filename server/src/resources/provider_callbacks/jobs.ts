import type { Sweep } from '#kernel/sweeps.ts'
import { recoverOperations } from '#core/operations/recover.ts'
import { retryParkedEvents } from './parked.ts'
import { pollEvents } from './poll_events.ts'
import { settlers } from './settlers.ts'

const BATCH = 50

export const recoverySweeps: readonly Sweep[] = [
  {
    name: 'operations without an outcome',
    period_ms: 1_000,
    round: (services) => recoverOperations(services, settlers, BATCH),
  },
  { name: 'provider events', period_ms: 5_000, round: pollEvents },
  {
    name: 'parked provider events',
    period_ms: 5_000,
    round: (services) => retryParkedEvents(services, BATCH),
  },
]
