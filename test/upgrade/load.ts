// Callers whose every request must succeed, whichever release answers it: an object is often created by one and read or
// changed by the other.
import type { Answer, Client } from '#testing/client.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { toBank } from '../support/recipients.ts'
import { eventually } from '#testing/eventually.ts'

const CALLERS = 4
/** Journeys per kind before the next step. */
const BETWEEN_STEPS = 3

type Post = (path: string, body: object, status?: string) => Promise<Answer>
type Get = (path: string) => Promise<Answer>

const hold = { capture_method: 'manual' }
const held = 'requires_capture'

/** Every journey has its own ids. */
const journeys: Readonly<Record<string, (post: Post, get: Get, id: string) => Promise<unknown>>> = {
  async charge(post, get, payment_id) {
    await post('/payments', paymentBody({ payment_id }), 'succeeded')
    await get(`/payments/${payment_id}`)
    await get('/payments/list?limit=5')
  },
  async capture(post, _, payment_id) {
    await post('/payments', paymentBody({ payment_id, ...hold }), held)
    await post(`/payments/${payment_id}/capture`, { amount_to_capture: 600 }, 'succeeded')
  },
  async cancel(post, _, payment_id) {
    await post('/payments', paymentBody({ payment_id, ...hold }), held)
    await post(`/payments/${payment_id}/cancel`, {}, 'cancelled')
  },
  async confirm(post, _, payment_id) {
    const later = paymentBody({ payment_id, confirm: false })
    await post('/payments', later, 'requires_confirmation')
    await post(`/payments/${payment_id}`, { description: 'Two mugs' }, 'requires_confirmation')
    await post(`/payments/${payment_id}/confirm`, {}, 'succeeded')
  },
  async refund(post, get, payment_id) {
    await post('/payments', paymentBody({ payment_id }), 'succeeded')
    await post('/refunds', { payment_id, refund_id: `r-${payment_id}`, amount: 100 }, 'succeeded')
    await get(`/refunds/r-${payment_id}`)
  },
  async payout(post, get) {
    const body = { amount: 100, currency: 'EUR', ...toBank() }
    const made = await post('/payouts/create', body)
    await post(`/payouts/${made.body?.payout_id}/fulfill`, {}, 'success')
    await get(`/payouts/${made.body?.payout_id}`)
  },
  async customer(post, get, customer_id) {
    await post('/customers', { customer_id, name: 'Ada' })
    await post(`/customers/${customer_id}`, { phone: '555 0100' })
    await get(`/customers/${customer_id}`)
  },
}

export class Load {
  requests = 0
  readonly failures: string[] = []
  private readonly done = new Map(Object.keys(journeys).map((name) => [name, 0]))
  private readonly client: () => Client
  private readonly callers: Promise<void>[]
  private count = 0
  private is_over = false

  constructor(client: () => Client) {
    this.client = client
    this.callers = Array.from({ length: CALLERS }, (_, n) => this.call(n))
  }

  async stop(): Promise<void> {
    this.is_over = true
    await Promise.all(this.callers)
  }

  /** Waits until every journey was made some times more. */
  async goesOn(): Promise<void> {
    const before = new Map(this.done)
    const enough = ([name, n]: [string, number]) => n >= (before.get(name) ?? 0) + BETWEEN_STEPS
    await eventually('the load goes on', async () => [...this.done].every(enough))
  }

  private async call(n: number): Promise<void> {
    const names = Object.keys(journeys)
    for (let turn = n; !this.is_over; turn++) {
      const name = names[turn % names.length] ?? ''
      const post: Post = (path, body, status) =>
        this.send(`${name}: POST ${path}`, () => this.client().post(path, body), status)
      const get: Get = (path) => this.send(`${name}: GET ${path}`, () => this.client().get(path))
      await journeys[name]?.(post, get, `${name}-${this.count++}`).catch(() => undefined)
      this.done.set(name, (this.done.get(name) ?? 0) + 1)
    }
  }

  /** After a failure the journey ends. */
  private async send(what: string, send: () => Promise<Answer>, status?: string): Promise<Answer> {
    this.requests += 1
    const answer = await send().catch((error: Error) => error)
    const failure = describeFailure(answer, status)
    if (answer instanceof Error || failure !== undefined) {
      this.failures.push(`${what}: ${failure}`)
      throw new Error(what)
    }
    return answer
  }
}

function describeFailure(answer: Answer | Error, status?: string): string | undefined {
  if (answer instanceof Error) return answer.message
  const isExpected = status === undefined || answer.body?.status === status
  return answer.status < 300 && isExpected
    ? undefined
    : `${answer.status} ${answer.text.slice(0, 200)}`
}
