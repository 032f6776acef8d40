// Reads about deliveries for other folders.
import type { Context, Services } from '#kernel/context.ts'
import { type Page, type PageRequest, computeTotal } from '#kernel/page.ts'
import {
  countAttempts,
  type DeliveryRow,
  findAttempts,
  findDeliveries,
  type ListedAttempt,
} from './deliveries_store.ts'
import { type Backlog, findBacklogs } from './endpoints_store.ts'

/** Deliveries for these events by event id. An event that is not relayed yet has none. */
export async function readDeliveries(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  event_ids: readonly string[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  const rows = event_ids.length === 0 ? [] : await findDeliveries(db, merchant_id, event_ids)
  return new Map(rows.map((row) => [row.event_id, row]))
}

/** The attempts to deliver an event, newest first. */
export async function readAttempts(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  event_id: string,
  request: PageRequest,
): Promise<Page<ListedAttempt>> {
  const { limit } = request
  const [rows, counted] = await Promise.all([
    findAttempts(db, merchant_id, event_id, { ...request, limit: limit + 1 }),
    countAttempts(db, merchant_id, event_id, request),
  ])
  return {
    rows: rows.slice(0, limit),
    has_more: rows.length > limit,
    total_count: computeTotal(request, rows.length, counted),
    total_count_relation: 'eq',
  }
}

/** Due deliveries by lane. The counts are bounded, so the query costs the same for any backlog. */
export function countBacklog({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Backlog[]> {
  return findBacklogs(db, clock.now())
}
