// Sends callbacks about later outcomes, and retries them until they are acknowledged. Attempts are logged in a
// separate file, so that a restarted bank continues with the same callbacks.
import { createHmac } from 'node:crypto'
import type { Clock } from './clock.ts'
import { type Log, openLog } from './log.ts'
import type { Subject } from './ledger.ts'
import type { Owed } from './operation.ts'

interface Attempt {
  event_id: string
  /** The operation's or dispute's id. */
  about: string
  attempt: number
  /** The answer's HTTP status; null without an answer. */
  status: number | null
  /** Acknowledged, or the last attempt. */
  is_over: boolean
}

interface Progress {
  attempts: number
  is_over: boolean
}

interface CallbackOptions {
  path: string
  secret: string
  clock: Clock
  toEvent: (subject: Subject) => object
  nameOf: (subject: Subject) => string
  /** A callback is sent only after its facts are on disk. */
  flushed: () => Promise<void>
}

const RETRIES = 10
const MAX_WAIT_MS = 60_000
const TIMEOUT_MS = 10_000

export async function openCallbacks(options: CallbackOptions): Promise<Callbacks> {
  const progress = new Map<string, Progress>()
  const log = await openLog<Attempt>(options.path, (line) => {
    progress.set(line.event_id, { attempts: line.attempt, is_over: line.is_over })
  })
  return new Callbacks(options, progress, log)
}

export class Callbacks {
  private readonly options: CallbackOptions
  private readonly progress: Map<string, Progress>
  private readonly log: Log<Attempt>
  private readonly stopping = new AbortController()
  private readonly waits = new Map<string, () => void>()
  private readonly sending = new Set<Promise<void>>()

  constructor(options: CallbackOptions, progress: Map<string, Progress>, log: Log<Attempt>) {
    this.options = options
    this.progress = progress
    this.log = log
  }

  /** Schedules the pending callback, if there is one and an address for it. */
  owe(subject: Subject): void {
    const { owed, callback_url } = subject
    const progress = owed === null ? undefined : this.progress.get(owed.event_id)
    if (owed === null || callback_url === null || progress?.is_over) return
    const retry_ms = progress === undefined ? 0 : waitAfter(progress.attempts)
    const due_ms = Math.max(0, owed.due_at - this.options.clock.now())
    this.schedule(subject, owed, due_ms + retry_ms)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    for (const stop of this.waits.values()) stop()
    await Promise.allSettled(this.sending)
    await this.log.close()
  }

  private schedule(subject: Subject, owed: Owed, ms: number): void {
    if (this.stopping.signal.aborted) return
    const stop = this.options.clock.after(ms, () => {
      this.waits.delete(owed.event_id)
      const attempt = this.send(subject, owed).finally(() => this.sending.delete(attempt))
      this.sending.add(attempt)
    })
    this.waits.set(owed.event_id, stop)
  }

  private async send(subject: Subject, owed: Owed): Promise<void> {
    await this.options.flushed()
    const attempt = (this.progress.get(owed.event_id)?.attempts ?? 0) + 1
    const status = await this.post(subject, owed, attempt === 1 && owed.twice ? 2 : 1)
    // A request that was aborted by `stop` does not count as an attempt.
    if (this.stopping.signal.aborted && status === null) return
    const isAcknowledged = status !== null && status >= 200 && status < 300
    const is_over = isAcknowledged || attempt > RETRIES
    const { event_id } = owed
    const about = this.options.nameOf(subject)
    this.progress.set(event_id, { attempts: attempt, is_over })
    this.log.append(this.options.clock.now(), { event_id, about, attempt, status, is_over })
    if (!is_over) this.schedule(subject, owed, waitAfter(attempt))
  }

  private async post(subject: Subject, owed: Owed, times: number): Promise<number | null> {
    const { clock, secret, toEvent } = this.options
    const body = JSON.stringify({ event_id: owed.event_id, ...toEvent(subject) })
    // Signed for each attempt: a receiver refuses an old time, and the event may be hours old.
    const headers = signatureOf(body, secret, clock.now())
    const posts = Array.from({ length: times }, () =>
      post(subject.callback_url ?? '', body, headers, this.stopping.signal),
    )
    const [status = null] = await Promise.all(posts)
    return status
  }
}

/** Exponential backoff from 1 s to a minute. */
function waitAfter(attempts: number): number {
  return Math.min(1_000 * 2 ** (attempts - 1), MAX_WAIT_MS)
}

function signatureOf(body: string, secret: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1_000).toString()
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-bank-timestamp': timestamp, 'x-bank-signature': signature }
}

async function post(
  url: string,
  body: string,
  signature: Record<string, string>,
  stopping: AbortSignal,
): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}
