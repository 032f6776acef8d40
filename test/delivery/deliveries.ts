// Payments by the thousand, and receivers that fail, hang or reset the connection half the time. Two workers share
// the deliveries. In the end every payment event has reached its receiver at least once, always as the same bytes
// under the same id, and no event or delivery is left over.
//
// npm run prove:deliveries -- --payments 10000 --seed 7
import { parseArgs } from 'node:util'
import { dice } from '../../bank/src/faults.ts'
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { createLog } from '#kernel/log.ts'
import { type Books, checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { startHeartbeat } from '#roles/worker/heartbeat.ts'
import { startEventPipeline } from '#roles/worker/event_pipeline.ts'
import type { Client } from '#testing/client.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { type Received, type Receiver, type Reply, startReceiver } from '#testing/receiver.ts'

export interface Proved {
  books: Books
  payments: number
  events: number
  attempts: number
  /** Events that were received more than once. */
  repeated: number
  problems: string[]
  paid_ms: number
  delivered_ms: number
}

const MERCHANTS = 4
const WORKERS = 2
const CLIENTS = 32
const TIMEOUT_MS = 400
const RETRIES_MS = Array.from({ length: 16 }, (_, n) => 50 * (n + 1))
/** So that chance does not exhaust a delivery: that too would be a good end, but not the one proved here. */
const MOST_FAILURES = 14
const PATIENCE_MS = 10 * 60_000

/** A failing receiver's replies, by share; otherwise it accepts. */
const replies: readonly [share: number, reply: Reply][] = [
  [0.14, { status: 500 }],
  [0.06, { status: 503, headers: { 'Retry-After': '0' } }],
  [0.05, { status: 302, headers: { Location: '/elsewhere' } }],
  [0.05, { status: 404 }],
  [0.12, { reset: true }],
  [0.08, { delay_ms: TIMEOUT_MS * 1.5, status: 200 }],
]

interface Delivering {
  readonly deployment: Deployment
  readonly clients: Client[]
  readonly receivers: Receiver[]
}

async function build(seed: number, cleanup: AsyncDisposableStack): Promise<Delivering> {
  const env = { FLORIN_PROVIDER: 'instant', FLORIN_LOG_LEVEL: 'warn' }
  const deployment = cleanup.use(await startDeployment({ workers: 0, env }))
  await migrateEngine(deployment.database_url)
  const failures = new Map<string, number>()
  const receivers: Receiver[] = []
  const clients: Client[] = []
  for (let n = 0; n < MERCHANTS; n++) {
    const receiver = cleanup.use(await startReceiver(failing(dice(seed * 100 + n), failures)))
    receivers.push(receiver)
    clients.push(await merchant(deployment, receiver.url))
  }
  return { deployment, clients, receivers }
}

async function merchant(deployment: Deployment, webhook_url: string): Promise<Client> {
  const made = await deployment.newMerchant('Shop')
  const client = deployment.client().with(made.api_key)
  const path = `/account/${made.merchant_id}/business_profile/${made.profile_id}`
  await client.post(path, { webhook_details: { webhook_url, payment_created_enabled: true } })
  return client
}

function failing(roll: () => number, failures: Map<string, number>) {
  return ({ headers }: Received): Reply => {
    const id = String(headers['webhook-id'])
    const failed = failures.get(id) ?? 0
    let rest = roll()
    for (const [share, reply] of replies) {
      rest -= share
      if (rest >= 0 || failed >= MOST_FAILURES) continue
      failures.set(id, failed + 1)
      return reply
    }
    return { status: 204 }
  }
}

/** Each payment takes one of these paths, to an end that emits an event. */
const ways: readonly { body: object; steps: [path: string, body: object][] }[] = [
  { body: {}, steps: [] },
  { body: {}, steps: [] },
  { body: { capture_method: 'manual' }, steps: [['capture', {}]] },
  { body: { capture_method: 'manual' }, steps: [['cancel', {}]] },
  {
    body: { capture_method: 'manual_multiple' },
    steps: [
      ['capture', { amount_to_capture: 400 }],
      ['capture', { amount_to_capture: 600 }],
    ],
  },
]

async function pay({ clients }: Delivering, number: number): Promise<void> {
  const client = clients[number % clients.length]
  const way = ways[number % ways.length]
  if (client === undefined || way === undefined) return
  const payment_id = `p${number}`
  const answers = [await client.post('/payments', paymentBody({ payment_id, ...way.body }))]
  for (const [path, body] of way.steps) {
    answers.push(await client.post(`/payments/${payment_id}/${path}`, body))
  }
  for (const answer of answers) if (answer.status !== 200) throw new Error(answer.text)
}

/** In this process, because their retries and timeouts cannot be set from outside. */
async function startWorkers({ deployment }: Delivering, cleanup: AsyncDisposableStack) {
  const count = { attempts: 0 }
  const metrics = { relayed: () => {}, attempted: () => void count.attempts++ }
  const options = { retries_ms: RETRIES_MS, timeout_ms: TIMEOUT_MS }
  const config = readConfig(deployment.settings)
  for (let n = 0; n < WORKERS; n++) {
    const services = createServices(config, createLog('warn'))
    cleanup.defer(() => services.db.close())
    const heartbeat = await startHeartbeat(services, `worker-${n}`)
    cleanup.defer(() => heartbeat.stop())
    const pipeline = startEventPipeline(services, `worker-${n}`, metrics, options)
    cleanup.defer(() => pipeline.stop())
  }
  return count
}

/** Until nothing waits any more. */
async function untilDelivered({ deployment: { services } }: Delivering): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const [row] = await services.db.run<{ n: number }>(
      `select (select count(*) from waiting_events) + (select count(*) from relay_batches)
         + (select count(*) from deliveries where next_attempt_at is not null) as n`,
      [],
    )
    if (row?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

interface Stored {
  event_id: string
  body: string
  status: string | null
}

async function compare({ deployment, receivers }: Delivering, payments: number) {
  const stored = await deployment.sql<Stored>(
    `select e.event_id, e.body, d.status from events e
       left join deliveries d on d.merchant_id = e.merchant_id and d.event_id = e.event_id`,
  )
  const problems: string[] = []
  const came = new Map<string, string[]>()
  for (const { headers, body } of receivers.flatMap((receiver) => receiver.received)) {
    const id = String(headers['x-webhook-event-id'])
    came.set(id, [...(came.get(id) ?? []), body])
  }
  const ended = new Set<string>()
  for (const { event_id, body, status } of stored) {
    const bodies = came.get(event_id) ?? []
    if (status !== 'delivered') problems.push(`${event_id} is ${status}`)
    if (bodies.length === 0) problems.push(`${event_id} never came`)
    if (bodies.some((each) => each !== body)) problems.push(`${event_id} came as other bytes`)
    const { object } = JSON.parse(body).content as {
      object: { payment_id: string; status: string }
    }
    if (bodies.length > 0 && ENDS.has(object.status)) ended.add(object.payment_id)
    came.delete(event_id)
  }
  for (const id of came.keys()) problems.push(`${id} came and is not on record`)
  if (ended.size !== payments)
    problems.push(`${ended.size} of ${payments} final events were delivered`)
  return { events: stored.length, problems }
}

const ENDS: ReadonlySet<string> = new Set(['succeeded', 'cancelled'])

export async function proveDeliveries(seed: number, payments: number): Promise<Proved> {
  await using cleanup = new AsyncDisposableStack()
  const delivering = await build(seed, cleanup)
  const started = performance.now()
  const count = await startWorkers(delivering, cleanup)
  let left = payments
  const client = async () => {
    while (left > 0) await pay(delivering, left--)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const paid = performance.now()
  await untilDelivered(delivering)
  const delivered = performance.now()
  const found = await compare(delivering, payments)
  const received = delivering.receivers.reduce((n, receiver) => n + receiver.received.length, 0)
  return {
    ...found,
    payments,
    attempts: count.attempts,
    repeated: received - found.events,
    books: await checkBooks(delivering.deployment.services),
    paid_ms: Math.round(paid - started),
    delivered_ms: Math.round(delivered - paid),
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      payments: { type: 'string', default: '10000' },
    },
  })
  const done = await proveDeliveries(Number(values.seed), Number(values.payments))
  const { payments, events, attempts, repeated, paid_ms, delivered_ms, problems, books } = done
  const lines = [
    `${payments} payments, ${events} events, ${attempts} attempts, ${repeated} receptions more than needed`,
    `paid in ${paid_ms} ms, the last was delivered ${delivered_ms} ms later, seed ${values.seed}`,
    report(books),
    ...problems.slice(0, 50).map((problem) => `problem: ${problem}`),
    `${problems.length} problems`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = isWell(books) && problems.length === 0 ? 0 : 1
}
