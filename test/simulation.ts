// Merchants, customers and a bank in bad shape, played by dice: mixed requests from many hands at once,
// every fault of the bank at random, processes killed in between. Then the faults end, what is open is
// found out, and everything that must always hold is checked against the bank's own log.
//
//   node test/simulation.ts --seed 7 --operations 100000
import { parseArgs } from 'node:util'
import { dice } from '../bank/src/faults.ts'
import { factsOfFile, readBankLog } from '../server/src/doctor/bank_log.ts'
import { type Books, checkBooks } from '../server/src/doctor/books.ts'
import { isWell, report } from '../server/src/doctor/report.ts'
import type { Answer, Client } from '../server/src/testing/client.ts'
import { createWorld, type World } from './simulation_world.ts'

export interface Simulated {
  books: Books
  /** What went wrong outside the books: an answer that nobody may get, a promise that was not kept. */
  problems: string[]
  /** Answers by status and code, and requests that died with a process. */
  answers: Record<string, number>
  played_ms: number
  settled_ms: number
}

const LANES = 40
const SETTLING_MS = 90_000

const rates = {
  delay: 0.2,
  timeout_before: 0.005,
  reset_before: 0.02,
  error_before: 0.02,
  maintenance: 0.02,
  timeout: 0.005,
  reset_after: 0.02,
  error_after: 0.02,
  duplicate: 0.02,
  pending: 0.05,
  callback_twice: 0.2,
  callback_late: 0.1,
}

const cards = [
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '4000000000009235',
  '4000003800000446',
  '4000002500003155',
  '4000000000003055',
  '4000000000003063',
  '4000000000009995',
  '4000000000000119',
  '4000008400001629',
]

/** A payment as a hand knows it. */
interface Known {
  payment_id: string
  merchant: number
  page?: string | undefined
}

interface Game {
  world: World
  known: Known[]
  /** What was answered and can never change again. */
  promised: Map<string, string>
  problems: string[]
  answers: Record<string, number>
  made: number
}

type Roll = () => number

function pick<T>(roll: Roll, list: readonly T[]): T {
  return list[Math.floor(roll() * list.length)] as T
}

function cardOf(roll: Roll) {
  return {
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: {
      card: {
        card_number: pick(roll, cards),
        card_exp_month: '12',
        card_exp_year: '2099',
        card_cvc: '123',
      },
    },
  }
}

const billing = {
  address: {
    line1: '12 Mill Lane',
    city: 'Leeds',
    state: 'West Yorkshire',
    zip: 'LS1 4AP',
    country: 'GB',
    first_name: 'Ada',
    last_name: 'King',
  },
  phone: { number: '7700900123', country_code: '+44' },
}

function newPayment(game: Game, roll: Roll) {
  game.made += 1
  const confirm = roll() < 0.7
  return {
    payment_id: `sim_${game.made}`,
    amount: 1 + Math.floor(roll() * 10_000),
    currency: pick(roll, ['EUR', 'USD', 'JPY']),
    capture_method: pick(roll, ['automatic', 'automatic', 'manual', 'manual_multiple']),
    ...(roll() < 0.2 ? { authentication_type: 'three_ds' } : {}),
    confirm,
    billing,
    return_url: 'https://shop.example/return',
    ...(confirm || roll() < 0.5 ? cardOf(roll) : {}),
  }
}

/** Any api, the given merchant. */
function caller(game: Game, roll: Roll, merchant: number): Client {
  return game.world.client(Math.floor(roll() * 2), merchant)
}

async function create(game: Game, roll: Roll): Promise<void> {
  const merchant = Math.floor(roll() * 2)
  const body = newPayment(game, roll)
  const { payment_id } = body
  game.known.push({ payment_id, merchant })
  const dieOfTwins = roll()
  if (dieOfTwins < 0.15) {
    // The same id from two hands: one of them makes it.
    await Promise.all([
      ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body)),
      ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body)),
    ])
  } else if (dieOfTwins < 0.3) await createUnderKey(game, roll, merchant, body)
  else await ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body))
}

