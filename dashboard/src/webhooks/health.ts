// An endpoint's health, as far as its newest events show it: the API has no other source.
import type { Words } from '../lib/status.tsx'
import { deliveryStatus, type EventEntry } from '../events/words.ts'

/** The number of events that are examined. */
export const LOOKED_AT = 50

export const healthWords: Words = {
  none: ['mute', 'No URL: nothing is sent'],
  idle: ['mute', 'Nothing sent yet'],
  ok: ['ok', 'Delivering'],
  partly: ['warn', 'Some deliveries failed'],
  failing: ['bad', 'Failing'],
}

export interface Health {
  readonly status: string
  readonly text: string
  /** Oldest first, without those that were never sent. */
  readonly sent: readonly EventEntry[]
}

const FAILED = new Set(['retrying', 'exhausted', 'stopped'])

export function isFailed({ delivery }: EventEntry): boolean {
  return FAILED.has(deliveryStatus(delivery))
}

/** `events` are the profile's newest, newest first. */
export function assessHealth(url: string | null, events: readonly EventEntry[]): Health {
  const sent = events.filter(({ delivery }) => (delivery?.attempts ?? 0) > 0)
  const failed = sent.filter(isFailed)
  const [newest] = sent
  const shown = { sent: sent.toReversed() }
  if (url === null) return { ...shown, status: 'none', text: 'Set a URL to receive events.' }
  if (newest === undefined) {
    const text = 'None of the newest events was sent. Send a test event to try it.'
    return { ...shown, status: 'idle', text }
  }
  const good = failed.length === 0 ? 'All' : String(sent.length - failed.length)
  const count = `${good} of the newest ${sent.length} events that were sent are delivered`
  const retried = failed.filter(({ delivery }) => deliveryStatus(delivery) === 'retrying').length
  const lost = failed.length - retried
  const rest = [retried > 0 && `${retried} will be retried`, lost > 0 && `${lost} failed for good`]
  const status = isFailed(newest) ? 'failing' : failed.length > 0 ? 'partly' : 'ok'
  return { ...shown, status, text: `${[count, ...rest].filter(Boolean).join(', ')}.` }
}
