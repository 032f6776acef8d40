// Compares an object with its events.
import { DAY_MS } from '#kernel/clock.ts'
import type { Moment } from '#core/operations/operation.ts'
import { RETENTION_DAYS } from '#core/outbox/event.ts'
import type { ObjectRecord } from './record.ts'

/** An object with states, as far as its events must agree with it. */
export interface Stateful {
  id: string
  status: string
  transitions: number
  created: Date
}

/** One transition as its event shows it. */
export interface Step {
  event_type: string
  object: { readonly status: string }
}

/** An object's first events may be deleted once they are older than the retention period. */
export function isOld(created: Date, { now }: Moment): boolean {
  return now.getTime() - created.getTime() > RETENTION_DAYS * DAY_MS
}

/** One event for each transition, numbered without a gap. */
export function missingEvents(
  { events }: ObjectRecord,
  { id, transitions, created }: Stateful,
  at: Moment,
): string[] {
  const numbers = events.map((event) => event.sequence)
  const gone = isOld(created, at) ? transitions - numbers.length : 0
  const isWhole = gone + numbers.length === transitions
  if (isWhole && numbers.every((n, i) => n === gone + i + 1)) return []
  return [`${id}: ${transitions} transitions, events ${numbers.join(' ')}`]
}

/** Each event must show a transition from the state table, the last one the object's current state. */
export function wrongEvents(
  { events }: ObjectRecord,
  { id, status, created }: Stateful,
  at: Moment,
  isTransition: (from: Step | undefined, to: Step) => boolean,
): string[] {
  const violations: string[] = []
  let before: Step | undefined
  for (const { event_id, event_type, body } of events) {
    const step: Step = { event_type, object: JSON.parse(body).content.object }
    const isFirstKept = before === undefined && isOld(created, at)
    if (!isFirstKept && !isTransition(before, step)) {
      const [from, to] = [before?.object.status ?? 'the start', step.object.status]
      violations.push(`${event_id} shows ${event_type} from ${from} to ${to}`)
    }
    before = step
  }
  const last = before?.object.status
  if (last !== undefined && status !== last) {
    violations.push(`${id} is ${status}, its last event shows ${last}`)
  }
  return violations
}
