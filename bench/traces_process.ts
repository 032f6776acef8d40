// An api or a worker for bench/traces.ts: `with` as every deployment runs it, with traces off; `without` as it would be
// if no line knew of spans.
import { leaveOutOf } from './leave_out_of.ts'

const [, , role, variant] = process.argv

if (variant === 'without') {
  leaveOutOf({
    '/http/register.ts': ['tracing?.runIn(request.span, work) ?? work()', 'work()'],
    '/http/server.ts': [
      'trace_id: request.span?.is_sampled ? request.span.trace_id : undefined,',
      '',
    ],
    '/kernel/commit.ts': [
      `const work = () => this.enqueue(head, writes)
    return tracing?.span('commit', commitAttributes(writes), work) ?? work()`,
      'return this.enqueue(head, writes)',
    ],
    '/kernel/sweeps.ts': ['(tracing?.trace(`sweep ${rest.name}`, ids, work) ?? work())', 'work()'],
    '/core/operations/perform.ts': [
      'tracing ? traced(tracing, call, operation, run) : run()',
      'run()',
    ],
    '/core/operations/recover.ts': [
      '(tracing?.trace(`recover ${operation.kind}`, ids, work) ?? work())',
      'work()',
    ],
    '/core/providers/line.ts': ['tracing ? traced(tracing, method, work) : work()', 'work()'],
    '/core/outbox/event.ts': ['tracing?.drawEventId(draw) ?? draw()', "newId('evt')"],
    '/core/outbox/relay.ts': [
      'tracing ? traced(tracing, batch, is_first, work) : work()',
      'work()',
    ],
    '/webhooks/attempt.ts': ['tracing ? traced(tracing, delivery, send) : send()', 'send()'],
    '/worker/jobs.ts': [
      '(tracing?.trace(`job ${job.name}`, attributes, work) ?? work())',
      'work()',
    ],
  })
}
const { readConfig } = await import('#config.ts')
const { runApi } = await import('#roles/api/api.ts')
const { runWorker } = await import('#roles/worker/worker.ts')
process.once('disconnect', () => process.exit())
await (role === 'api' ? runApi : runWorker)(readConfig(process.env))
