// Callbacks get lost, and some news is told only once: that a refund came back, that a cardholder disputes.
// So the same news is read from the provider in order, from where reading stopped.
import { change, insert, update } from '../kernel/change.ts'
import { Conflict } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { findPlace, places } from './store.ts'
import { takeIn } from './take_in.ts'

const MOST_PAGES = 100

/** All there is by now, page by page; tells how much it was. */
export async function readNews(services: Services): Promise<number> {
  let read = 0
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { count, has_more } = await readPage(services)
    read += count
    if (!has_more) break
  }
  return read
}

/** The place is kept only when all of the page has been taken in: nothing is skipped. */
async function readPage(services: Services): Promise<{ count: number; has_more: boolean }> {
  const { db, provider } = services
  const place = await findPlace(db, provider.name)
  const page = await provider.newsSince(place?.cursor ?? null)
  if (page.result === 'unknown' || page.news.length === 0) return { count: 0, has_more: false }
  await Promise.all(page.news.map((news) => takeIn(services, news.merchant_id ?? '', news)))
  const { cursor, has_more } = page
  const next = place
    ? update(places, place, { cursor })
    : insert(places, { provider: provider.name, cursor, version: 1 })
  await services.committer.commit(change(next)).catch((error: unknown) => {
    // Another worker has read the same page.
    if (!(error instanceof Conflict)) throw error
  })
  return { count: page.news.length, has_more }
}
