// Tells callers what happened later, until they say they know. What was told is kept in a file of its
// own, so that a restarted bank owes exactly what it owed before.
import { createHmac } from 'node:crypto'
import type { Clock } from './clock.ts'
import { type Log, openLog } from './log.ts'
import type { Subject } from './ledger.ts'
import type { Owed } from './operation.ts'

/** One attempt: what came of it, and whether it was the last. */
interface Attempt {
  event_id: string
  /** The operation or dispute it tells of. */
  about: string
  attempt: number
  /** The status of the answer, or null when there was none. */
  status: number | null
  is_over: boolean
}

interface Standing {
  attempts: number
  is_over: boolean
}

interface CallbackOptions {
  path: string
  secret: string
  clock: Clock
  tell: (subject: Subject) => object
  nameOf: (subject: Subject) => string
  /** A callback may leave only when what it tells would survive a crash. */
  flushed: () => Promise<void>
}

const RETRIES = 10
const LONGEST_WAIT_MS = 60_000
const PATIENCE_MS = 10_000

export async function openCallbacks(options: CallbackOptions): Promise<Callbacks> {
  const standings = new Map<string, Standing>()
  const log = await openLog<Attempt>(options.path, (line) => {
    standings.set(line.event_id, { attempts: line.attempt, is_over: line.is_over })
  })
  return new Callbacks(options, standings, log)
}

export class Callbacks {
  private readonly options: CallbackOptions
  private readonly standings: Map<string, Standing>
  private readonly log: Log<Attempt>
  private readonly stopping = new AbortController()
  private readonly waits = new Map<string, () => void>()
  private readonly sending = new Set<Promise<void>>()

  constructor(options: CallbackOptions, standings: Map<string, Standing>, log: Log<Attempt>) {
    this.options = options
    this.standings = standings
    this.log = log
  }

  /** Sees to the callback that is owed, unless that is done already or nobody wants it. */
  owe(subject: Subject): void {
    const { owed, callback_url } = subject
    const standing = owed === null ? undefined : this.standings.get(owed.event_id)
    if (owed === null || callback_url === null || standing?.is_over) return
    const retry_ms = standing === undefined ? 0 : waitAfter(standing.attempts)
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
    const attempt = (this.standings.get(owed.event_id)?.attempts ?? 0) + 1
    const status = await this.post(subject, owed, attempt === 1 && owed.twice ? 2 : 1)
    // A stopped bank does not count what it cut off itself.
    if (this.stopping.signal.aborted && status === null) return
    const isTaken = status !== null && status >= 200 && status < 300
    const is_over = isTaken || attempt > RETRIES
    const { event_id } = owed
    const about = this.options.nameOf(subject)
    this.standings.set(event_id, { attempts: attempt, is_over })
    this.log.append(this.options.clock.now(), { event_id, about, attempt, status, is_over })
    if (!is_over) this.schedule(subject, owed, waitAfter(attempt))
  }

  private async post(subject: Subject, owed: Owed, times: number): Promise<number | null> {
    const body = JSON.stringify({ event_id: owed.event_id, ...this.options.tell(subject) })
    const posts = Array.from({ length: times }, () =>
      post(subject.callback_url ?? '', body, this.options.secret, this.stopping.signal),
    )
    const [status = null] = await Promise.all(posts)
    return status
  }
}

/** 1 s after the first attempt, then twice as long each time, up to a minute. */
function waitAfter(attempts: number): number {
  return Math.min(1_000 * 2 ** (attempts - 1), LONGEST_WAIT_MS)
}

function sign(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

async function post(
  url: string,
  body: string,
  secret: string,
  stopping: AbortSignal,
): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-bank-signature': sign(body, secret) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)]),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}
