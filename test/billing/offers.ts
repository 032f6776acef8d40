// The offers in a batch: prices for every interval, with trials, cycles and coupons, in three currencies.
import type { Unit } from './calendar.ts'
import type { Dice } from './dice.ts'
import type { Merchant } from './merchant.ts'

export const currencies = ['EUR', 'JPY', 'KWD'] as const
export type Currency = (typeof currencies)[number]

export interface Offers {
  readonly prices: readonly string[]
  readonly coupons: readonly string[]
}

const intervals: readonly { unit: Unit; least: number; most: number; prices: number }[] = [
  { unit: 'day', least: 7, most: 12, prices: 2 },
  { unit: 'week', least: 2, most: 4, prices: 2 },
  { unit: 'month', least: 1, most: 1, prices: 5 },
  { unit: 'month', least: 2, most: 3, prices: 1 },
  { unit: 'year', least: 1, most: 1, prices: 2 },
]

function drawPrices(currency: Currency, dice: Dice) {
  return intervals.flatMap(({ unit, least, most, prices }) =>
    Array.from({ length: prices }, () => ({
      amount: dice.between(1, 10 ** dice.between(1, 6)),
      currency,
      interval: unit,
      interval_count: dice.between(least, most),
      ...(dice.chance(0.15) ? { cycles: dice.between(1, 3) } : {}),
      ...(dice.chance(0.15)
        ? { trial_period: dice.between(1, 14), trial_period_unit: 'day' as const }
        : {}),
    })),
  )
}

function drawCoupons(dice: Dice) {
  return [1, 2, null].map((cycles) => {
    const percent_off = dice.chance(0.5) ? dice.between(1, 100) : null
    const amount_off = percent_off === null ? dice.between(1, 5_000) : null
    return { percent_off, amount_off, cycles }
  })
}

/** All dice are rolled before the first request, so that answer order does not matter. */
export async function makeOffers(
  merchant: Merchant,
  dice: Dice,
): Promise<ReadonlyMap<Currency, Offers>> {
  const drawn = currencies.map((currency) => ({
    currency,
    prices: drawPrices(currency, dice),
    coupons: drawCoupons(dice),
  }))
  const made = drawn.map(async ({ currency, prices, coupons }) => {
    const [price_ids, codes] = await Promise.all([
      Promise.all(prices.map((terms) => merchant.price(terms))),
      Promise.all(coupons.map((discount) => merchant.coupon(discount, currency))),
    ])
    return [currency, { prices: price_ids, coupons: codes }] as const
  })
  return new Map(await Promise.all(made))
}
