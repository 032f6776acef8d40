// Reports a listener's attempts to the server, in batches, so that the dashboard shows them. A batch that was not
// acknowledged is sent again; the server records an attempt once.
import type { ApiClient } from '../client.ts'
import { EXIT, CliFailure } from '../failure.ts'
import type { Attempt } from './forward.ts'

const BATCH = 100
const FLUSH_MS = 500
const MAX_PAUSE_MS = 30_000
const MAX_WAITING = 10_000
/** The end of the program waits so long for the last batches. */
const LAST_MS = 2_000

export interface Recorder {
  add(attempt: Attempt): void
  stop(): Promise<void>
}

export function startRecorder(
  client: ApiClient,
  { merchant_id, listener }: { merchant_id: string; listener: string },
  warn: (message: string) => void,
): Recorder {
  let waiting: Attempt[] = []
  const stopping = new AbortController()
  let wake = () => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const send = async () => {
    const batch = waiting.slice(0, BATCH)
    const attempts = batch.map(toApi)
    const body = { listener, attempts }
    await client.call('POST', `/events/${merchant_id}/forwarded`, { body })
    waiting = waiting.slice(batch.length)
  }
  const run = async () => {
    let pause_ms = FLUSH_MS
    while (!stopping.signal.aborted || waiting.length > 0) {
      if (waiting.length < BATCH && !stopping.signal.aborted) await pause(pause_ms)
      if (waiting.length === 0) continue
      try {
        await send()
        pause_ms = FLUSH_MS
      } catch (error) {
        if (stopping.signal.aborted) return
        if (error instanceof CliFailure && error.exit === EXIT.refused) {
          warn(`Attempts are not recorded: ${error.message} ${error.next}`)
          return
        }
        if (error instanceof CliFailure && error.exit === EXIT.failed) {
          warn(`${BATCH} attempts at most are not recorded: ${error.message}`)
          waiting = waiting.slice(BATCH)
          continue
        }
        pause_ms = Math.min(2 * pause_ms, MAX_PAUSE_MS)
        await pause(pause_ms)
      }
    }
  }
  const running = run()
  return {
    add(attempt) {
      if (waiting.length < MAX_WAITING) waiting.push(attempt)
    },
    async stop() {
      stopping.abort()
      wake()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, LAST_MS).unref())])
    },
  }
}

/** The server refuses what looks like a card number, wherever it stands. */
const CARD_NUMBER = /\d(?:[ -]?\d){11,}/g

function toApi({ event, attempt, url, status, error, duration_ms, ...rest }: Attempt) {
  const { event_id } = event
  const response_body = rest.response_body?.replaceAll(CARD_NUMBER, '****') ?? null
  return { event_id, attempt, url, response_status: status, response_body, error, duration_ms }
}
