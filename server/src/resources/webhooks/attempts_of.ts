import type { Context } from '#kernel/context.ts'
import type { Page, PageRequest } from '#kernel/page.ts'
import { type AttemptRow, countAttempts, findAttempts } from './store.ts'

/** The attempts to deliver an event, the newest first. */
export async function attemptsOf(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  event_id: string,
  { limit, offset }: Pick<PageRequest, 'limit' | 'offset'>,
): Promise<Page<AttemptRow>> {
  const [rows, total_count] = await Promise.all([
    findAttempts(db, merchant_id, event_id, limit, offset),
    countAttempts(db, merchant_id, event_id),
  ])
  const has_more = offset + rows.length < total_count
  return { rows, has_more, total_count, total_count_relation: 'eq' }
}
