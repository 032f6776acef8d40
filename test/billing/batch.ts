// Many random histories at once: they share one merchant and one clock. At each tick every customer does one thing, then
// the clock moves, by seconds or by months. In the end the oracle judges them all.
import { courseActions, subscribe } from './actions_course.ts'
import { moneyActions } from './actions_money.ts'
import { Dice } from './dice.ts'
import { type Action, inStatus, type Life } from './life.ts'
import { currencies, type Currency, makeOffers, type Offers } from './offers.ts'
import type { CustomerRecords, Price } from './records.ts'
import { jumpTo, moveTo, retire, type Server, settle } from './server.ts'
import type { Merchant } from './merchant.ts'

export interface BatchOptions {
  readonly seed: number
  readonly histories: number
  /** Only this one. */
  readonly only?: number
  /** Ticks at which nothing is done, to find out which ones a failure needs. */
  readonly skipped?: ReadonlySet<number>
  /** Passes the time until the next tick; by default workers do due work at its moment or after an outage. */
  readonly pass?: PassTime
}

export type PassTime = (merchant: Merchant, until: Date, dice: Dice) => Promise<void>

export interface Failed {
  readonly seed: number
  readonly n: number
  readonly violations: readonly string[]
  readonly log: readonly string[]
}

export interface BatchResult {
  readonly failed: readonly Failed[]
  /** Number of times each action was done and refused. */
  readonly counts: ReadonlyMap<string, number>
  /** The API's final records for each customer, in history order. */
  readonly records: readonly CustomerRecords[]
  readonly prices: ReadonlyMap<string, Price>
}

export const TICKS = 12

const actions: readonly Action[] = [...courseActions, ...moneyActions]

export const actionNames = ['subscribe', ...actions.map(({ name }) => name)]

/** In the past, so that bank deadlines have not passed; leap days are included. */
const FIRST_MS = Date.UTC(2019, 0, 1)
const DAY_MS = 86_400_000

export async function runBatch(server: Server, options: BatchOptions): Promise<BatchResult> {
  const { seed, skipped, pass = byWorkers } = options
  const clock = new Dice(seed, 1)
  const merchant = await server.merchant(new Date(FIRST_MS + clock.between(0, 1_000 * DAY_MS)))
  const counts = new Map<string, number>()
  try {
    await makeProfile(merchant, clock)
    const offers = await makeOffers(merchant, clock)
    const lives = await makeLives(merchant, offers, options)
    for (let tick = 0; tick < TICKS; tick++) {
      const until = nextTick(merchant, clock)
      for (const { life } of lives) life.log.push(`until ${until.toISOString()}`)
      await pass(merchant, until, new Dice(seed, 4, tick))
      if (skipped?.has(tick)) continue
      await Promise.all(
        lives.map(({ n, life }) => actOnce(life, new Dice(seed, 3, n, tick), counts)),
      )
      await settle(merchant)
    }
    const records = await merchant.records()
    const failed = await failuresOf(merchant, records, seed, lives)
    const byCustomer = new Map(records.map((each) => [each.customer_id, each]))
    const ordered = lives.flatMap(({ life }) => byCustomer.get(life.customer_id) ?? [])
    return { failed, counts, records: ordered, prices: merchant.prices }
  } finally {
    await retire(merchant)
  }
}

function makeLives(
  merchant: Merchant,
  offers: ReadonlyMap<Currency, Offers>,
  { seed, histories, only }: BatchOptions,
): Promise<{ n: number; life: Life }[]> {
  const numbers = Array.from({ length: histories }, (_, n) => n)
  const chosen = numbers.filter((n) => only === undefined || n === only)
  return Promise.all(
    chosen.map(async (n) => {
      const currency = new Dice(seed, 2, n).pick(currencies)
      const customer_id = await merchant.customer()
      const sold = offers.get(currency) ?? { prices: [], coupons: [] }
      const lists = { subscriptions: [], disputed: [], refunded: [], log: [] }
      return { n, life: { merchant, currency, offers: sold, customer_id, ...lists } }
    }),
  )
}

async function makeProfile(merchant: Merchant, dice: Dice): Promise<void> {
  const { merchant_id, profile_id } = merchant.shop.merchant
  const final_action = dice.pick(['cancelled', 'unpaid', 'paused'] as const)
  const retry_days = dice.pick([[1], [1, 3], [2, 5, 9]] as const)
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  const answer = await merchant.client.post(path, { dunning: { retry_days, final_action } })
  if (answer.status !== 200) throw new Error(answer.text)
}

const steps = [
  { weight: 3, most_ms: 600_000 },
  { weight: 3, most_ms: 8 * 3_600_000 },
  { weight: 5, most_ms: 9 * DAY_MS },
  { weight: 5, most_ms: 40 * DAY_MS },
  { weight: 1, most_ms: 130 * DAY_MS },
] as const

function nextTick(merchant: Merchant, dice: Dice): Date {
  const { most_ms } = dice.weighted(steps) ?? steps[0]
  const seconds = dice.between(1, most_ms / 1_000)
  return new Date(merchant.now.getTime() + seconds * 1_000)
}

/** Workers do due work at its moment; or there is an outage, and they do everything afterwards. */
const byWorkers: PassTime = (merchant, until, dice) =>
  (dice.chance(0.4) ? jumpTo : moveTo)(merchant, until)

const isEnded = inStatus('cancelled', 'failed', 'in_active')

async function actOnce(life: Life, dice: Dice, counts: Map<string, number>): Promise<void> {
  const { merchant, subscriptions, log } = life
  if (dice.chance(0.05)) return
  const id = dice.chance(0.8) ? subscriptions.at(-1) : dice.pick(subscriptions)
  const seen = id === undefined ? undefined : await merchant.subscription(id)
  const isAnother = seen && (isEnded(seen) ? dice.chance(0.4) : dice.chance(0.04))
  if (seen === undefined || isAnother) {
    const answer = await subscribe(life, dice)
    return note(counts, log, 'subscribe', answer)
  }
  const fitting = actions.filter(({ fits }) => fits(seen, life) || dice.chance(0.02))
  const action = dice.weighted(fitting)
  if (action === undefined) return
  log.push(`${action.name}: ${seen.id} is ${seen.status}`)
  note(counts, log, action.name, await action.act(life, seen, dice))
}

function note(
  counts: Map<string, number>,
  log: string[],
  name: string,
  answer: { status: number; text: string; body?: { status?: string } } | undefined,
): void {
  const isRefused = answer !== undefined && answer.status >= 300
  const outcome = isRefused ? answer.text.slice(0, 160) : (answer?.body?.status ?? 'done')
  log.push(`  ${name}: ${outcome}`)
  const key = isRefused ? `${name} (${answer.status})` : name
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

async function failuresOf(
  merchant: Merchant,
  records: readonly CustomerRecords[],
  seed: number,
  lives: readonly { n: number; life: Life }[],
): Promise<Failed[]> {
  const { violations } = await merchant.judge(records)
  return lives.flatMap(({ n, life: { customer_id, log } }) => {
    const own = violations.filter((what) => what.startsWith(customer_id))
    return own.length === 0 ? [] : [{ seed, n, violations: own, log }]
  })
}
