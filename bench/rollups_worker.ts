// A worker for bench/rollups.ts: `with` counts for analytics as every worker does, `without` does all of its other work.
import { readConfig } from '#config.ts'
import type { Reaction } from '#core/outbox/reaction.ts'
import type { Sweep } from '#kernel/sweeps.ts'
import { analytics } from '#resources/analytics/resource.ts'
import { registry } from '#resources/resources.ts'
import { runWorker } from '#roles/worker/worker.ts'

function leaveOut<T>(from: readonly T[], what: readonly T[] = []): void {
  const list = from as T[]
  for (const each of what) list.splice(list.indexOf(each), 1)
}

if (process.argv[2] === 'without') {
  leaveOut<Reaction>(registry.reactions, analytics.reactions)
  leaveOut<Sweep>(registry.sweeps, analytics.sweeps)
}
process.once('disconnect', () => process.exit())
await runWorker(readConfig(process.env))
