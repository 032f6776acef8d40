import { sleep } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'

const TIMEOUT_MS = 20_000
const PERIOD_MS = 25

/**
 * Polls until `look` returns something other than undefined or false. The timeout only bounds a test that would
 * hang: a test must not depend on the duration.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  timeout_ms = TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + timeout_ms
  do {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(PERIOD_MS)
  } while (performance.now() < deadline)
  throw new Error(`${what}: did not happen within ${timeout_ms / 1000} s`)
}

/**
 * Resolves when every earlier transaction on the whole server has ended: until then a snapshot does not cover the
 * latest writes. Other test files use the same server.
 */
export async function settled({ db }: Pick<Services, 'db'>): Promise<void> {
  const [own] = await db.run<{ xid: string }>('select pg_current_xact_id()::text as xid', [])
  await eventually(
    'all earlier transactions have ended',
    async () => {
      const [row] = await db.run<{ is_past: boolean }>(
        'select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as is_past',
        [own?.xid],
      )
      return row?.is_past
    },
    60_000,
  )
}
