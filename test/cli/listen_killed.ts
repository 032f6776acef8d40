// `florin listen` while the api is killed, its connections are cut or frozen, and the worker is killed, again and again.
// The oracle is the database: in the end the listener has forwarded every event exactly once, as the stored bytes and
// in order for each object.
//
//   npm run prove:listen -- --kills 50 --events 5000
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sleep } from '#kernel/clock.ts'
import { childEnv } from '#testing/child_env.ts'
import type { Client } from '#testing/client.ts'
import { DatabaseProxy } from '#testing/database_proxy.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { type Received, type Receiver, startReceiver } from '#testing/receiver.ts'
import { listenSecret } from '../../cli/src/listen/sign.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '../support/free_port.ts'

export interface Proved {
  kills: Record<string, number>
  events: number
  forwarded: number
  /** Lost connections that the listener has reported. */
  interruptions: number
  recorded: number
  seconds: number
  problems: string[]
}

const CLIENTS = 8
/** Authorized, captured, succeeded. */
const PER_PAYMENT = 3
const PATIENCE_MS = 120_000
const main = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))

interface World {
  readonly deployment: Deployment
  readonly proxy: DatabaseProxy
  readonly port: string
  readonly receiver: Receiver
}

interface Listener {
  readonly child: ChildProcess
  interruptions: number
  readonly ready: Promise<void>
  readonly output: string[]
}

async function build(cleanup: AsyncDisposableStack): Promise<World> {
  const env = { FLORIN_PROVIDER: 'instant' }
  const deployment = cleanup.use(await startDeployment({ apis: 1, workers: 1, env }))
  // Payments go to the first api, which stays; the listener goes to the second one, through a proxy.
  const port = String(await freePort())
  await deployment.startApi({ env: { FLORIN_PORT: port } })
  const proxy = cleanup.use(await DatabaseProxy.start(`http://127.0.0.1:${port}`))
  const receiver = cleanup.use(
    await startReceiver((_, nth) => (nth % 7 === 0 ? { delay_ms: 20 } : {})),
  )
  return { deployment, proxy, port, receiver }
}

