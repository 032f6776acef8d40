import { addMs, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { countAttempts, MAX_RECENT, type RecentCount } from '#core/operations/read.ts'
import { readConnector } from './read.ts'
import type { ConnectorHealth } from './schema.ts'

const PART_MS = 5 * MINUTE_MS
const PARTS = HOUR_MS / PART_MS

/** An account's attempts in the last hour, or the newest ones of a busy merchant. */
export async function readHealth(context: Context, connector_id: string): Promise<ConnectorHealth> {
  const { db, merchant_id, clock } = context
  await readConnector(context, connector_id)
  const hour = addMs(clock.now(), -HOUR_MS)
  const recent = await countAttempts(db, merchant_id, connector_id, hour)
  const since = countedSince(recent, hour)
  const own = recent.filter(({ is_own }) => is_own)
  const approved = sum(own, 'approved', 'late')
  const declined = sum(own, 'declined', 'refused')
  const settled = approved + declined
  const parts = Array.from({ length: PARTS }, (_, part) => addMs(hour, part * PART_MS))
  return {
    connector_id,
    since,
    attempts: sum(own),
    approved,
    declined,
    unsent: sum(own, 'not_sent', 'revoked'),
    open: sum(own, 'sent', 'challenge', 'pending'),
    success_rate: settled === 0 ? null : approved / settled,
    // A part of which some was not counted would show a dip.
    series: parts
      .filter((from) => from >= since)
      .map((from) => {
        const counts = own.filter((each) => each.from.getTime() === from.getTime())
        return { from, attempts: sum(counts), approved: sum(counts, 'approved', 'late') }
      }),
  }
}

/** The start of the hour, unless the merchant has more operations than were counted. */
function countedSince(recent: readonly RecentCount[], hour: Date): Date {
  if (sum(recent) < MAX_RECENT) return hour
  return new Date(Math.min(...recent.map(({ earliest }) => earliest.getTime())))
}

function sum(counts: readonly RecentCount[], ...statuses: RecentCount['status'][]): number {
  const wanted = counts.filter(({ status }) => statuses.length === 0 || statuses.includes(status))
  return wanted.reduce((total, { count }) => total + count, 0)
}
