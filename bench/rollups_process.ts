// An api or a worker for bench/rollups.ts: `with` counts for analytics as every worker does, `without` does all of its
// other work.
import { readConfig } from '#config.ts'
import { analytics } from '#resources/reporting/analytics/resource.ts'
import { runApi } from '#roles/api/api.ts'
import { runWorker } from '#roles/worker/worker.ts'
import { leaveOut } from './leave_out.ts'

const [, , role, variant] = process.argv
if (variant === 'without') leaveOut(analytics)
process.once('disconnect', () => process.exit())
await (role === 'api' ? runApi : runWorker)(readConfig(process.env))
