import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '#kernel/context.ts'

/**
 * Resolves when every transaction that began before this call has ended, on the whole server: until then
 * a snapshot does not cover what was just written. Other test files share the server.
 */
export async function settled({ db }: Pick<Services, 'db'>): Promise<void> {
  const [own] = await db.run<{ xid: string }>('select pg_current_xact_id()::text as xid', [])
  for (let tries = 0; tries < 3_000; tries++) {
    const [row] = await db.run<{ is_past: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as is_past',
      [own?.xid],
    )
    if (row?.is_past) return
    await pause(10)
  }
  assert.fail('a transaction on this server stays open')
}
