// Workers say every two seconds that they live. Who is silent for eight is struck off by any other, and
// with it goes every claim it had: what it was doing is taken up again within fifteen seconds. The job
// engine alone would wait for hours.
import type { Services } from '#kernel/context.ts'
import { beat, buryDead, leave } from './store.ts'
import { startSweep } from './sweep.ts'

const BEAT_MS = 2_000
const SILENT_MS = 8_000

export interface Heartbeat {
  /** Says goodbye, so that nobody waits for the silence. */
  stop(): Promise<void>
}

export async function startHeartbeat(
  { db, log }: Pick<Services, 'db' | 'log'>,
  worker_id: string,
): Promise<Heartbeat> {
  const round = async () => {
    await beat(db, worker_id)
    const dead = await buryDead(db, SILENT_MS)
    if (dead.length > 0) log.warn({ dead }, 'workers are dead; their work is taken over')
  }
  await round()
  const sweep = startSweep({ name: 'heartbeat', period_ms: BEAT_MS, rounds: 1, log, round })
  return {
    async stop() {
      await sweep.stop()
      await leave(db, worker_id)
    },
  }
}
