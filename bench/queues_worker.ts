// The worker process of one variant of bench/queues.ts. All variants send, sign and record with the same functions
// and the same lazy database; they differ only in how they find the next delivery.
import { Logger, run, runMigrations, type TaskList } from 'graphile-worker'
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { toCommits, Committer } from '#kernel/commit.ts'
import { Database } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { type Receiver, webhookReceiver } from '#resources/accounts/profiles/read.ts'
import {
  attemptDelivery,
  type DeliveryContext,
  recordAttempt,
} from '#resources/notifications/webhooks/attempt.ts'
import { openPoster } from '#core/outbound/post.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { startEventPipeline } from '#roles/worker/event_pipeline.ts'
import { startHeartbeat } from '#roles/worker/heartbeat.ts'

export type Variant = 'florin' | 'job_per_delivery' | 'job_per_endpoint'

export const SCHEMA = 'bench_jobs'
/** A delivery that failed is not sent again during the benchmark. */
const RETRIES_MS = [3_600_000]
/** Florin's slots in the fast lane, and its requests at a time to one endpoint. */
const JOBS = 64
const REQUESTS = 16
const PAGE = 64

export interface EndpointJob {
  merchant_id: string
  profile_id: string
}

export interface DeliveryJob extends EndpointJob {
  event_id: string
}

type DueDelivery = Parameters<typeof attemptDelivery>[2]

async function startFlorin(url: string): Promise<void> {
  await migrateEngine(url)
  const { services, db } = open(url)
  await startHeartbeat(services, 'bench')
  const metrics = { relayed: () => {}, attempted: () => {} }
  const options = { lazyDb: db, retries_ms: RETRIES_MS }
  startEventPipeline(services, 'bench', metrics, options)
}

/** graphile-worker with the settings that its documentation recommends for throughput. */
async function startGraphile(url: string, variant: Variant): Promise<void> {
  const lazy = new URL(url)
  lazy.searchParams.set('options', '-c TimeZone=UTC -c synchronous_commit=off')
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') console.error(message)
  })
  const common = { connectionString: lazy.href, logger }
  await runMigrations({ ...common, schema: SCHEMA })
  await run({
    ...common,
    noHandleSignals: true,
    taskList: tasks(url),
    preset: {
      worker: {
        schema: SCHEMA,
        concurrentJobs: JOBS,
        maxPoolSize: 10,
        // With one job per endpoint, jobs in a local queue would wait behind those that hang.
        localQueue: { size: variant === 'job_per_delivery' ? 4 * JOBS : -1 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
}

function tasks(url: string): TaskList {
  const { context, db } = open(url)
  const receiverOf = cachedReceivers(context)
  const deliver = async (receiver: Receiver, delivery: DueDelivery) => {
    const attempt = await attemptDelivery(context, receiver, delivery)
    await recordAttempt(context, delivery, attempt)
    return attempt.outcome
  }
  return {
    async deliver(payload, { addJob }) {
      const job = payload as DeliveryJob
      const [due] = await db.run<DueDelivery>(`${DUE} and d.event_id = $3`, [
        job.merchant_id,
        job.profile_id,
        job.event_id,
      ])
      if (due === undefined) return
      const outcome = await deliver(await receiverOf(job), due)
      if (outcome.status !== 'pending') return
      await addJob('deliver', job, { runAt: new Date(Date.now() + outcome.wait_ms) })
    },
    async drain(payload) {
      const job = payload as EndpointJob
      const receiver = await receiverOf(job)
      for (;;) {
        const page = await db.run<DueDelivery>(
          `${DUE} and d.next_attempt_at <= now() order by d.next_attempt_at, d.event_id limit ${PAGE}`,
          [job.merchant_id, job.profile_id],
        )
        if (page.length === 0) return
        const send = async () => {
          for (let next = page.shift(); next !== undefined; next = page.shift())
            await deliver(receiver, next)
        }
        await Promise.all(Array.from({ length: REQUESTS }, send))
      }
    },
  }
}

const DUE = `select d.merchant_id, d.event_id, d.attempts, d.version, d.next_attempt_at, e.object_id, e.body
  from deliveries d join events e on e.merchant_id = d.merchant_id and e.event_id = d.event_id
  where d.merchant_id = $1 and d.profile_id = $2 and d.next_attempt_at is not null`

/** Read once per endpoint: Florin reads them once per page of deliveries. */
function cachedReceivers({ services }: DeliveryContext) {
  const receivers = new Map<string, Promise<Receiver>>()
  const read = async (key: EndpointJob) => {
    const receiver = await webhookReceiver(services, key, services.clock.now())
    if (receiver === undefined) throw new Error(`${key.profile_id} has no webhook_url`)
    return receiver
  }
  return (key: EndpointJob) => {
    const name = `${key.merchant_id}/${key.profile_id}`
    const receiver = receivers.get(name) ?? read(key)
    receivers.set(name, receiver)
    return receiver
  }
}

function open(url: string) {
  const log = createLog('warn')
  const services = createServices(readConfig(process.env), log)
  const db = new Database({ url, connections: 4, log, is_lazy: true })
  const context: DeliveryContext = {
    services: { ...services, db, ...toCommits(new Committer(db).commit) },
    poster: openPoster({ allow_loopback: true }),
    retries_ms: RETRIES_MS,
    attempted: () => {},
  }
  return { services, db, context }
}

if (import.meta.main) {
  const variant = process.argv[2] as Variant
  const url = process.env['DATABASE_URL'] ?? ''
  if (variant === 'florin') await startFlorin(url)
  else await startGraphile(url, variant)
  process.once('disconnect', () => process.exit())
  process.send?.({ is_ready: true })
}
