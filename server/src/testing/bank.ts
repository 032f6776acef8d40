// The real sandbox bank for tests: a process of its own with its own log, started when first asked for. Files that share
// a process share its bank, unless one needs another delay.
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#kernel/clock.ts'
import { type BankProcess, startBank } from '#roles/sandbox/bank.ts'
import { atFileEnd, atProcessEnd } from './file_end.ts'

export interface TestBank extends Pick<BankProcess, 'url' | 'env'> {
  /** The bank's own log of what it really did. */
  log(): Promise<BankFact[]>
  desk(method: string, path: string, body?: unknown): Promise<Response>
}

export interface BankFact {
  seq: number
  operation_id: string
  kind: string
  effect: string
  amount: number
  currency: string
  parent_id: string | null
  reference: string
}

const DELAY = 'BANK_LATER_MS'
const running = new Map<string | undefined, Promise<TestBank & BankProcess>>()

/** The bank of this test file settles what is pending, and opens disputes, this much later. */
export function delayBank(ms: number): void {
  process.env[DELAY] = String(ms)
  atFileEnd(async () => {
    delete process.env[DELAY]
  })
}

export function testBank(): Promise<TestBank & BankProcess> {
  const delay = process.env[DELAY]
  const bank = running.get(delay) ?? start()
  running.set(delay, bank)
  return bank
}

async function start(): Promise<TestBank & BankProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bank-'))
  const bank = await startBank(folder)
  atProcessEnd(async () => {
    await bank.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const headers = {
    Authorization: `Bearer ${bank.env['FLORIN_BANK_KEY']}`,
    'Content-Type': 'application/json',
  }
  const desk = (method: string, path: string, body?: unknown) =>
    fetch(bank.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const log = async () => (await (await desk('GET', '/log')).json()) as BankFact[]
  return { ...bank, desk, log }
}

/** A callback's headers as the bank sends it. */
export function callbackHeaders(
  { env }: Pick<TestBank, 'env'>,
  body: string,
  sent: Date = systemClock.now(),
): Record<string, string> {
  const timestamp = Math.floor(sent.getTime() / 1_000).toString()
  const mac = createHmac('sha256', env['FLORIN_BANK_CALLBACK_SECRET'] ?? '')
  return {
    'x-bank-timestamp': timestamp,
    'x-bank-signature': mac.update(`${timestamp}.${body}`).digest('hex'),
  }
}
