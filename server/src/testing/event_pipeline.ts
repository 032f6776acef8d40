// A worker's event pipeline inside the test's own process: with the test's clock, and with retries and timeouts short
// enough for a test.
import { newId } from '#kernel/ids.ts'
import type { Attempt } from '#resources/notifications/webhooks/attempt.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { type EventPipelineOptions, startEventPipeline } from '#roles/worker/event_pipeline.ts'
import { startHeartbeat } from '#roles/worker/heartbeat.ts'
import { testDatabase } from './database.ts'
import type { Shop } from './harness.ts'

export interface TestEventPipeline extends AsyncDisposable {
  readonly attempts: Attempt[]
}

export async function runEventPipeline(
  shop: Shop,
  options: EventPipelineOptions = {},
): Promise<TestEventPipeline> {
  await migrateEngine(await testDatabase())
  const worker_id = newId('req')
  const attempts: Attempt[] = []
  const metrics = {
    relayed: () => {},
    attempted: (attempt: Attempt) => void attempts.push(attempt),
  }
  const heartbeat = await startHeartbeat(shop.services, worker_id)
  const pipeline = startEventPipeline(shop.services, worker_id, metrics, options)
  return {
    attempts,
    async [Symbol.asyncDispose]() {
      await pipeline.stop()
      await heartbeat.stop()
    },
  }
}
