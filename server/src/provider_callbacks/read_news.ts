// Callbacks get lost, and some news is told only once: that a refund came back, that a cardholder disputes.
// So the same news is read from the provider in order, from where reading stopped.
import { change, insert, update } from '../kernel/change.ts'
import { Conflict } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { findPlace, places } from './store.ts'
import { takeIn } from './take_in.ts'

/** One page. The place is kept only when all of the page has been taken in: nothing is skipped. */
export async function readNews(services: Services): Promise<number> {
  const { db, provider } = services
  const place = await findPlace(db, provider.name)
  const page = await provider.newsSince(place?.cursor ?? null)
  if (page.result === 'unknown' || page.news.length === 0) return 0
  await Promise.all(page.news.map((news) => takeIn(services, news.merchant_id ?? '', news)))
  const { cursor } = page
  const next = place
    ? update(places, place, { cursor })
    : insert(places, { provider: provider.name, cursor, version: 1 })
  await services.committer.commit(change(next)).catch((error: unknown) => {
    // Another worker has read the same page.
    if (!(error instanceof Conflict)) throw error
  })
  return page.news.length
}
