import type { Sweep } from '../kernel/sweeps.ts'
import { readNews } from './read_news.ts'
import { recoverOperations } from './recover.ts'

const BATCH = 50

export const recoverySweeps: readonly Sweep[] = [
  {
    name: 'operations without an answer',
    period_ms: 1_000,
    round: (services) => recoverOperations(services, BATCH),
  },
  { name: 'news of the provider', period_ms: 5_000, round: readNews },
]
