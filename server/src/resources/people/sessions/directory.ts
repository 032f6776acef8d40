// Looks up a request's session and records when it was last used.
import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { resolvePermissions } from '#http/permissions.ts'
import type { SessionDirectory } from '#http/sessions.ts'
import { findKnownSession, findSession, sessions } from './store.ts'

// The idle limit is 15 minutes, so a minute is exact enough.
const RECORD_EVERY_MS = 60_000

export function sessionDirectory(services: Services): SessionDirectory {
  return {
    async find(token_hash) {
      const found = await findKnownSession(services.db, token_hash)
      if (found === undefined) return undefined
      const { custom, ...session } = found
      return { ...session, permissions: resolvePermissions(session.role_id, custom) }
    },
    async seen({ session_id, seen_at }, now) {
      if (now.getTime() - seen_at.getTime() < RECORD_EVERY_MS) return
      await recordUse(services, session_id, now).catch((error: unknown) => {
        const message = 'sessions: seen_at could not be written; the next request retries'
        services.log.warn({ err: error }, message)
      })
    },
  }
}

async function recordUse(services: Services, session_id: string, now: Date): Promise<void> {
  const row = await findSession(services.db, session_id)
  // Refused when another process records it too.
  if (row) await services.tryCommit(update(sessions, row, { seen_at: now }))
}
