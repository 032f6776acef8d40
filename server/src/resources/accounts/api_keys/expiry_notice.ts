// Users are informed a week before a key expires, while there is time to replace it.
import { update, type Update } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Timer } from '#kernel/sweeps.ts'
import { keyStatus } from './state.ts'
import { type ExpiryNotice, expiryNotices, findExpiryNotice } from './store.ts'

const NOTICE_MS = 7 * DAY_MS
/** A key for a shorter time is for one task, and is not replaced. */
const SHORTEST_MS = DAY_MS

export const expiryTimer: Timer = {
  table: expiryNotices.name,
  id: 'key_id',
  column: 'expiry_notice_at',
}

/** When to inform users; null for a key that does not expire, or that is made for less than a day. */
export function noticeAt(expiration: Date | null, now: Date): Date | null {
  if (expiration === null || expiration < addMs(now, SHORTEST_MS)) return null
  const in_time = addMs(expiration, -NOTICE_MS)
  return in_time > now ? in_time : now
}

export type ExpiringKey = ExpiryNotice & { readonly expiration: Date }

/** A key that still works and expires. */
export async function findExpiringKey(
  { db, merchant_id, now }: Context,
  key_id: string,
): Promise<ExpiringKey | undefined> {
  return asExpiring(await findExpiryNotice(db, merchant_id, key_id), now)
}

function asExpiring(row: ExpiryNotice | undefined, now: Date): ExpiringKey | undefined {
  if (row === undefined || row.expiration === null) return undefined
  return keyStatus(row, now) === 'active' ? { ...row, expiration: row.expiration } : undefined
}

interface DueNotice {
  /** Undefined: the key was revoked or has expired, so there is nothing to report. */
  readonly key: ExpiringKey | undefined
  /** Refused if the key has changed since it was read. */
  readonly reported: Update
}

/** Undefined if no notice is due any more. */
export async function readDueNotice(
  { db, merchant_id, now }: Context,
  key_id: string,
): Promise<DueNotice | undefined> {
  const row = await findExpiryNotice(db, merchant_id, key_id)
  if (!row?.expiry_notice_at || row.expiry_notice_at > now) return undefined
  return {
    key: asExpiring(row, now),
    reported: update(expiryNotices, row, { expiry_notice_at: null }),
  }
}