/** The same request three times under one key: what succeeds is one answer. */
async function createUnderKey(game: Game, roll: Roll, merchant: number, body: object) {
  const headers = { 'Idempotency-Key': `key-${game.made}` }
  const send = () =>
    ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body, { headers }))
  const answers = [...(await Promise.all([send(), send()])), await send()]
  const texts = new Set(answers.filter((each) => each?.status === 200).map((each) => each?.text))
  if (texts.size > 1) game.problems.push(`two answers under one key: ${[...texts].join(' | ')}`)
}

type Play = (game: Game, roll: Roll, one: Known) => Promise<unknown>

const act =
  (verb: string, body: (roll: Roll) => object): Play =>
  (game, roll, one) =>
    ask(game, one.merchant, () =>
      caller(game, roll, one.merchant).post(`/payments/${one.payment_id}${verb}`, body(roll)),
    )

async function visitPage(game: Game, roll: Roll, one: Known): Promise<void> {
  if (one.page === undefined) return
  const choice = pick(roll, ['approve', 'approve', 'decline', 'abandon'])
  const body = new URLSearchParams({ choice })
  const chosen = await fetch(one.page, { method: 'POST', body, redirect: 'manual' })
  const back = chosen.headers.get('Location')
  // Half of the browsers never come back.
  if (back === null || roll() < 0.5) return
  await fetch(back, { redirect: 'manual' }).catch(() => count(game, 'lost with its process'))
}

const list: Play = (game, roll, one) =>
  ask(game, one.merchant, () => caller(game, roll, one.merchant).get('/payments/list?limit=20'))

const retrieve: Play = (game, roll, one) =>
  ask(game, one.merchant, () => caller(game, roll, one.merchant).get(`/payments/${one.payment_id}`))

/** What a hand does next, with how often. */
const plays: readonly [number, Play][] = [
  [40, (game, roll) => create(game, roll)],
  [10, act('/confirm', (roll) => (roll() < 0.5 ? {} : cardOf(roll)))],
  [12, act('/capture', () => ({}))],
  [8, act('/capture', (roll) => ({ amount_to_capture: 1 + Math.floor(roll() * 3_000) }))],
  [8, act('/cancel', () => ({ cancellation_reason: 'changed mind' }))],
  [6, act('/approve', () => ({}))],
  [3, act('/reject', () => ({}))],
  [5, act('', (roll) => ({ description: `note ${Math.floor(roll() * 100)}` }))],
  [5, act('', (roll) => cardOf(roll))],
  [8, retrieve],
  [2, list],
  [10, visitPage],
]

const WEIGHT = plays.reduce((sum, [weight]) => sum + weight, 0)

async function play(game: Game, roll: Roll): Promise<void> {
  let place = roll() * WEIGHT
  const [, chosen] = plays.find(([weight]) => (place -= weight) < 0) ?? plays[0] ?? []
  // Mostly what happened lately, sometimes anything: hands get in each other's way.
  const { known } = game
  const from = roll() < 0.8 ? Math.max(0, known.length - 2 * LANES) : 0
  const one = known[from + Math.floor(roll() * (known.length - from))]
  if (one === undefined) await create(game, roll)
  else await chosen?.(game, roll, one)
}

function count(game: Game, what: string): void {
  game.answers[what] = (game.answers[what] ?? 0) + 1
}

const FOR_EVER: ReadonlySet<string> = new Set(['succeeded', 'partially_captured', 'cancelled'])

async function ask(
  game: Game,
  merchant: number,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const answer = await send().catch(() => undefined)
  if (answer === undefined) {
    count(game, 'lost with its process')
    return undefined
  }
  const code = answer.body?.error?.code as string | undefined
  count(game, `${answer.status} ${code ?? ''}`.trim())
  if (answer.status >= 500 && code !== 'CE_01' && code !== 'CE_02') {
    game.problems.push(`${answer.status}: ${answer.text}`)
  }
  if (answer.status === 200) remember(game, merchant, answer)
  return answer
}

