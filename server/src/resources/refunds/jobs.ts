import { dueSweep, type Sweep } from '#kernel/sweeps.ts'
import { sendRefund } from './send.ts'

export const refundSweeps: readonly Sweep[] = [
  dueSweep({
    name: 'refunds that waited for their batch',
    period_ms: 2_000,
    timer: { table: 'refunds', id: 'refund_id', column: 'send_at' },
    act: sendRefund,
  }),
]
