// The real sandbox bank for tests: a process of its own with its own log, started when first asked for. Files that share
// a process share its bank; a file with a delay of its own has a bank of its own.
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

type Running = TestBank & BankProcess & { readonly folder: string }

const DELAY = 'BANK_LATER_MS'
const SHARED = 'shared'
const running = new Map<string, Promise<Running>>()

/** The bank of this test file settles what is pending, and opens disputes, this much later. */
export function delayBank(ms: number): void {
  process.env[DELAY] = String(ms)
  atFileEnd(async () => {
    delete process.env[DELAY]
  })
}

export async function testBank(): Promise<Running> {
  const key = process.env[DELAY] ?? SHARED
  const bank = running.get(key) ?? start(key)
  running.set(key, bank)
  return await bank
}

async function start(key: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bank-'))
  const bank = await startBank(folder)
  const atEnd = key === SHARED ? atProcessEnd : atFileEnd
  atEnd(async () => {
    running.delete(key)
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
  return { ...bank, folder, desk, log }
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
