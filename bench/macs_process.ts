// An api or a worker for bench/audit.ts: `with` as every deployment runs it, `without` as if audit trail entries had
// no MAC: the api writes none, and the worker seals without one. No setting does that.
import { leaveOutOf } from './leave_out_of.ts'

const [, , role, variant] = process.argv

if (variant === 'without') {
  leaveOutOf({
    '/src/app.ts': ['withMacs(committer.commit, keyring)', 'committer.commit'],
    '/audit/seal.ts': ["(is === 'valid') === which", 'which'],
  })
}
const { readConfig } = await import('#config.ts')
const { runApi } = await import('#roles/api/api.ts')
const { runWorker } = await import('#roles/worker/worker.ts')
process.once('disconnect', () => process.exit())
await (role === 'api' ? runApi : runWorker)(readConfig(process.env))
