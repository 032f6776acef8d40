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
import { disputePlays, disputesIn, disputesSettled } from './simulation_disputes.ts'
import { pollEvents } from '../server/src/provider_callbacks/poll_events.ts'
import type { Game, Roll } from './simulation_game.ts'
import { checkBalances } from './simulation_balances.ts'
import { create, paymentPlays } from './simulation_payments.ts'
import { checkPayouts, payoutPlays, payoutsSettled } from './simulation_payouts.ts'
import { checkRefunds, refundPlays, refundsSettled } from './simulation_refunds.ts'
import { createWorld } from './simulation_world.ts'

export interface Simulated {
  books: Books
  /** What went wrong outside the books: an answer that nobody may get, a promise that was not kept. */
  problems: string[]
  /** Answers by status and code, and requests that died with a process. */
  answers: Record<string, number>
  /** Disputes by their status in the end. */
  disputes: Record<string, number>
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

/** What a hand does next, with how often. */
const plays = [...paymentPlays, ...refundPlays, ...disputePlays, ...payoutPlays]

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
    const settled = [
      await disputesSettled(game),
      await refundsSettled(game),
      await payoutsSettled(game),
      open.length === 0,
      (await pollEvents(world.services)) === 0,
    ]
    if (settled.every(Boolean)) return
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
  // What the bank takes its time over should come while somebody still looks.
  process.env['BANK_LATER_MS'] ??= '1000'
  await using world = await createWorld()
  await world.desk('POST', '/faults', { rates, seed, delay_ms: [1, 100] })
  const game: Game = {
    world,
    known: [],
    promised: new Map(),
    refunds: new Map(),
    payouts: new Map(),
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
  await new Promise((resolve) => setTimeout(resolve, 2 * Number(process.env['BANK_LATER_MS'])))
  await settle(game)
  const settled = performance.now()
  await checkPromises(game)
  await checkRefunds(game)
  await checkPayouts(game)
  await checkBalances(game)
  const books = await checkBooks(world.services, await readBankLog(factsOfFile(world.bank_log)))
  return {
    books,
    problems: game.problems,
    answers: game.answers,
    disputes: await disputesIn(game),
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
    JSON.stringify(done.disputes),
    `played ${done.played_ms} ms, settled ${done.settled_ms} ms, seed ${values.seed}`,
    report(done.books),
    ...done.problems.map((problem) => `problem: ${problem}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = isWell(done.books) && done.problems.length === 0 ? 0 : 1
}
