// Payments by the thousand, and receivers in bad shape: half of all attempts fail, hang or break off. Two
// workers share the deliveries. In the end every transition of every payment has reached its receiver at
// least once, always as the same bytes under the same id, and the books have nothing left over.
//
//   scripts/run node test/delivery/deliveries.ts --payments 10000 --seed 7
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { dice } from '../../bank/src/faults.ts'
import { createApp, createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { type Books, checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/report.ts'
import { randomIds, type Services } from '#kernel/context.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { createLog } from '#kernel/log.ts'
import { migrate } from '#kernel/migrate.ts'
import { createMerchant } from '#resources/merchants/create.ts'
import { Client } from '#testing/client.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { type Received, type Receiver, type Reply, startReceiver } from '#testing/receiver.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { startHeartbeat } from '#roles/worker/heartbeat.ts'
import { startEventPipeline } from '#roles/worker/event_pipeline.ts'

export interface Proved {
  books: Books
  payments: number
  events: number
  attempts: number
  /** Events that were received more than once. */
  repeated: number
  problems: string[]
  paid_ms: number
  told_ms: number
}

const MERCHANTS = 4
const WORKERS = 2
const HANDS = 32
const TIMEOUT_MS = 400
const RETRIES_MS = Array.from({ length: 16 }, (_, n) => 50 * (n + 1))
/** So that chance does not exhaust a delivery: that too would be a good end, but not the one proved here. */
const MOST_FAILURES = 14
const PATIENCE_MS = 10 * 60_000

/** What a receiver in bad shape does, by how often; the rest of the time it is well. */
const faultyReplies: readonly [share: number, reply: Reply][] = [
  [0.14, { status: 500 }],
  [0.06, { status: 503, headers: { 'Retry-After': '0' } }],
  [0.05, { status: 302, headers: { Location: '/elsewhere' } }],
  [0.05, { status: 404 }],
  [0.12, { reset: true }],
  [0.08, { delay_ms: TIMEOUT_MS * 1.5, status: 200 }],
]

type World = Awaited<ReturnType<typeof build>>

async function build(seed: number, undo: (() => Promise<unknown>)[]) {
  const server = process.env['DATABASE_URL']
  if (!server)
    throw new Error('Run it with a PostgreSQL: scripts/run node test/delivery/deliveries.ts')
  const name = newId('req').replace('req', 'florin_deliveries')
  const url = await createDatabase(server, name)
  undo.push(() => dropDatabase(server, name))
  await migrate(url)
  await migrateEngine(url)
  const config = readConfig({
    DATABASE_URL: url,
    FLORIN_SECRET: makeSecret(),
    FLORIN_PROVIDER: 'instant',
    FLORIN_RATE_LIMIT: '10000000',
  })
  const open = () => {
    const services = createServices(config, createLog('warn'))
    undo.push(() => services.db.close())
    return services
  }
  const app = createApp(config, createServices(config, createLog('warn')))
  await app.listen({ host: '127.0.0.1', port: 0 })
  undo.push(() => app.close())
  const services = open()
  const failures = new Map<string, number>()
  const receivers: Receiver[] = []
  const clients: Client[] = []
  for (let n = 0; n < MERCHANTS; n++) {
    const receiver = await startReceiver(illFated(dice(seed * 100 + n), failures))
    undo.push(async () => receiver[Symbol.asyncDispose]())
    receivers.push(receiver)
    clients.push(await merchant(services, `http://127.0.0.1:${portOf(app)}`, receiver.url))
  }
  return { services, open, clients, receivers }
}

function portOf(app: ReturnType<typeof createApp>): number {
  return (app.server.address() as AddressInfo).port
}

async function merchant(services: Services, base: string, webhook_url: string): Promise<Client> {
  const made = await createMerchant({ ...services, ...randomIds }, { merchant_name: 'Shop' })
  const client = new Client(base, made.api_key)
  const path = `/account/${made.merchant_id}/business_profile/${made.profile_id}`
  await client.post(path, { webhook_details: { webhook_url, payment_created_enabled: true } })
  return client
}

function illFated(roll: () => number, failures: Map<string, number>) {
  return ({ headers }: Received): Reply => {
    const id = String(headers['webhook-id'])
    const failed = failures.get(id) ?? 0
    let rest = roll()
    for (const [share, reply] of faultyReplies) {
      rest -= share
      if (rest >= 0 || failed >= MOST_FAILURES) continue
      failures.set(id, failed + 1)
      return reply
    }
    return { status: 204 }
  }
}

/** Each payment goes one of these ways, to an end that is told. */
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

async function pay({ clients }: World, number: number): Promise<void> {
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

async function startWorkers(world: World, undo: (() => Promise<unknown>)[]) {
  const count = { attempts: 0 }
  const metrics = { relayed: () => {}, attempted: () => void count.attempts++ }
  const options = { retries_ms: RETRIES_MS, timeout_ms: TIMEOUT_MS }
  for (let n = 0; n < WORKERS; n++) {
    const services = world.open()
    const heartbeat = await startHeartbeat(services, `worker-${n}`)
    undo.push(() => heartbeat.stop())
    const pipeline = startEventPipeline(services, `worker-${n}`, metrics, options)
    undo.push(() => pipeline.stop())
  }
  return count
}

/** Until nothing waits any more. */
async function untilTold({ services }: World): Promise<void> {
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

async function compare({ services, receivers }: World, payments: number) {
  const stored = await services.db.run<Stored>(
    `select e.event_id, e.body, d.status from events e
       left join deliveries d on d.merchant_id = e.merchant_id and d.event_id = e.event_id`,
    [],
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
  if (ended.size !== payments) problems.push(`${ended.size} of ${payments} ends were told`)
  return { events: stored.length, problems }
}

const ENDS: ReadonlySet<string> = new Set(['succeeded', 'cancelled'])

export async function proveDeliveries(seed: number, payments: number): Promise<Proved> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    const world = await build(seed, undo)
    const started = performance.now()
    const count = await startWorkers(world, undo)
    let left = payments
    const hand = async () => {
      while (left > 0) await pay(world, left--)
    }
    await Promise.all(Array.from({ length: HANDS }, hand))
    const paid = performance.now()
    await untilTold(world)
    const told = performance.now()
    const found = await compare(world, payments)
    const received = world.receivers.reduce((n, receiver) => n + receiver.received.length, 0)
    return {
      ...found,
      payments,
      attempts: count.attempts,
      repeated: received - found.events,
      books: await checkBooks(world.services),
      paid_ms: Math.round(paid - started),
      told_ms: Math.round(told - paid),
    }
  } finally {
    for (const step of undo.toReversed()) await step()
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
  const { payments, events, attempts, repeated, paid_ms, told_ms, problems, books } = done
  const lines = [
    `${payments} payments, ${events} events, ${attempts} attempts, ${repeated} receptions more than needed`,
    `paid in ${paid_ms} ms, the last was told ${told_ms} ms later, seed ${values.seed}`,
    report(books),
    ...problems.slice(0, 50).map((problem) => `problem: ${problem}`),
    `${problems.length} problems`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = isWell(books) && problems.length === 0 ? 0 : 1
}
