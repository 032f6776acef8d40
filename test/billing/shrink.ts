import { type BatchOptions, type Failed, runBatch, TICKS } from './batch.ts'
import type { Server } from './server.ts'

/** Leaves out what is done at each tick, one after the other, as long as the history still fails. */
export async function shrink(server: Server, options: BatchOptions): Promise<Failed | undefined> {
  const run = async (skipped: ReadonlySet<number>) =>
    (await runBatch(server, { ...options, skipped })).failed[0]
  let skipped = new Set<number>()
  let failed = await run(skipped)
  if (failed === undefined) return undefined
  for (let tick = TICKS - 1; tick >= 0; tick--) {
    const without = new Set([...skipped, tick])
    const found = await run(without)
    if (found === undefined) continue
    skipped = without
    failed = found
  }
  return failed
}
