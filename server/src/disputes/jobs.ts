import { dueSweep, type Sweep } from '../kernel/sweeps.ts'
import { sendAgain } from './answer_dispute.ts'
import { expireDispute } from './expire.ts'

const table = { table: 'disputes', id: 'dispute_id' }

export const disputeSweeps: readonly Sweep[] = [
  dueSweep({
    name: 'answers to disputes of which nothing was heard',
    period_ms: 2_000,
    timer: { ...table, column: 'answer_at' },
    act: sendAgain,
  }),
  dueSweep({
    name: 'disputes that nobody answered',
    period_ms: 2_000,
    timer: { ...table, column: 'expire_at' },
    act: expireDispute,
  }),
]
