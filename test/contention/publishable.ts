// A flood with a publishable key beside a server with a secret key. The flood runs in a separate process, from 50
// loopback addresses, in slices that alternate with slices without it, so that both are measured in one run.
//
// npm run prove:publishable -- --requests 100000 --seconds 60
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ApiProcess, startApi } from '#testing/api_process.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'

const FLOOD = resolve(import.meta.dirname, 'flood.ts')
const ADDRESSES = 50
const SLICES = 10
/** Requests a second with the secret key. */
const RATE = 50

export interface Measured {
  /** Milliseconds for every request with the secret key. */
  readonly alone: number[]
  readonly beside: number[]
  /** Statuses for requests with the secret key, and for the flood. */
  readonly secret: Record<string, number>
  readonly flood: Record<string, number>
  /** The api's CPU seconds per second, which depend less on the machine's other load. */
  readonly cpu: { readonly alone: number; readonly beside: number }
}

interface Size {
  readonly requests: number
  readonly seconds: number
}

export async function floodWithPublishableKey({ requests, seconds }: Size): Promise<Measured> {
  await using shop = await harness()
  await using api = await startApi({
    FLORIN_PROVIDER: 'instant',
    FLORIN_PUBLISHABLE_RATE_LIMIT: '120',
    FLORIN_ADDRESS_RATE_LIMIT: '600',
    FLORIN_RATE_LIMIT: '6000',
  })
  const { api_key, publishable_key } = shop.merchant
  const client = api.client(api_key)
  const { payment_id } = (await client.post('/payments', { amount: 1000, currency: 'EUR' })).body
  const slice_s = seconds / SLICES
  const flood = startFlood(api.base_url, publishable_key, payment_id, requests / seconds)
  const alone: number[] = []
  const beside: number[] = []
  const secret: Record<string, number> = {}
  const cpu = { alone: 0, beside: 0 }
  // The first slice opens connections and compiles code, and is not measured.
  await measure(client, payment_id, Math.min(2, slice_s))
  for (let n = 0; n < 2 * SLICES; n++) {
    const isFlooded = n % 2 === 1
    flood.send(isFlooded ? 'on' : 'off')
    const before = await cpuOf(api)
    const sent = await measure(client, payment_id, slice_s, () => flood.send('off'))
    ;(isFlooded ? beside : alone).push(...sent.map((each) => each.ms))
    cpu[isFlooded ? 'beside' : 'alone'] += ((await cpuOf(api)) - before) / seconds
    for (const { status } of sent) secret[status] = (secret[status] ?? 0) + 1
  }
  const statuses = await flood.stop()
  return { alone, beside, secret, flood: statuses, cpu }
}

async function cpuOf({ ports }: ApiProcess): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${ports.metrics_port}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? 0)
}

/** A read and a write in turn, at a steady rate, whatever the answers take. */
async function measure(
  client: Client,
  payment_id: string,
  seconds: number,
  whenSent: () => void = () => undefined,
) {
  const sent: Promise<{ status: number; ms: number }>[] = []
  const started = performance.now()
  for (let n = 0; n < RATE * seconds; n++) {
    const due = started + (n * 1000) / RATE
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const began = performance.now()
    const answer =
      n % 2 === 0
        ? client.get(`/payments/${payment_id}`)
        : client.post('/payments', { amount: 1000, currency: 'EUR' })
    sent.push(answer.then(({ status }) => ({ status, ms: performance.now() - began })))
  }
  // The flood pauses here, so that it is no longer than its share, however slow the answers are.
  whenSent()
  return Promise.all(sent)
}

function startFlood(url: string, key: string, payment_id: string, rate: number) {
  const args = [FLOOD, url, key, payment_id, String(ADDRESSES), String(rate)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return {
    send: (word: string) => child.stdin.write(`${word}\n`),
    async stop(): Promise<Record<string, number>> {
      const ended = once(child, 'exit')
      child.stdin.end('end\n')
      await ended
      return JSON.parse(output) as Record<string, number>
    },
  }
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
}

function line(name: string, ms: readonly number[]): string {
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(ms, q).toFixed(1))
  return `${name}: ${ms.length} requests with the secret key, p50 ${p50} ms, p99 ${p99} ms`
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '60' },
    },
  })
  const size = { requests: Number(values.requests), seconds: Number(values.seconds) }
  const { alone, beside, secret, flood, cpu } = await floodWithPublishableKey(size)
  const ratio = quantile(beside, 0.99) / quantile(alone, 0.99)
  const report = [
    line('without the flood', alone),
    line('beside the flood', beside),
    `p99 ÷ p99: ${ratio.toFixed(2)}`,
    `CPU of the api: ${cpu.alone.toFixed(2)} cores without the flood, ${cpu.beside.toFixed(2)} beside it`,
    `answers to the secret key: ${JSON.stringify(secret)}`,
    `answers to the flood from ${ADDRESSES} addresses: ${JSON.stringify(flood)}`,
    `${cpus().length} cores, shared by the api, PostgreSQL, the flood and the measurement.`,
  ]
  process.stdout.write(`${report.join('\n')}\n`)
}
