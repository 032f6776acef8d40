// The real sandbox bank for a test file: a separate process with its own log, started when first requested and ended
// with the file.
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { systemClock } from '#kernel/clock.ts'
import { type BankProcess, startBank } from '#roles/sandbox/bank.ts'

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

let running: Promise<Running> | undefined

after(async () => {
  const bank = await running?.catch(() => undefined)
  if (bank === undefined) return
  await bank.stop()
  await rm(bank.folder, { recursive: true, force: true })
})

export function testBank(): Promise<Running> {
  running ??= start()
  return running
}

async function start(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bank-'))
  const bank = await startBank(folder)
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
