import type { Moment } from '../operations/operation.ts'
import { KEPT_DAYS } from '../webhooks/forget.ts'
import type { File } from './dossier.ts'

const DAY_MS = 24 * 60 * 60_000

/** An object with states, as far as its events must agree with it. */
export interface Telling {
  id: string
  status: string
  transitions: number
  created: Date
}

/** One step as an event tells it. */
export interface Step {
  event_type: string
  object: { readonly status: string }
}

/** Of what is older than events are kept, the first may be gone. */
export function isOld(created: Date, { now }: Moment): boolean {
  return now.getTime() - created.getTime() > KEPT_DAYS * DAY_MS
}

/** One event for each transition, numbered without a gap. */
export function uncounted(
  { events }: File,
  { id, transitions, created }: Telling,
  at: Moment,
): string[] {
  const numbers = events.map((event) => event.sequence)
  const gone = isOld(created, at) ? transitions - numbers.length : 0
  const isWhole = gone + numbers.length === transitions
  if (isWhole && numbers.every((n, i) => n === gone + i + 1)) return []
  return [`${id}: ${transitions} transitions, events ${numbers.join(' ')}`]
}

/** Each event tells a move that the table knows, the last one where the object stands. */
export function mistold(
  { events }: File,
  { id, status, created }: Telling,
  at: Moment,
  isMove: (from: Step | undefined, to: Step) => boolean,
): string[] {
  const wrongs: string[] = []
  let before: Step | undefined
  for (const { event_id, event_type, body } of events) {
    const step: Step = { event_type, object: JSON.parse(body).content.object }
    const isFirstKept = before === undefined && isOld(created, at)
    if (!isFirstKept && !isMove(before, step)) {
      const [from, to] = [before?.object.status ?? 'the start', step.object.status]
      wrongs.push(`${event_id} tells ${event_type} of ${from} to ${to}`)
    }
    before = step
  }
  const last = before?.object.status
  if (last !== undefined && status !== last) {
    wrongs.push(`${id} is ${status}, last told ${last}`)
  }
  return wrongs
}
