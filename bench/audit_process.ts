// An api or a worker for bench/audit.ts: `with` as every deployment runs it, `without` as it would be without an audit
// trail: events and operations have no actor, and nothing is sealed.
import { registerHooks } from 'node:module'

const [, , role, variant] = process.argv
const MARK = 'startedBy(withActor(write, by), by)'

/** The commit of a request leaves its writes as they are. */
function leaveOutActors(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith('/http/audit.ts')) return loaded
      const source = Buffer.from(loaded.source as Uint8Array).toString()
      if (!source.includes(MARK)) throw new Error(`${url} has no ${MARK}`)
      return { ...loaded, source: source.replace(MARK, 'write') }
    },
  })
}

if (variant === 'without') {
  leaveOutActors()
  const { audit } = await import('#resources/audit/resource.ts')
  const { leaveOut } = await import('./leave_out.ts')
  leaveOut(audit)
}
const { readConfig } = await import('#config.ts')
const { runApi } = await import('#roles/api/api.ts')
const { runWorker } = await import('#roles/worker/worker.ts')
process.once('disconnect', () => process.exit())
await (role === 'api' ? runApi : runWorker)(readConfig(process.env))
