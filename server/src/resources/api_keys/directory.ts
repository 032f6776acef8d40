// How requests find their key, and the note that a key was used.
import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { KnownKey } from '#http/authenticate.ts'
import { apiKeys, findApiKey, findKnownKey } from './store.ts'

// Exact enough to see that a key is alive, rare enough to cost nothing.
const NOTED_EVERY_MS = 60_000

export function keyFinder(services: Services) {
  return (key_hash: Buffer) => findKnownKey(services.db, key_hash)
}

export function useNoter(services: Services) {
  const noted = new Map<string, number>()
  return (key: KnownKey, now: Date): void => {
    const { key_id } = key
    if (key_id === null) return
    const last = Math.max(noted.get(key_id) ?? 0, key.last_used_at?.getTime() ?? 0)
    if (now.getTime() - last < NOTED_EVERY_MS) return
    if (noted.size > 10_000) noted.clear()
    noted.set(key_id, now.getTime())
    noteUse(services, key.merchant_id, key_id, now).catch((error: unknown) => {
      noted.delete(key_id)
      services.log.warn({ err: error }, 'last_used_at not noted')
    })
  }
}

async function noteUse(services: Services, merchant_id: string, key_id: string, now: Date) {
  const row = await findApiKey(services.db, merchant_id, key_id)
  // Refused when another process notes it too.
  if (row) await services.tryCommit(update(apiKeys, row, { last_used_at: now }))
}
