// Looks up the key for a request and records when each key was last used.
import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { KnownKey } from '#http/authenticate.ts'
import { apiKeys, findApiKey, findKnownKey, moveKey } from './store.ts'

// Exact enough to see that a key is in use, at almost no cost.
const RECORD_EVERY_MS = 60_000

export function keyFinder(services: Services) {
  return (key_hashes: readonly Buffer[]) => findKnownKey(services.db, key_hashes)
}

/** Without it, a key would stop working when the older secret is removed. */
export function keyMover({ db, log }: Services) {
  return (key: KnownKey, to: Buffer): void => {
    moveKey(db, key, to).catch((error: unknown) => {
      log.warn(
        { err: error },
        'api_keys: a key was not moved to the newest FLORIN_SECRET; its next use retries',
      )
    })
  }
}

export function lastUseRecorder(services: Services) {
  const recorded = new Map<string, number>()
  return (key: KnownKey, now: Date): void => {
    const { key_id } = key
    if (key_id === null) return
    const last = Math.max(recorded.get(key_id) ?? 0, key.last_used_at?.getTime() ?? 0)
    if (now.getTime() - last < RECORD_EVERY_MS) return
    if (recorded.size > 10_000) recorded.clear()
    recorded.set(key_id, now.getTime())
    recordUse(services, key.merchant_id, key_id, now).catch((error: unknown) => {
      recorded.delete(key_id)
      services.log.warn(
        { err: error },
        'api_keys: last_used_at could not be written; the next request with the key retries',
      )
    })
  }
}

async function recordUse(services: Services, merchant_id: string, key_id: string, now: Date) {
  const row = await findApiKey(services.db, merchant_id, key_id)
  // Refused when another process records it too.
  if (row) await services.tryCommit(update(apiKeys, row, { last_used_at: now }))
}
