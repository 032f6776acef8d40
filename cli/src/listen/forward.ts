// Posts events to a local URL, signed like webhooks: several at a time, those of one object one after the other. An
// event is posted again only if the connection was refused, because then nothing has received it.
import { USER_AGENT } from '../client.ts'
import type { StreamedEvent } from './follow.ts'
import { signedHeaders } from './sign.ts'

export interface Attempt {
  readonly event: StreamedEvent
  readonly attempt: number
  readonly url: string
  readonly status: number | null
  readonly response_body: string | null
  /** As the server names failures of deliveries. */
  readonly error: 'refused' | 'dns' | 'timeout' | 'reset' | 'failed' | null
  readonly duration_ms: number
  /** Another attempt follows. */
  readonly will_retry: boolean
}

export interface ForwardOptions {
  readonly url: string
  readonly secret: string
  readonly timeout_ms?: number
  readonly retries_ms?: readonly number[]
  readonly attempted: (attempt: Attempt) => void
}

const CONCURRENCY = 16
/** With so many events waiting, no more are read. */
const MAX_WAITING = 1_000
const TIMEOUT_MS = 10_000
const RETRIES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
const MAX_RESPONSE = 4_096

export class Forwarder {
  private readonly options: ForwardOptions
  /** The last event of each object that is on its way. */
  private readonly last = new Map<string, Promise<void>>()
  private readonly attempts = new Map<string, number>()
  private readonly queue: (() => void)[] = []
  private running = 0
  private waiting = 0
  private changed: () => void = () => {}

  constructor(options: ForwardOptions) {
    this.options = options
  }

  /** Resolves as soon as another event may be added. */
  async add(event: StreamedEvent): Promise<void> {
    this.waiting++
    const { object_id } = event
    const before = this.last.get(object_id) ?? Promise.resolve()
    const sent = before.then(() => this.forward(event)).finally(() => this.finish(object_id, sent))
    this.last.set(object_id, sent)
    while (this.waiting >= MAX_WAITING) await this.change()
  }

  /** Resolves when every event was forwarded, or could not be. */
  async idle(): Promise<void> {
    while (this.waiting > 0) await this.change()
  }

  private finish(object_id: string, sent: Promise<void>): void {
    if (this.last.get(object_id) === sent) this.last.delete(object_id)
    this.waiting--
    this.changed()
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      const others = this.changed
      this.changed = () => {
        others()
        resolve()
      }
    })
  }

  private async forward(event: StreamedEvent): Promise<void> {
    const { retries_ms = RETRIES_MS, attempted } = this.options
    for (let n = 0; ; n++) {
      await this.acquire()
      const result = await this.post(event).finally(() => this.release())
      const pause_ms = retries_ms[n]
      const is_refused = result.error === 'refused' || result.error === 'dns'
      const will_retry = is_refused && pause_ms !== undefined
      attempted({ ...result, will_retry })
      if (!will_retry) return
      await new Promise((resolve) => setTimeout(resolve, pause_ms))
    }
  }

  private async acquire(): Promise<void> {
    if (this.running >= CONCURRENCY)
      await new Promise<void>((resolve) => void this.queue.push(resolve))
    else this.running++
  }

  /** The next one in the queue takes the place over. */
  private release(): void {
    const next = this.queue.shift()
    if (next) next()
    else this.running--
  }

  private async post(event: StreamedEvent): Promise<Omit<Attempt, 'will_retry'>> {
    const { url, secret, timeout_ms = TIMEOUT_MS } = this.options
    const { event_id, body } = event
    const attempt = (this.attempts.get(event_id) ?? 0) + 1
    this.attempts.set(event_id, attempt)
    const started = performance.now()
    const done = (result: Pick<Attempt, 'status' | 'response_body' | 'error'>) => {
      const duration_ms = Math.round(performance.now() - started)
      return { event, attempt, url, duration_ms, ...result }
    }
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout_ms),
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': USER_AGENT,
          'X-Webhook-Event-Id': event_id,
          'X-Webhook-Attempt': String(attempt),
          ...signedHeaders({ event_id, body, secret, now: new Date() }),
        },
        body,
      })
      const text = await response.text()
      return done({
        status: response.status,
        response_body: text.slice(0, MAX_RESPONSE),
        error: null,
      })
    } catch (error) {
      return done({ status: null, response_body: null, error: classify(error) })
    }
  }
}

function classify(error: unknown): NonNullable<Attempt['error']> {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return 'timeout'
  if (cause?.code === 'ECONNREFUSED') return 'refused'
  if (cause?.code === 'ENOTFOUND') return 'dns'
  if (cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET') return 'reset'
  return 'failed'
}
