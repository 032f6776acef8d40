// The traces of one request in the audit trail.
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

/** One entry, or events, all with this actor. */
export async function checkTraced(shop: Shop, answer: Answer, actor: string): Promise<void> {
  assert.ok(answer.status < 300, answer.text)
  const { entries, reported } = await tracesOf(shop, answer)
  for (const trace of [...entries, ...reported]) assert.equal(trace.actor, actor)
  const actionsOf = (traces: Trace[]) => traces.map(({ action }) => action).join()
  const rows = `${actionsOf(entries)} | ${actionsOf(reported)}`
  assert.ok(reported.length > 0 ? entries.length === 0 : entries.length === 1, rows)
}
