// Monthly recurring revenue and churn, from the subscriptions as they are now and those that ended since a time.
import { addMs, DAY_MS, parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { type Share, sumShares } from '#kernel/money.ts'
import { invalid, refuseFaults } from '#errors.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { conditionsFor } from '#http/lists.ts'
import { computeDiscount, findMerchantCoupons } from '#resources/billing/coupons/read.ts'
import { findMerchantPrices, type PriceRow } from '#resources/billing/plans/read.ts'
import {
  type CurrencyFigures,
  figureFilters,
  type FiguresQuery,
  type SubscriptionFigures,
} from './subscriptions_schema.ts'
import {
  type Counted,
  countSubscriptions,
  type FigureRange,
  MAX_FIGURE_PRICES,
  MAX_FIGURED,
} from './subscriptions_store.ts'

const USUAL_DAYS = 30

/** Intervals in a year of 52 weeks or 365 days; the twelfth part is a month. */
const perYear = { day: 365, week: 52, month: 12, year: 1 } as const

/** Subscriptions with the same price and coupon, and the month that each of them is worth. */
interface Group extends Counted {
  readonly price: PriceRow
  readonly month: Share
}

export async function getSubscriptionFigures(
  context: Context,
  query: FiguresQuery,
): Promise<SubscriptionFigures> {
  const range = readRange(context, query)
  const { lists, merchant_id } = context
  const counted = await lists.scans.take(merchant_id, () =>
    countSubscriptions(lists.db, merchant_id, range),
  )
  const groups = await priceGroups(context, counted)
  const is_complete = !isCut(counted)
  const byCurrency = Map.groupBy(groups, ({ price }) => price.currency)
  const currencies = [...byCurrency].map(([currency, own]) => ({
    currency,
    ...computeFigures(own, is_complete),
  }))
  return {
    as_of: context.now,
    ended_gte: range.ended_gte,
    ended_lte: range.ended_lte,
    is_complete,
    currencies: currencies.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    prices: countPrices(groups),
  }
}

function readRange(context: Context, query: FiguresQuery): FigureRange {
  const ended_lte = parseMoment(query.ended_lte ?? '') ?? context.now
  const ended_gte = parseMoment(query.ended_gte ?? '') ?? addMs(ended_lte, -USUAL_DAYS * DAY_MS)
  if (ended_gte > ended_lte) refuseFaults([invalid('ended_gte', 'must not be after `ended_lte`')])
  const [own] = conditionsFor(figureFilters, withinProfiles(context, query))
  return { ended_gte, ended_lte, profile_ids: own?.value as string[] | undefined }
}

function isCut(counted: readonly Counted[]): boolean {
  const read = (isOpen: boolean) => sum(counted.filter(({ is_open }) => is_open === isOpen))
  return read(true) > MAX_FIGURED || read(false) > MAX_FIGURED
}

/** A group of a price that was deleted unused has no subscription that was ever billed. */
async function priceGroups(context: Context, counted: readonly Counted[]): Promise<Group[]> {
  const named = counted.filter(
    (each) => each.state !== 'none' && (each.is_open || each.had_started),
  )
  const [prices, coupons] = await Promise.all([
    findMerchantPrices(context, [...new Set(named.map(({ item_price_id }) => item_price_id))]),
    findMerchantCoupons(context, [...new Set(named.flatMap((each) => each.coupon_code ?? []))]),
  ])
  const pricesById = new Map(prices.map((price) => [price.item_price_id, price]))
  const couponsByCode = new Map(coupons.map((coupon) => [coupon.coupon_code, coupon]))
  return named.flatMap((each) => {
    const price = pricesById.get(each.item_price_id)
    if (price === undefined) return []
    const coupon = couponsByCode.get(each.coupon_code ?? '')
    const amount = price.amount - (coupon ? computeDiscount(coupon, price.amount) : 0)
    const month = {
      amount,
      numerator: perYear[price.interval] * each.n,
      denominator: 12 * price.interval_count,
    }
    return { ...each, price, month }
  })
}

function computeFigures(
  groups: readonly Group[],
  is_complete: boolean,
): Omit<CurrencyFigures, 'currency'> {
  const open = groups.filter(({ is_open }) => is_open)
  const counting = open.filter(isCounting)
  const started = groups.filter(({ had_started, state }) => had_started && state !== 'trial')
  const churned = started.filter(({ is_churned }) => is_churned)
  const at_start = sum(started)
  const isRated = is_complete && at_start > 0
  return {
    mrr: sumMonths(counting),
    mrr_unpaid: sumMonths(open.filter(({ state }) => state === 'unpaid')),
    subscriptions: sum(counting),
    in_trial: sum(open.filter(({ state }) => state === 'trial')),
    paused: sum(open.filter(({ state }) => state === 'paused')),
    at_start,
    churned: sum(churned),
    churn_rate: isRated ? Math.round((10_000 * sum(churned)) / at_start) / 100 : null,
    mrr_churned: sumMonths(churned),
  }
}

function isCounting({ state }: Counted): boolean {
  return state === 'billed' || state === 'unpaid'
}

function sumMonths(groups: readonly Group[]): number {
  return sumShares(groups.map(({ month }) => month))
}

function sum(groups: readonly Counted[]): number {
  return groups.reduce((total, { n }) => total + n, 0)
}

type CountedPrice = SubscriptionFigures['prices'][number]

function countPrices(groups: readonly Group[]): CountedPrice[] {
  const counting = groups.filter((each) => each.is_open && isCounting(each))
  return [...Map.groupBy(counting, ({ item_price_id }) => item_price_id)]
    .map(([item_price_id, own]) => ({
      item_price_id,
      plan_id: own[0]?.price.plan_id ?? '',
      subscriptions: sum(own),
    }))
    .toSorted(byCount)
    .slice(0, MAX_FIGURE_PRICES)
}

/** Those with the same count in the order of their ids, so that answers are the same each time. */
function byCount(a: CountedPrice, b: CountedPrice): number {
  return b.subscriptions - a.subscriptions || (a.item_price_id < b.item_price_id ? -1 : 1)
}
