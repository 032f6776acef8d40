// What became of a merchant's events. Each ends well: answered with success, or on record as skipped,
// stopped or exhausted. One that is still on its way must be on somebody's list.
import type { Services } from '../kernel/context.ts'
import { type TellingFacts, tellingsAfter } from './store.ts'

const PAGE = 500
/** So long may a worker be away before somebody must be told. */
const LATE_MS = 10 * 60_000

export async function* untoldEvents(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  merchant_id: string,
): AsyncIterable<{ event_id: string; what: string }> {
  let after = ''
  for (;;) {
    const now = clock.now()
    const page = await tellingsAfter(db, merchant_id, after, now, PAGE)
    for (const facts of page) {
      const what = wrongWith(facts, now)
      if (what !== undefined) yield { event_id: facts.event_id, what }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.event_id
  }
}

function wrongWith(facts: TellingFacts, now: Date): string | undefined {
  const { status, created, next_attempt_at, is_answered, looked_at } = facts
  if (status === null) {
    const age = now.getTime() - created.getTime()
    return age > LATE_MS ? `is not relayed for ${Math.round(age / 1000)} s` : undefined
  }
  if (status === 'delivered') return is_answered ? undefined : 'is delivered, and no answer says so'
  if (next_attempt_at === null) return undefined
  const latest = Math.max(next_attempt_at.getTime(), now.getTime()) + LATE_MS
  if (looked_at !== null && looked_at.getTime() <= latest) return undefined
  return 'waits to be delivered, and nobody will look for it'
}
