// `florin listen`: follows the merchant's events and forwards them to a local URL.
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { ApiClient } from '../client.ts'
import type { Attempt } from './forward.ts'
import { Forwarder } from './forward.ts'
import { follow, type FollowOptions } from './follow.ts'
import { startRecorder } from './record.ts'
import { listenSecret } from './sign.ts'

export interface ListenOptions extends FollowOptions {
  readonly forward_to?: string | undefined
  readonly is_json: boolean
  /** Attempts are recorded at the server. */
  readonly records: boolean
  readonly print: (line: string) => void
  readonly warn: (line: string) => void
}

export async function listen(client: ApiClient, options: ListenOptions): Promise<void> {
  const { merchant_id, forward_to, print, warn } = options
  const { api_key } = client.access
  const listener = listenerName()
  const recorder =
    forward_to !== undefined && options.records
      ? startRecorder(client, { merchant_id, listener }, warn)
      : undefined
  const forwarder =
    forward_to === undefined
      ? undefined
      : new Forwarder({
          url: forward_to,
          secret: listenSecret(api_key),
          attempted(attempt) {
            print(options.is_json ? toJson(attempt) : toLine(attempt))
            recorder?.add(attempt)
          },
        })
  let is_ready = false
  const connected = () => {
    if (!is_ready) warn(`Listening as ${listener}. Stop with Ctrl-C.`)
    is_ready = true
    options.connected?.()
  }
  const interrupted = (reason: string, pause_ms: number) => {
    warn(`Connection lost: ${reason} Connecting again in ${pause_ms} ms; no event is lost.`)
    options.interrupted?.(reason, pause_ms)
  }
  for await (const event of follow(client, { ...options, connected, interrupted })) {
    if (forwarder === undefined) print(options.is_json ? event.body : describe(event))
    else await forwarder.add(event)
  }
  await forwarder?.idle()
  await recorder?.stop()
}

/** A new name for each run, so that its attempts are told apart from those of other runs. */
function listenerName(): string {
  const host =
    hostname()
      .replaceAll(/[^A-Za-z0-9-]/g, '-')
      .slice(0, 40) || 'listener'
  return `${host}-${randomBytes(4).toString('hex')}`
}

type Shown = Attempt['event']

function describe({ created, event_type, object_id, event_id, is_redelivery }: Shown): string {
  const again = is_redelivery ? ' (redelivery)' : ''
  return `${created}  ${event_type.padEnd(24)} ${object_id}  ${event_id}${again}`
}

function toLine({ event, attempt, status, error, duration_ms, will_retry }: Attempt): string {
  const result = status ?? error
  const mark = status !== null && status >= 200 && status < 300 ? '->' : '!!'
  const next = will_retry ? ', trying again' : ''
  const nth = attempt > 1 ? ` attempt ${attempt}` : ''
  return `${describe(event)}  ${mark} ${result} in ${duration_ms} ms${nth}${next}`
}

function toJson({ event, attempt, status, error, duration_ms }: Attempt): string {
  const { event_id, event_type, object_id, is_redelivery } = event
  const about = { event_id, event_type, object_id, is_redelivery }
  return JSON.stringify({ ...about, attempt, status, error, duration_ms })
}
