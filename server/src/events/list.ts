import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { eventTypes } from '../event_types.ts'
import { type Envelope, envelope, pageRequest, valuesOf } from '../http/lists.ts'
import { deliveriesOf } from '../webhooks/deliveries_of.ts'
import type { EventEntry, ListEvents } from './schema.ts'
import { shownEntry } from './shown.ts'
import { pageOfEvents } from './store.ts'

export async function listEvents(
  context: Context,
  input: ListEvents,
): Promise<Envelope<EventEntry>> {
  const request = pageRequest(input)
  const filter = {
    event_type: known(valuesOf(input, 'event_type')),
    object_id: both(valuesOf(input, 'object_id'), valuesOf(input, 'payment_id')),
    profile_id: valuesOf(input, 'profile_id'),
    delivery_status: input.delivery_status,
  }
  const page = await pageOfEvents(context.db, context.merchant_id, filter, request)
  const ids = page?.rows.map((row) => row.event_id) ?? []
  const found = await deliveriesOf(context, ids)
  return envelope(request, page, (row) => shownEntry(row, found.get(row.event_id)))
}

/** A type that no event can have is a mistake, not an empty list. */
function known(sent: string[] | undefined): string[] | undefined {
  const wrong = sent?.find((name) => !Object.hasOwn(eventTypes, name))
  if (wrong === undefined) return sent
  throw new Failure('IR_04', `There is no event_type ${wrong}.`, { field: 'event_type' })
}

/** Two names of one filter: sent together, both must hold. */
function both(a: string[] | undefined, b: string[] | undefined): string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a.filter((id) => b.includes(id))
}
