// A merchant's history in a form that two merchants can share: what happened to which object, and when after the
// start. Ids are replaced by the names of the objects that a test created.
import assert from 'node:assert/strict'
import type { Deployment } from '#testing/deployment.ts'

export interface Entry {
  /** The object that the test created, and the event or row type. */
  readonly what: string
  /** After the start, by the merchant's clock. */
  readonly at_ms: number
}

interface EventRow {
  event_type: string
  object_id: string
  owner_id: string | null
  created: Date
}

/** Names by id for the objects that a test created. */
export type Names = ReadonlyMap<string, string>

/** Everything that was reported after the start. */
export async function eventsSince(
  { sql }: Deployment,
  merchant_id: string,
  names: Names,
  start: Date,
): Promise<Entry[]> {
  const rows = await sql<EventRow>(
    `select event_type, object_id, created,
       coalesce(body::jsonb #>> '{content,object,metadata,subscription_id}',
         body::jsonb #>> '{content,object,payment_id}') as owner_id
     from events where merchant_id = $1 and created >= $2`,
    [merchant_id, start],
  )
  const nameOf = ({ object_id, owner_id }: EventRow) =>
    names.get(object_id) ?? names.get(owner_id ?? '') ?? assert.fail(`${object_id} has no name`)
  return sorted(rows.map((row) => entry(`${nameOf(row)}: ${row.event_type}`, row.created, start)))
}

interface StateRow {
  id: string
  state: string
  moment: Date
}

const STATES = [
  `select subscription_id as id, concat_ws(' ', 'subscription', status, cycles_billed) as state,
     period_end as moment from subscriptions where merchant_id = $1`,
  `select subscription_id as id, concat_ws(' ', 'invoice', status, reason, attempt_count, amount) as state,
     created as moment from invoices where merchant_id = $1`,
  `select coalesce(metadata ->> 'subscription_id', payment_id) as id,
     concat_ws(' ', 'payment', status, unified_code, amount_received) as state, created as moment
     from payments where merchant_id = $1`,
  `select payment_link_id as id, concat_ws(' ', 'link', status) as state, created as moment
     from payment_links where merchant_id = $1`,
  `select payment_id as id, concat_ws(' ', 'refund', status, amount) as state, created as moment
     from refunds where merchant_id = $1`,
  `select payment_id as id, concat_ws(' ', 'dispute', status, amount) as state, created as moment
     from disputes where merchant_id = $1`,
  `select payout_id as id, concat_ws(' ', 'payout', status) as state, created as moment
     from payouts where merchant_id = $1`,
]

/** Every object's final state. */
export async function statesOf(
  { sql }: Deployment,
  merchant_id: string,
  names: Names,
  start: Date,
): Promise<Entry[]> {
  const found = await Promise.all(STATES.map((text) => sql<StateRow>(text, [merchant_id])))
  return sorted(
    found.flat().map(({ id, state, moment }) => {
      const name = names.get(id) ?? assert.fail(`${id} has no name`)
      return entry(`${name}: ${state}`, moment, start)
    }),
  )
}

function entry(what: string, moment: Date, start: Date): Entry {
  return { what, at_ms: moment.getTime() - start.getTime() }
}

/** By object and type, so that objects whose moments are the same have one order. */
function sorted(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) =>
    a.what < b.what ? -1 : a.what > b.what ? 1 : a.at_ms - b.at_ms,
  )
}

/** Requests take time, and so do steps at the bank, whose clock goes on. */
const TOLERANCE_MS = 60_000

export function assertSameHistory(found: readonly Entry[], expected: readonly Entry[]): void {
  assert.deepEqual(
    found.map(({ what }) => what),
    expected.map(({ what }) => what),
  )
  const far = found.filter(
    ({ at_ms }, n) => Math.abs(at_ms - (expected[n]?.at_ms ?? 0)) > TOLERANCE_MS,
  )
  assert.deepEqual(far, [])
}
