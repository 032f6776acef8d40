// Other merchants pay and read at a fixed rate, alone and beside one merchant's work, in turn: rounds of both have the
// same other load on the machine, so that their times can be compared.
import { sleep } from '#kernel/clock.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import type { Answer, Client } from '#testing/client.ts'
import { quantile } from '../../bench/load.ts'

export interface Merchant {
  readonly merchant_id: string
  readonly profile_id: string
  readonly client: Client
}

export async function newMerchant(operator: Client): Promise<Merchant> {
  const { body } = await operator.post('/accounts', { merchant_name: 'A merchant' })
  const { merchant_id, profile_id } = body
  return { merchant_id, profile_id, client: operator.with(body.api_key) }
}

export interface Rounds {
  readonly rounds: number
  readonly seconds: number
  /** The others' requests per second. */
  readonly rate: number
}

/** The others' request times in milliseconds, without and with the work beside them. */
export interface Others {
  readonly alone: readonly number[]
  readonly beside: readonly number[]
}

/** `begin` starts the work, which ends with its signal. */
export async function alternate(
  operator: Client,
  { rounds, seconds, rate }: Rounds,
  begin: (signal: AbortSignal) => Promise<unknown>,
): Promise<Others> {
  const merchants = await Promise.all([1, 2, 3, 4].map(() => newMerchant(operator)))
  const others = { alone: [] as number[], beside: [] as number[] }
  await request(merchants, rate, 3)
  for (let round = 0; round < rounds; round++) {
    others.alone.push(...(await request(merchants, rate, seconds)))
    const stop = new AbortController()
    const beside = begin(stop.signal)
    others.beside.push(...(await request(merchants, rate, seconds)))
    stop.abort()
    await beside
  }
  return others
}

/** Requests at a fixed rate, whatever the answers take: a payment, a look at it, a customer, a list. */
async function request(merchants: readonly Merchant[], rate: number, seconds: number) {
  const times: number[] = []
  const sent: Promise<void>[] = []
  const started = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const wait = started + (n * 1000) / rate - performance.now()
    if (wait > 0) await sleep(wait)
    const { client } = merchants[n % merchants.length] as Merchant
    sent.push(timed(actions[n % actions.length] as Action, client, times))
  }
  await Promise.all(sent)
  return times
}

type Action = (client: Client) => Promise<Answer>

const last = new Map<Client, string>()
const actions: readonly Action[] = [
  async (client) => {
    const answer = await client.post('/payments', { ...examplePayment, confirm: true })
    last.set(client, answer.body.payment_id)
    return answer
  },
  (client) => client.get(`/payments/${last.get(client) ?? 'none_yet'}`),
  (client) => client.post('/customers', { name: 'Ada' }),
  (client) => client.get('/balances'),
  (client) => client.get('/payments/list?status=succeeded'),
]

async function timed(action: Action, client: Client, times: number[]): Promise<void> {
  const started = performance.now()
  const { status, text } = await action(client)
  times.push(performance.now() - started)
  if (status >= 400 && status !== 404) throw new Error(`${status} ${text}`)
}

/** `p50 / p99 / longest` */
export function showTimes(times: readonly number[]): string {
  return [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(1)).join(' / ')
}

export function describeOthers({ alone, beside }: Others, work: string): readonly string[] {
  const ratio = quantile(beside, 0.99) / quantile(alone, 0.99)
  return [
    `others alone: ${alone.length}, ${showTimes(alone)}`,
    `others beside the ${work}: ${beside.length}, ${showTimes(beside)}`,
    `p99 ÷ p99 alone: ${ratio.toFixed(2)}`,
  ]
}

/** Options with numbers, as the defaults are. */
export function numbersOf<Name extends string>(
  values: Readonly<Record<Name, string>>,
): Record<Name, number> {
  const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)])
  return Object.fromEntries(numbers) as Record<Name, number>
}
