// Runs the Python SDK's scenarios against a shop. They need python3 with httpx; FLORIN_PYTHON names another python, in
// which the package is installed.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { signatures } from '#resources/notifications/webhooks/sign.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { fileOf } from '#testing/files.ts'
import type { Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { buildModel, type Operation } from '../../sdk/generate/model.ts'
import { startFaultProxy } from './python_proxy.ts'

const source = join(import.meta.dirname, '../../sdk/python/src')
const installed = process.env['FLORIN_PYTHON']
const python = installed ?? 'python3'

/** A wheel is tested as it was installed; otherwise the sources are. */
const env = { ...process.env, ...(installed === undefined ? { PYTHONPATH: source } : {}) }

/** False if the SDK can run here; otherwise the reason. */
export function missingPython(): string | false {
  const { status } = spawnSync(python, ['-c', 'import florin'], { env })
  return status === 0 ? false : 'python3 with httpx is missing: npm run prove:sdk-python runs this'
}

/** Runs a program while this process answers its requests; returns what it printed. */
export async function runPython(
  args: readonly string[],
  input: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(python, ['-B', ...args], { env: { ...env, ...more } })
  const [output, errors]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  child.stdin.end(input)
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`python: ${Buffer.concat(errors).toString()}`)
  return Buffer.concat(output).toString()
}

export type Results = Readonly<Record<string, unknown>>

export async function runScenarios(shop: Shop): Promise<Results> {
  await using proxy = await startFaultProxy(shop.base_url)
  const input = {
    base_url: shop.base_url,
    proxy_url: proxy.url,
    api_key: shop.merchant.api_key,
    merchant_id: shop.merchant.merchant_id,
    payment: examplePayment,
    declined: withCard('4000000000000002'),
    png: fileOf('png', 100).toString('latin1'),
    analytics: buildModel().operations.find(({ name }) => name === 'analytics.payments')?.example,
    operations: buildModel().operations.map((each) => callOf(each, shop.merchant.merchant_id)),
    webhooks: webhooks.map(({ case: each }) => each),
  }
  const file = join(import.meta.dirname, 'python_scenarios.py')
  return JSON.parse(await runPython([file], JSON.stringify(input))) as Results
}

function callOf(operation: Operation, merchant_id: string) {
  const { name, method, url, path_params, query, body, example, upload } = operation
  const ids = path_params.map((param) => (param === 'merchant_id' ? merchant_id : 'missing'))
  const hasInput = query !== undefined || body !== undefined
  const path = url.replaceAll(/:([a-z_]+)/g, '{$1}')
  const input = hasInput ? (example ?? {}) : null
  return { name, sent: `${method} ${path}`, ids, input, file: upload?.field ?? null }
}

export { callOf }

const event = JSON.stringify({ event_id: 'evt_1', event_type: 'payment_succeeded', content: {} })
const NOW = Date.now()
const A_DAY = 24 * 60 * 60 * 1000

function sign(secrets: readonly string[], sent_at: number) {
  return signatures({
    event_id: 'evt_1',
    body: Buffer.from(event),
    secrets,
    now: new Date(sent_at),
  })
}

const genuine = { body: event, headers: sign(['s1'], NOW), secrets: ['s1'] }
const rotated = { ...genuine, headers: sign(['s2', 's1'], NOW) }
const old = { ...genuine, headers: sign(['s1'], NOW - A_DAY) }
const { 'webhook-signature': _, ...unsigned } = genuine.headers
const renamed = Object.entries(genuine.headers).map(([name, text]) => [name.toUpperCase(), text])

/** Webhooks, and whether they are accepted. */
export const webhooks = [
  { title: 'signed with the secret', case: genuine, accepted: true },
  { title: 'signed with both secrets, verified with the old one', case: rotated, accepted: true },
  {
    title: 'signed with both secrets, verified with the new one',
    case: { ...rotated, secrets: ['s2'] },
    accepted: true,
  },
  {
    title: 'signed with the old secret, verified with two',
    case: { ...genuine, secrets: ['s2', 's1'] },
    accepted: true,
  },
  { title: 'signed with another secret', case: { ...genuine, secrets: ['s3'] }, accepted: false },
  { title: 'with a changed body', case: { ...genuine, body: `${event} ` }, accepted: false },
  { title: 'without a signature', case: { ...genuine, headers: {} }, accepted: false },
  {
    title: 'with header names in upper case',
    case: { ...genuine, headers: Object.fromEntries(renamed) as Record<string, string> },
    accepted: true,
  },
  { title: 'sent a day ago', case: old, accepted: false },
  {
    title: 'sent a day ago, with a longer tolerance',
    case: { ...old, tolerance: 2 * 24 * 60 * 60 },
    accepted: true,
  },
  {
    title: 'sent a day ago, without a tolerance',
    case: { ...old, tolerance: null },
    accepted: true,
  },
  {
    title: 'with a signed time that was replaced',
    case: { ...old, headers: { ...old.headers, 'webhook-timestamp': `${Math.floor(NOW / 1000)}` } },
    accepted: false,
  },
  { title: 'without a signed time', case: { ...genuine, headers: unsigned }, accepted: false },
] as const
