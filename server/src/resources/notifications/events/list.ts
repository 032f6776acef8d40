import type { Context } from '#kernel/context.ts'
import { conditionsFor, type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { readDeliveries } from '#resources/notifications/webhooks/read.ts'
import { type EventEntry, eventFilters, type ListEvents } from './schema.ts'
import { entryToApi } from './read.ts'
import { pageOfEvents } from './store.ts'

const { delivery_status: _, ...filters } = eventFilters

export async function listEvents(
  context: Context,
  input: ListEvents,
): Promise<Envelope<EventEntry>> {
  const request = pageRequest(input)
  const conditions = conditionsFor(filters, input)
  const { lists, merchant_id } = context
  const page = await pageOfEvents(lists, merchant_id, conditions, input.delivery_status, request)
  const ids = page?.rows.map((row) => row.event_id) ?? []
  const found = await readDeliveries(context, ids)
  return envelope(request, page, (row) => entryToApi(row, found.get(row.event_id)))
}