function startListener({ deployment, proxy, receiver }: World): Listener {
  const args = [main, 'listen', '--forward-to', receiver.url, '--since', '1h', '--json']
  const child = spawn(process.execPath, args, {
    env: {
      ...childEnv(),
      FLORIN_API_KEY: deployment.merchant.api_key,
      FLORIN_BASE_URL: proxy.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => void (isReady = resolve))
  const listener: Listener = { child, interruptions: 0, ready, output }
  child.stderr?.on('data', (data: Buffer) => {
    output.push(data.toString())
    if (data.includes('Listening as')) isReady()
    listener.interruptions += data.toString().split('Connection lost').length - 1
  })
  child.stdout?.resume()
  return listener
}

async function pay(client: Client, payment_id: string): Promise<void> {
  const held = { payment_id, capture_method: 'manual_multiple' }
  const answers = [await client.post('/payments', paymentBody(held))]
  for (const amount_to_capture of [400, 600]) {
    answers.push(await client.post(`/payments/${payment_id}/capture`, { amount_to_capture }))
  }
  for (const { status, text } of answers) if (status !== 200) throw new Error(text)
}

type Fault = (world: World) => Promise<void>

const faults: Readonly<Record<string, Fault>> = {
  async api_killed({ deployment, port }) {
    await deployment.apis.at(-1)?.kill9()
    await deployment.startApi({ env: { FLORIN_PORT: port } })
  },
  async connections_cut({ proxy }) {
    proxy.refuse()
    proxy.cutAll()
    await sleep(300)
    proxy.refuse(false)
  },
  async connections_frozen({ proxy }) {
    proxy.freezeAll('answers')
    await sleep(500)
    proxy.cutAll()
  },
  async worker_killed({ deployment }) {
    await deployment.workers.at(-1)?.kill9()
    await deployment.startWorker()
  },
}

const turns = [
  'api_killed',
  'connections_cut',
  'connections_frozen',
  'connections_cut',
  'worker_killed',
]

export async function proveListen(kills: number, events: number): Promise<Proved> {
  await using cleanup = new AsyncDisposableStack()
  const started = performance.now()
  const world = await build(cleanup)
  const listener = startListener(world)
  cleanup.defer(() => void listener.child.kill('SIGKILL'))
  await listener.ready
  const payments = Math.ceil(events / PER_PAYMENT)
  let paid = 0
  const client = world.deployment.client(0)
  const paying = Array.from({ length: CLIENTS }, async () => {
    while (paid < payments) await pay(client, `p${paid++}`)
  })
  const done: Record<string, number> = {}
  for (let n = 0; n < kills; n++) {
    // Spread over the payments.
    await eventually(
      'as many payments are made',
      async () => paid >= (n * payments) / kills,
      PATIENCE_MS,
    )
    const name = turns[n % turns.length] ?? ''
    await faults[name]?.(world)
    done[name] = (done[name] ?? 0) + 1
  }
  await Promise.all(paying)
  const problems = await compare(world)
  const recorded = await countRecorded(world.deployment, payments * PER_PAYMENT)
  listener.child.kill('SIGTERM')
  const [code] = (await once(listener.child, 'exit')) as [number | null]
  if (code !== 0) problems.push(`the listener ended with ${code}: ${listener.output.join('')}`)
  return {
    kills: done,
    events: payments * PER_PAYMENT,
    forwarded: world.receiver.received.length,
    interruptions: listener.interruptions,
    recorded,
    seconds: Math.round((performance.now() - started) / 1_000),
    problems,
  }
}

interface Stored {
  event_id: string
  object_id: string
  sequence: number
  body: string
}

async function compare({ deployment, receiver }: World): Promise<string[]> {
  const stored = await deployment.sql<Stored>(
    'select event_id, object_id, sequence, body from events',
  )
  await receiver.until(stored.length, PATIENCE_MS).catch(() => undefined)
  // Time for an event that should not come.
  await sleep(1_000)
  const secret = listenSecret(deployment.merchant.api_key)
  const counts = new Map<string, number>()
  const last = new Map<string, number>()
  const known = new Map(stored.map((event) => [event.event_id, event]))
  const problems: string[] = []
  for (const received of receiver.received) {
    const event_id = String(received.headers['x-webhook-event-id'])
    counts.set(event_id, (counts.get(event_id) ?? 0) + 1)
    const event = known.get(event_id)
    if (event === undefined) problems.push(`${event_id} is not in the database`)
    else problems.push(...checkOne(received, event, secret, last))
  }
  for (const { event_id } of stored) {
    const count = counts.get(event_id) ?? 0
    if (count !== 1) problems.push(`${event_id} was forwarded ${count} times`)
  }
  return problems
}

function checkOne(
  { body, headers }: Received,
  event: Stored,
  secret: string,
  last: Map<string, number>,
): string[] {
  const { event_id, object_id, sequence } = event
  const problems: string[] = []
  if (body !== event.body) problems.push(`${event_id} came as other bytes`)
  const mac = createHmac('sha512', secret).update(body).digest('hex')
  if (headers['x-webhook-signature-512'] !== mac) problems.push(`${event_id} has a wrong signature`)
  const before = last.get(object_id) ?? 0
  if (sequence <= before) problems.push(`${event_id}: ${sequence} came after ${before}`)
  last.set(object_id, sequence)
  return problems
}

/** Attempts are recorded in batches, a moment later. */
async function countRecorded({ sql }: Deployment, wanted: number): Promise<number> {
  for (let tries = 0; ; tries++) {
    const [row] = await sql<{ n: number }>('select count(*)::int as n from listener_attempts')
    if (row?.n === wanted || tries === 50) return row?.n ?? 0
    await sleep(200)
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '50' },
      events: { type: 'string', default: '5000' },
    },
  })
  const { problems, ...figures } = await proveListen(Number(values.kills), Number(values.events))
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  for (const problem of problems.slice(0, 50)) process.stdout.write(`${problem}\n`)
  process.stdout.write(problems.length === 0 ? 'proved\n' : `${problems.length} problems\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
