// Positions in the accounts' event lists, for providers that have one.
import { type Insert, insert, table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { ProviderType } from '#core/providers/provider_type.ts'
import type { ConnectorRow } from './store.ts'

export interface FeedRow {
  merchant_id: string
  connector_id: string
  /** Null until the first page was read. */
  cursor: string | null
  version: number
}

export const feeds = table<FeedRow>('connector_feeds', 'merchant_id', 'connector_id')

const feedColumns = columns<FeedRow>()(`
  merchant_id connector_id cursor version
`)

/** Webhooks usually come first; the list finds those that were lost. */
const POLL_MS = 60_000

export function openFeed(
  { merchant_id, connector_id }: ConnectorRow,
  { event_feed }: ProviderType,
): Insert[] {
  return event_feed === true
    ? [insert(feeds, { merchant_id, connector_id, cursor: null, version: 1 })]
    : []
}

/** Claims due feeds and postpones them in one statement, so concurrent workers get different rows. */
export function claimFeeds(db: Database, limit: number) {
  return db.rows<FeedRow>(sql`with due as (
      select merchant_id, connector_id from connector_feeds
      where poll_at <= now() and merchant_id is not null
      order by poll_at limit ${limit} for update skip locked
    )
    update connector_feeds f set poll_at = now() + ${POLL_MS} * interval '1 millisecond' from due
    where f.merchant_id = due.merchant_id and f.connector_id = due.connector_id
    returning ${feedColumns.of('f')}`)
}
