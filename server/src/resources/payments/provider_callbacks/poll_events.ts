// Callbacks get lost, and some events are sent only once: a returned refund, a dispute. So the same events are read
// from the provider in order, from the last cursor. An event that cannot be handled is parked and retried,
// so that it never holds up the others.
import { insert, update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { handleOrPark } from './parked.ts'
import { cursors, findCursor } from './store.ts'

const MAX_PAGES = 100

/** All there is by now, page by page; returns how many events there were. */
export async function pollEvents(services: Services): Promise<number> {
  let read = 0
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { count, has_more } = await pollPage(services)
    read += count
    if (!has_more) break
  }
  return read
}

/** The cursor moves only when every event on the page has been handled or parked: nothing is skipped. */
async function pollPage(services: Services): Promise<{ count: number; has_more: boolean }> {
  const { db, provider } = services
  const known = await findCursor(db, provider.name)
  const page = await provider.listEvents(known?.cursor ?? null)
  if (page.result === 'unknown' || page.events.length === 0) return { count: 0, has_more: false }
  await Promise.all(
    page.events.map((event) =>
      handleOrPark(services, { merchant_id: event.merchant_id ?? '', connector_id: null }, event),
    ),
  )
  const { cursor, has_more } = page
  const next = known
    ? update(cursors, known, { cursor })
    : insert(cursors, { provider: provider.name, cursor, version: 1 })
  // Refused when another worker has read the same page.
  await services.tryCommit(next)
  return { count: page.events.length, has_more }
}
