// A steady load: payments, captures and refunds, each sent once and under its own id, so that every answer can be
// compared afterwards with the bank and the database.
import { sleep } from '#kernel/clock.ts'
import type { Client } from '#testing/client.ts'
import { paymentBody } from '#testing/payment_body.ts'

export type Kind = 'payment' | 'hold' | 'capture' | 'refund'

export interface Sent {
  readonly kind: Kind
  /** The payment or the refund. */
  readonly id: string
  /** By `performance.now()`. */
  readonly sent_at: number
  answered_at?: number
  /** Absent when the connection broke: then nothing was claimed. */
  answer?: { http_status: number; status: string | undefined; message: string | undefined }
}

export interface Load {
  readonly sent: readonly Sent[]
  /** Stops sending and waits for the answers that are under way. */
  stop(): Promise<void>
}

const AMOUNT = 1_000
const MOST_OPEN = 500
const ANSWERS_TIMEOUT_MS = 60_000

export interface LoadOptions {
  /** Of all ids. */
  readonly prefix?: string
  /** Payments in one step, and nothing else. */
  readonly is_payments_only?: boolean
}

/** `client` is asked for every request: it may be another one each time. */
export function startLoad(
  client: () => Client,
  per_second: number,
  { prefix = '', is_payments_only = false }: LoadOptions = {},
): Load {
  const sent: Sent[] = []
  const open = new Set<Promise<void>>()
  const capturable: string[] = []
  const refundable: string[] = []

  const send = async (kind: Kind, id: string, path: string, body: object) => {
    const request: Sent = { kind, id, sent_at: performance.now() }
    sent.push(request)
    const answer = await client()
      .post(path, body)
      .catch(() => undefined)
    request.answered_at = performance.now()
    if (answer === undefined) return
    const { status, error } = answer.body ?? {}
    request.answer = { http_status: answer.status, status, message: error?.message }
    if (kind === 'hold' && status === 'requires_capture') capturable.push(id)
    if (is_payments_only) return
    if ((kind === 'payment' || kind === 'capture') && status === 'succeeded') refundable.push(id)
  }

  const one = (n: number): Promise<void> => {
    const [captured, refunded] = [capturable, refundable].map((ids, at) =>
      n % 4 === at + 2 ? ids.shift() : undefined,
    )
    if (captured !== undefined)
      return send('capture', captured, `/payments/${captured}/capture`, {})
    if (refunded !== undefined) {
      const refund_id = `${prefix}refund-${n}`
      return send('refund', refund_id, '/refunds', { payment_id: refunded, refund_id })
    }
    const is_hold = n % 2 === 1 && !is_payments_only
    const payment_id = `${prefix}${is_hold ? 'hold' : 'payment'}-${n}`
    const capture_method = is_hold ? 'manual' : 'automatic'
    const body = paymentBody({ payment_id, amount: AMOUNT, capture_method })
    return send(is_hold ? 'hold' : 'payment', payment_id, '/payments', body)
  }

  // By the clock and not by the tick: a busy machine skips ticks.
  const started_at = performance.now()
  let n = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - started_at) * per_second) / 1_000
    while (n < due && open.size < MOST_OPEN) {
      const request = one(n++).finally(() => open.delete(request))
      open.add(request)
    }
  }, 10)
  return {
    sent,
    async stop() {
      clearInterval(timer)
      await Promise.race([Promise.all(open), sleep(ANSWERS_TIMEOUT_MS)])
    },
  }
}