function remember(game: Game, merchant: number, { body }: Answer): void {
  if (typeof body?.payment_id !== 'string') return
  const one = game.known.find((each) => each.payment_id === body.payment_id)
  const page = body.next_action?.redirect_to_url as string | undefined
  if (one && page !== undefined) one.page = page
  if (FOR_EVER.has(body.status)) game.promised.set(`${merchant} ${body.payment_id}`, body.status)
}

/** The faults end; whatever is open is asked about until it is over. */
async function settle(game: Game): Promise<void> {
  const { world, problems } = game
  const { db } = world.services
  await world.desk('DELETE', '/faults')
  const until = performance.now() + SETTLING_MS
  while (performance.now() < until) {
    await answerPages(game)
    const open = await db.run<{ operation_id: string; status: string; object_id: string }>(
      `update operations set check_at = now(), created = least(created, now() - interval '2 minutes')
       where status in ('sent', 'pending', 'challenge') returning operation_id, status, object_id`,
      [],
    )
    if (open.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 2_500))
  }
  const left = await db.run<{ what: string }>(
    `select concat_ws(' ', 'still open:', o.kind, o.operation_id, o.status, 'of', o.object_id, p.status) as what
     from operations o left join payments p on p.merchant_id = o.merchant_id and p.payment_id = o.object_id
     where o.status in ('sent', 'pending', 'challenge')`,
    [],
  )
  problems.push(...left.map((row) => row.what))
}

/** The customers who have not answered their page do so now. */
async function answerPages({ world }: Game): Promise<void> {
  const pages = await world.services.db.run<{ url: string }>(
    `select next_action->>'redirect_to_url' as url from payments
     where status = 'requires_action' and next_action->>'type' = 'redirect_to_url'`,
    [],
  )
  for (const { url } of pages) {
    const body = new URLSearchParams({ choice: 'abandon' })
    await fetch(url, { method: 'POST', body, redirect: 'manual' })
  }
}

async function checkPromises({ world, promised, problems }: Game): Promise<void> {
  for (const [name, status] of promised) {
    const [merchant, payment_id] = name.split(' ')
    const answer = await world.client(0, Number(merchant)).get(`/payments/${payment_id}`)
    if (answer.body.status === status) continue
    problems.push(`${payment_id} was answered as ${status} and is ${answer.body.status}`)
  }
}

export async function simulate(seed: number, operations: number): Promise<Simulated> {
  await using world = await createWorld()
  await world.desk('POST', '/faults', { rates, seed, delay_ms: [1, 100] })
  const game: Game = {
    world,
    known: [],
    promised: new Map(),
    problems: [],
    answers: {},
    made: 0,
  }
  const started = performance.now()
  let left = operations
  // An api dies at one third of the way, a worker at two thirds.
  const crashes = new Map<number, 'api' | 'worker'>([
    [Math.floor((operations * 2) / 3), 'api'],
    [Math.floor(operations / 3), 'worker'],
  ])
  const lane = async (_: unknown, number: number) => {
    const roll = dice(seed * 1_000 + number)
    while (left > 0) {
      left -= 1
      const role = crashes.get(left)
      if (role !== undefined) await world.crash(role)
      await play(game, roll)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const played = performance.now()
  await settle(game)
  const settled = performance.now()
  await checkPromises(game)
  const books = await checkBooks(world.services, await readBankLog(factsOfFile(world.bank_log)))
  return {
    books,
    problems: game.problems,
    answers: game.answers,
    played_ms: Math.round(played - started),
    settled_ms: Math.round(settled - played),
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      operations: { type: 'string', default: '1000' },
    },
  })
  const done = await simulate(Number(values.seed), Number(values.operations))
  const lines = [
    JSON.stringify(done.answers, undefined, 2),
    `played ${done.played_ms} ms, settled ${done.settled_ms} ms, seed ${values.seed}`,
    report(done.books),
    ...done.problems.map((problem) => `problem: ${problem}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = isWell(done.books) && done.problems.length === 0 ? 0 : 1
}
