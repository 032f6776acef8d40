// An api or a worker for bench/audit.ts: `with` as every deployment runs it, `without` as it would be without an audit
// trail: events and operations have no actor, and nothing is sealed.
import { readConfig } from '#config.ts'
import type { Write } from '#kernel/change.ts'
import { Committer } from '#kernel/commit.ts'
import { audit } from '#resources/audit/resource.ts'
import { registry } from '#resources/resources.ts'
import { runApi } from '#roles/api/api.ts'
import { runWorker } from '#roles/worker/worker.ts'

/** What a commit does first, with the array of its writes. */
interface Queueing {
  queueOf: (this: Queueing, writes: Write[]) => unknown
}

function leaveOutActors(): void {
  const queueing = Committer.prototype as unknown as Queueing
  const queueOf = queueing.queueOf
  queueing.queueOf = function (this: Queueing, writes) {
    for (const [n, write] of writes.entries()) {
      if (write.kind !== 'insert') continue
      if (write.table.name === 'operations') {
        const { started_by: _, ...row } = write.row
        writes[n] = { ...write, row }
      } else if (write.table.name === 'events') {
        const {
          actor: _,
          key_id: __,
          user_id: ___,
          address: ____,
          request_id: _____,
          ...row
        } = write.row
        writes[n] = { ...write, row }
      }
    }
    return queueOf.call(this, writes)
  }
}

function leaveOutSealing(): void {
  for (const [from, what] of [
    [registry.reactions, audit.reactions],
    [registry.sweeps, audit.sweeps],
  ] as const) {
    const list = from as unknown[]
    for (const each of what ?? []) list.splice(list.indexOf(each), 1)
  }
}

const [, , role, variant] = process.argv
if (variant === 'without') {
  leaveOutActors()
  leaveOutSealing()
}
process.once('disconnect', () => process.exit())
await (role === 'api' ? runApi : runWorker)(readConfig(process.env))
