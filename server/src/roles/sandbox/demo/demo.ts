// `florin sandbox --demo`: a history for two shops, made through the public API only. The merchant's test clock moves
// forward and never back, so the history begins today and ends `days` ahead: that day is then today for the merchant.
import { DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { SandboxFacts } from '../welcome.ts'
import { DemoApi, inParallel } from './api.ts'
import { answerOn, disputeRound } from './disputes.ts'
import { leaveWork, stepsBetween } from './extras.ts'
import { type Moment, planMoments } from './plan.ts'
import { buy, planRefund, type Refundable } from './purchase.ts'
import { type Random, seededRandom } from './random.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { openShop, type Shop } from './shop.ts'

const SEED = 20_260_117
const CONCURRENCY = 6
const REFUNDED = 0.07
/** The roastery's endpoint fails in the last part of the history. */
const BROKEN_FOR_DAYS = 2

export interface DemoOptions {
  readonly facts: SandboxFacts
  readonly days: number
  readonly stop: AbortSignal
  readonly report: (done: number, all: number) => void
}

/** Resolves with the webhook receiver, which the caller closes. */
export async function makeDemo({ facts, days, stop, report }: DemoOptions): Promise<Receiver> {
  const api = new DemoApi(facts.base_url, facts.api_key)
  const earlier = await earlierReceiver(api, facts)
  if (earlier !== undefined) return earlier
  const receiver = await openReceiver()
  try {
    const shop = await openShop(api, facts, receiver.url)
    await makeHistory({ shop, receiver, days, stop, report })
    await leaveWork(shop)
    return receiver
  } catch (error) {
    await receiver.close()
    throw error
  }
}

/** A `--keep` folder already has the history. Its webhooks go to the same address as before. */
async function earlierReceiver(api: DemoApi, facts: SandboxFacts): Promise<Receiver | undefined> {
  const { total_count } = await api.get('/payments/list?limit=1')
  if (total_count === 0) return undefined
  const path = `/account/${facts.merchant_id}/business_profile/${facts.profile_id}`
  const { webhook_details } = await api.get(path)
  const port = Number(new URL(webhook_details.webhook_url ?? 'http://127.0.0.1:0').port)
  return openReceiver(port, true).catch(() => openReceiver(0, true))
}

interface History {
  readonly shop: Shop
  readonly receiver: Receiver
  readonly days: number
  readonly stop: AbortSignal
  readonly report: (done: number, all: number) => void
}

async function makeHistory({ shop, receiver, days, stop, report }: History): Promise<void> {
  const random = seededRandom(SEED)
  const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS)
  const moments = planMoments(random, days, midnight)
  let refundable: readonly Refundable[] = []
  let disputes: readonly string[] = []
  let progress = -1
  for (const [nth, moment] of moments.entries()) {
    stop.throwIfAborted()
    await moveClockTo(shop, midnight.getTime() + moment.day * DAY_MS + moment.minute * MINUTE_MS)
    const isNewDay = moments[nth - 1]?.day !== moment.day
    const left = days - moment.day
    if (left < BROKEN_FOR_DAYS) receiver.breakRoastery()
    const answer = isNewDay ? answerOn(left) : undefined
    const [bought, opened] = await Promise.all([
      goShopping(shop, moment),
      answer === undefined ? disputes : disputeRound(shop, disputes, answer),
      refundSome(shop, random, refundable),
    ])
    const now = moment.day / Math.max(days, 1)
    for (const step of stepsBetween(progress, now)) await step(shop)
    ;[refundable, disputes, progress] = [bought, opened, now]
    report(nth + 1, moments.length)
  }
}

/** In plan order, whichever is answered first. */
async function goShopping(shop: Shop, { purchases }: Moment): Promise<Refundable[]> {
  const bought: (Refundable | undefined)[] = []
  await inParallel([...purchases.entries()], CONCURRENCY, async ([nth, purchase]) => {
    bought[nth] = await buy(shop, purchase)
  })
  return bought.filter((each) => each !== undefined)
}

/** The choice is made before the first request, so that it does not depend on answer order. */
async function refundSome(shop: Shop, random: Random, refundable: readonly Refundable[]) {
  const chosen = refundable
    .filter(() => random.chance(REFUNDED))
    .map((each) => planRefund(random, each))
  for (const refund of chosen) await shop.api.post('/refunds', refund)
}

/** A moment that has already passed is skipped: on the first day, the time of day is the real one. */
async function moveClockTo({ api }: Shop, target: number): Promise<void> {
  const { now } = await api.get('/sandbox/clock')
  const seconds = Math.floor((target - Date.parse(now)) / 1_000)
  if (seconds <= 0) return
  const advance = `${seconds}s`
  while ((await api.post('/sandbox/clock', { advance })).due_remaining > 0);
}
