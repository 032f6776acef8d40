// Every merchant event ends as delivered, skipped, stopped or exhausted. An event that is still to be delivered must
// have an endpoint that is due.
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { type DeliveryFacts, deliveriesAfter } from './store.ts'

const PAGE = 500
/** An event that is later than this is a violation. */
const LATE_MS = 10 * MINUTE_MS

export async function* undeliveredEvents(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  merchant_id: string,
): AsyncIterable<{ event_id: string; message: string }> {
  let after = ''
  for (;;) {
    const now = clock.now()
    const page = await deliveriesAfter(db, merchant_id, after, now, PAGE)
    for (const facts of page) {
      const message = findViolation(facts, now)
      if (message !== undefined) yield { event_id: facts.event_id, message }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.event_id
  }
}

function findViolation(facts: DeliveryFacts, now: Date): string | undefined {
  const { status, created, next_attempt_at, is_answered, due_at } = facts
  if (status === null) {
    const age = now.getTime() - created.getTime()
    return age > LATE_MS ? `was not relayed for ${Math.round(age / 1000)} s` : undefined
  }
  if (status === 'delivered') {
    return is_answered ? undefined : 'is delivered, but no attempt was answered with success'
  }
  if (next_attempt_at === null) return undefined
  const latest = Math.max(next_attempt_at.getTime(), now.getTime()) + LATE_MS
  if (due_at !== null && due_at.getTime() <= latest) return undefined
  return 'is to be delivered, but its endpoint is not due'
}
