// An api or a worker for bench/audit.ts: `with` as every deployment runs it, `without` as it would be without an audit
// trail: events and operations have no actor, and nothing is sealed.
import { leaveOutOf } from './leave_out_of.ts'

const [, , role, variant] = process.argv

if (variant === 'without') {
  // A request's commit leaves its writes as they are.
  leaveOutOf({ '/http/audit.ts': ['startedBy(withActor(write, by), by)', 'write'] })
  const { audit } = await import('#resources/accounts/audit/resource.ts')
  const { leaveOut } = await import('./leave_out.ts')
  leaveOut(audit)
}
const { readConfig } = await import('#config.ts')
const { runApi } = await import('#roles/api/api.ts')
const { runWorker } = await import('#roles/worker/worker.ts')
process.once('disconnect', () => process.exit())
await (role === 'api' ? runApi : runWorker)(readConfig(process.env))
