// One request's traces in the audit trail.
import assert from 'node:assert/strict'
import type { Answer } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'

interface Trace {
  readonly actor: string
  readonly key_id: string | null
  readonly user_id: string | null
  readonly action: string
}

export async function tracesOf({ services: { db } }: Shop, answer: Answer) {
  const id = answer.headers.get('x-request-id')
  const columns = 'actor, key_id, user_id'
  const [entries, reported] = await Promise.all([
    db.run<Trace>(`select ${columns}, action from audit_log where request_id = $1`, [id]),
    db.run<Trace>(`select ${columns}, event_type as action from events where request_id = $1`, [
      id,
    ]),
  ])
  return { entries, reported }
}

interface Expected {
  readonly actor: string
  /** There may be an entry besides the events. */
  readonly hasEntry?: boolean
  /** There may be nothing. */
  readonly isOptional?: boolean
}

/** One entry, or events, all with this actor. */
export async function checkTraced(shop: Shop, answer: Answer, expected: Expected): Promise<void> {
  assert.ok(answer.status < 300, answer.text)
  const { entries, reported } = await tracesOf(shop, answer)
  for (const trace of [...entries, ...reported]) assert.equal(trace.actor, expected.actor)
  const actionsOf = (traces: Trace[]) => traces.map(({ action }) => action).join()
  const rows = `${actionsOf(entries)} | ${actionsOf(reported)}`
  const most = expected.hasEntry || reported.length === 0 ? 1 : 0
  assert.ok(entries.length <= most, rows)
  assert.ok(expected.isOptional || entries.length + reported.length > 0, rows)
}
