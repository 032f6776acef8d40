// The part of a worker that deals with events, inside the test's own process: with its clock, and with
// retries and time-outs that a test has the time for.
import { newId } from '#kernel/ids.ts'
import type { Attempted } from '#resources/webhooks/attempt.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { startHeartbeat } from '#roles/worker/heartbeat.ts'
import { type LaterOptions, startLater } from '#roles/worker/later.ts'
import { testDatabase } from './database.ts'
import type { Shop } from './harness.ts'

export interface TestLater extends AsyncDisposable {
  readonly attempts: Attempted[]
}

export async function runLater(shop: Shop, options: LaterOptions = {}): Promise<TestLater> {
  await migrateEngine(await testDatabase())
  const worker_id = newId('req')
  const attempts: Attempted[] = []
  const watching = {
    relayed: () => {},
    attempted: (attempted: Attempted) => void attempts.push(attempted),
  }
  const heartbeat = await startHeartbeat(shop.services, worker_id)
  const later = startLater(shop.services, worker_id, watching, options)
  return {
    attempts,
    async [Symbol.asyncDispose]() {
      await later.stop()
      await heartbeat.stop()
    },
  }
}
