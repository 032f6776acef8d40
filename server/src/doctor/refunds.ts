// What must hold for the refunds of a payment.
import type { Moment } from '../operations/operation.ts'
import { nextEvents } from '../kernel/machine.ts'
import { refund as machine, type RefundStatus } from '../refunds/state.ts'
import { booked, unearned } from './booked.ts'
import type { Dossier, RefundFile } from './dossier.ts'
import { mistold, type Step, uncounted } from './told.ts'

/** A batch may be late by this much before somebody must be told. */
const OVERDUE_MS = 2 * 60_000

/** What is on its way counts: it cannot be promised twice. */
export function overRefunded({ payment, refunds }: Dossier): string[] {
  const { amount_refunded, amount_received } = payment
  const wrongs: string[] = []
  const promised = refunds
    .filter(({ refund }) => refund.status !== 'failed')
    .reduce((n, { refund }) => n + refund.amount, 0)
  if (promised !== amount_refunded) {
    wrongs.push(`amount_refunded is ${amount_refunded}, its refunds are ${promised}`)
  }
  if (promised > amount_received) wrongs.push(`refunded ${promised} of ${amount_received} captured`)
  const gone = refunds.reduce((n, { transfers }) => n + wentBack(transfers), 0)
  if (gone > amount_received) wrongs.push(`booked ${gone} refunded of ${amount_received} captured`)
  return wrongs
}

function wentBack(transfers: RefundFile['transfers']): number {
  return booked(transfers, 'refund') - booked(transfers, 'refund_return')
}

export function unexplainedRefunds({ payment, refunds }: Dossier): string[] {
  return refunds.flatMap((file) => {
    const { refund, transfers } = file
    const wrongs = unearned(file)
    const due = refund.status === 'succeeded' ? refund.amount : 0
    if (wentBack(transfers) !== due) {
      wrongs.push(`${refund.refund_id} is ${refund.status}, booked ${wentBack(transfers)}`)
    }
    if (refund.currency !== payment.currency)
      wrongs.push(`${refund.refund_id} is in another currency`)
    return wrongs
  })
}

const tellingOf = ({ refund }: RefundFile) => ({ id: refund.refund_id, ...refund })

export function untoldOfRefunds({ refunds }: Dossier, at: Moment): string[] {
  return refunds.flatMap((file) => uncounted(file, tellingOf(file), at))
}

export function misledOfRefunds({ refunds }: Dossier, at: Moment): string[] {
  return refunds.flatMap((file) => mistold(file, tellingOf(file), at, isMove))
}

/** Nobody is told that a refund is pending. */
function isMove(from: Step | undefined, { object: to, event_type }: Step): boolean {
  const before = (from?.object.status ?? 'pending') as RefundStatus
  return nextEvents(machine, before).has(`${event_type} ${to.status}`)
}

/** A refund that waits for nothing would wait for ever. */
export function unsentRefunds({ refunds }: Dossier, { now }: Moment): string[] {
  return refunds.flatMap(({ refund, operations }) => {
    const { refund_id, status, send_at, operation_id } = refund
    if (status !== 'pending') return []
    if (operation_id !== null) {
      const call = operations.find((row) => row.operation_id === operation_id)
      return call?.finished_at === null ? [] : `${refund_id} is pending, its call is over`
    }
    if (send_at === null) return `${refund_id} is pending and nobody will send it`
    const late = now.getTime() - send_at.getTime()
    return late > OVERDUE_MS ? `${refund_id} is due for ${Math.round(late / 1000)} s` : []
  })
}
