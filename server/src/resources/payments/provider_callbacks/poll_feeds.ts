// Reads the events of merchants' accounts, where the provider has a list: it finds lost webhooks.
import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { claimFeeds, type FeedRow, feeds } from '#resources/accounts/connectors/read.ts'
import { handleOrPark } from './parked.ts'

const BATCH = 20
const MAX_PAGES = 20

/** One batch of due accounts; returns how many there were. */
export async function pollFeeds(services: Services): Promise<number> {
  const due = await claimFeeds(services.db, BATCH)
  await Promise.all(
    due.map((feed) =>
      pollFeed(services, feed).catch((err: unknown) => {
        const { merchant_id, connector_id } = feed
        const message =
          'provider_callbacks: an event list could not be read; it is read again later'
        services.log.error({ err, merchant_id, connector_id }, message)
      }),
    ),
  )
  return due.length
}

/** The cursor moves only when every event on the page has been handled or parked: nothing is skipped. */
async function pollFeed(services: Services, feed: FeedRow): Promise<void> {
  const provider = await findProvider(services, feed)
  let known = feed
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await provider.listEvents(known.cursor)
    if (page.result === 'unknown') return
    await Promise.all(page.events.map((event) => handleOrPark(services, feed, event)))
    const { cursor, has_more } = page
    if (cursor === known.cursor) return
    // Refused when another worker has read the same page.
    if (!(await services.tryCommit(update(feeds, known, { cursor })))) return
    known = { ...known, cursor, version: known.version + 1 }
    if (!has_more) return
  }
}
