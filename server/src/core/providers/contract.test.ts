import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLog } from '#kernel/log.ts'
import { createBank } from './bank/bank.ts'
import { providerContract } from '#testing/provider_contract/contract.ts'
import type { Subject } from '#testing/provider_contract/bench.ts'
import { createInstant } from './instant.ts'
import type { PayoutAccount } from './payout.ts'
import type { CardInstrument } from './request.ts'

const KEY = 'contract-key'
const CALLBACK_SECRET = 'contract-callback-secret'
const program = resolve(import.meta.dirname, '../../../../bank/src/main.ts')

function card(number: string): CardInstrument {
  return { type: 'card', number, exp_month: 12, exp_year: 2040, cvc: '123' }
}

function account(ending: string): PayoutAccount {
  const iban = `DE8937040044053201${ending}`
  return { type: 'bank_transfer', method_type: 'sepa', data: { iban, bic: 'COBADEFFXXX' } }
}

providerContract('instant', () =>
  Promise.resolve({
    connect: () => createInstant({ sandbox: true }),
    approve: card('4242424242424242'),
    payouts: { approve: account('3000') },
    stop: () => Promise.resolve(),
  }),
)

providerContract('bank', async (): Promise<Subject> => {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bank-'))
  let { child, port } = await startBank(folder)
  const url = `http://127.0.0.1:${port}`
  const log = createLog('silent')
  return {
    connect: (timeout_ms = 60_000) =>
      createBank({ url, key: KEY, callback_secret: CALLBACK_SECRET, timeout_ms, log }),
    approve: card('4242424242424242'),
    declines: [
      [card('4000000000000002'), 'UE_1007'],
      [card('4000000000009995'), 'UE_1001'],
      [card('4000000000000069'), 'UE_1002'],
      [card('4100000000000019'), 'UE_2003'],
      [card('4000009900000004'), 'UE_9000'],
    ],
    review: card('4000000000009235'),
    challenge: card('4000003800000446'),
    pending: { type: 'bank_transfer', method_type: 'sepa', data: {} },
    slow_refund: card('4000000000007726'),
    returned_refund: card('4000000000005126'),
    payouts: {
      approve: account('3000'),
      declines: [
        [account('0002'), 'UE_1016', null],
        [account('0035'), 'UE_2000', 'ineligible'],
        [account('0043'), 'UE_2000', 'needs_vendor_account'],
      ],
      pending: account('0019'),
      returned: account('0027'),
    },
    disputed: card('4000000000000259'),
    faults: {
      lost_before: 'reset_before',
      lost_after: 'reset_after',
      error_before: 'error_before',
      error_after: 'error_after',
      silence: 'timeout',
      maintenance: 'maintenance',
      query_lags: 'query_lags=86400000',
      capture_less: 'capture_less',
    },
    effects: (operation_id) => effects(url, operation_id),
    restart: async () => {
      await kill(child)
      ;({ child, port } = await startBank(folder, port))
    },
    kill: () => kill(child),
    stop: async () => {
      await kill(child)
      await rm(folder, { recursive: true })
    },
  }
})

async function startBank(
  folder: string,
  given_port = 0,
): Promise<{ child: ChildProcess; port: number }> {
  const env = {
    BANK_PORT: String(given_port),
    BANK_KEY: KEY,
    BANK_CALLBACK_SECRET: CALLBACK_SECRET,
    BANK_LATER_MS: '200',
  }
  const child = fork(program, {
    env: { ...process.env, ...env, BANK_FOLDER: folder },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const port = await new Promise<number>((up, down) => {
    child.once('message', (message) => up((message as { port: number }).port))
    child.once('exit', (code) => down(new Error(`The bank ended with ${code}.`)))
  })
  return { child, port }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

async function effects(url: string, operation_id: string): Promise<string[]> {
  const answer = await fetch(`${url}/log`, { headers: { Authorization: `Bearer ${KEY}` } })
  const facts = (await answer.json()) as { operation_id: string; effect: string }[]
  const own = facts.filter((fact) => fact.operation_id === operation_id).map((fact) => fact.effect)
  // A revocation is on record, but it does nothing.
  return own.filter((effect) => effect !== 'revoked')
}
