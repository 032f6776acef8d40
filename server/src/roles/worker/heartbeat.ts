// Every worker writes a heartbeat every 2 s. A worker with no heartbeat for 8 s is removed by any other worker,
// which releases its claims: its work resumes within 15 s. The job engine alone would wait for four hours.
import type { Services } from '#kernel/context.ts'
import { deregister, heartbeat, removeDeadWorkers } from './store.ts'
import { startSweep } from './sweep.ts'

const HEARTBEAT_MS = 2_000
const DEAD_AFTER_MS = 8_000

export interface Heartbeat {
  /** Deregisters the worker, so that its claims are released at once. */
  stop(): Promise<void>
}

export async function startHeartbeat(
  { db, log }: Pick<Services, 'db' | 'log'>,
  worker_id: string,
): Promise<Heartbeat> {
  const round = async () => {
    await heartbeat(db, worker_id)
    const dead = await removeDeadWorkers(db, DEAD_AFTER_MS)
    if (dead.length > 0)
      log.warn({ dead }, 'worker: removed dead workers and released their claims')
  }
  await round()
  const sweep = startSweep({ name: 'heartbeat', period_ms: HEARTBEAT_MS, rounds: 1, log, round })
  return {
    async stop() {
      await sweep.stop()
      await deregister(db, worker_id)
    },
  }
}
