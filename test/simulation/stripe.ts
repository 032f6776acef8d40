// Stripe's test server as a separate process. Its requests fail at random, and its webhooks come late, twice, in the
// wrong order or not at all.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { dice } from '../../bank/src/faults.ts'
import { childEnv } from '#testing/child_env.ts'
import type { FaultName } from '../providers/stripe/faults.ts'
import type { Effect } from '../providers/stripe/state.ts'
import type { Delivery } from '../providers/stripe/webhooks.ts'
import { between, count, pick, type Run } from './run.ts'

export interface SimulatedStripe extends AsyncDisposable {
  readonly url: string
  /** Its money movements. */
  log(): Promise<Effect[]>
  /** Requests and answers that break Stripe's description. */
  violations(): Promise<string[]>
  switch(method: string, path: string, body?: object): Promise<Response>
  /** The customer completes a page, or a transfer's money arrives. */
  complete(transaction_id: string, went: 'well' | 'badly'): Promise<Response>
}

export const STRIPE_KEY = 'sk_test_simulated00000000'
export const STRIPE_SECRET = 'whsec_simulated'

const program = fileURLToPath(new URL('../providers/stripe/main.ts', import.meta.url))

export async function startSimulatedStripe(): Promise<SimulatedStripe> {
  const child = fork(program, {
    env: { ...childEnv(), STRIPE_KEY, STRIPE_WEBHOOK_SECRET: STRIPE_SECRET },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C in a terminal reaches the parent alone.
    detached: true,
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  const read = async (path: string) => (await fetch(url + path)).json()
  return {
    url,
    log: () => read('/_log') as Promise<Effect[]>,
    violations: () => read('/_violations') as Promise<string[]>,
    switch: (method, path, body = {}) =>
      fetch(url + path, { method, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) }),
    complete: (transaction_id, went) =>
      fetch(`${url}/_pages/${transaction_id}`, {
        method: 'POST',
        body: new URLSearchParams({ went }),
        redirect: 'manual',
      }),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

const faults: readonly FaultName[] = [
  ...repeated(6, 'reset_before'),
  ...repeated(6, 'reset_after'),
  ...repeated(6, 'error_before'),
  ...repeated(6, 'error_after'),
  ...repeated(4, 'maintenance'),
  'timeout',
]

function repeated(times: number, fault: FaultName): FaultName[] {
  return Array.from({ length: times }, () => fault)
}

const deliveries: readonly Delivery[] = ['now', 'late', 'late', 'twice', 'shuffled', 'never']

const OPERATIONS_PER_FAULT = 30
const OPERATIONS_PER_DELIVERY = 20
/** Every so often many requests fail in a row, and the circuit opens. */
const OPERATIONS_PER_BURST = 500
const BURST = 12

export interface StripeFaults {
  /** Called with the number of started operations. */
  reached(operations: number): void
  /** From now on nothing fails, and every webhook that was held back is delivered. */
  end(): Promise<void>
}

/** The dice are their own: clients and the other faults draw as they do without accounts. */
export function scheduleStripeFaults(run: Run): StripeFaults {
  const { stripe } = run.simulated
  if (stripe === undefined) return { reached: () => undefined, end: async () => undefined }
  const roll = dice(run.seed * 6_151 + 5)
  const pending = new Set<Promise<unknown>>()
  const change = (path: string, body: object) => {
    const changed = stripe.switch('POST', path, body).catch(() => undefined)
    pending.add(changed)
    void changed.then(() => pending.delete(changed))
  }
  const arm = (fault: FaultName) => {
    count(run.faults, `Stripe: ${fault}`)
    change('/_faults', { fault })
  }
  const deliver = (how: Delivery) => {
    count(run.faults, `webhooks of Stripe: ${how}`)
    change('/_flush', {})
    change('/_webhooks', { deliver: how, late_ms: between(roll, 100, 6_000), url: urlAt(run) })
  }
  return {
    reached(started) {
      if (started % OPERATIONS_PER_FAULT === 0) arm(pick(roll, faults))
      if (started % OPERATIONS_PER_DELIVERY === 0) deliver(pick(roll, deliveries))
      if (started % OPERATIONS_PER_BURST !== 0) return
      const fault = pick(roll, ['reset_before', 'maintenance', 'error_before'] as const)
      for (let n = 0; n < BURST; n++) arm(fault)
    },
    async end() {
      await Promise.all(pending)
      await stripe.switch('DELETE', '/_faults')
      await stripe.switch('POST', '/_webhooks', { deliver: 'now', url: urlAt(run) })
      await stripe.switch('POST', '/_flush')
    },
  }
}

/** At one of the apis: what is sent after its end is lost. */
function urlAt({ simulated }: Run): string {
  const { apis, merchants } = simulated
  const { merchant_id, stripe_account } = merchants.find((each) => each.stripe_account) ?? {}
  const base = apis.at(-1)?.client.base_url ?? ''
  return `${base}/provider_callbacks/stripe/${merchant_id}/${stripe_account}`
}
