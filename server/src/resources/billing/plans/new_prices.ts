// The prices that a request adds to a plan.
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '#kernel/context.ts'
import { Failure, required } from '#errors.ts'
import type { NewPrice } from './schema.ts'
import { findPrices, type PriceRow } from './store.ts'

export function checkPrices(sent: readonly NewPrice[]): void {
  const untimed = sent.findIndex((price) => price.trial_period_unit && !price.trial_period)
  if (untimed >= 0) throw required(`prices.${untimed}.trial_period`)
  const ids = sent.map((price) => price.item_price_id)
  const again = ids.findIndex((id, n) => id !== undefined && ids.indexOf(id) < n)
  if (again < 0) return
  const field = `prices.${again}.item_price_id`
  throw new Failure('IR_04', `\`${field}\` is the id of an earlier price of this request.`, {
    field,
  })
}

/** `position` is the first price's position. */
export function newPrices(
  context: Context,
  plan_id: string,
  sent: readonly NewPrice[],
  position: number,
): PriceRow[] {
  return sent.map((price, n) => ({
    merchant_id: context.merchant_id,
    item_price_id: price.item_price_id ?? context.id('price', String(n)),
    plan_id,
    amount: price.amount,
    currency: price.currency,
    interval: price.interval,
    interval_count: price.interval_count ?? 1,
    trial_period: price.trial_period ?? null,
    trial_period_unit: price.trial_period ? (price.trial_period_unit ?? 'day') : null,
    cycles: price.cycles ?? null,
    position: position + n,
    created: context.now,
    version: 1,
  }))
}

/** Existing rows under these price ids. */
export function findTaken(context: Context, wanted: readonly PriceRow[]): Promise<PriceRow[]> {
  const ids = wanted.map((price) => price.item_price_id)
  return findPrices(context.db, context.merchant_id, ids)
}

/** True if an earlier attempt at this request added the prices: all exist, as they were sent. */
export function areSame(existing: readonly PriceRow[], wanted: readonly PriceRow[]): boolean {
  const known = new Map(existing.map((price) => [price.item_price_id, price]))
  return wanted.every((price) => {
    const found = known.get(price.item_price_id)
    if (found === undefined) return false
    const { created, position, version } = found
    return isDeepStrictEqual(found, { ...price, created, position, version })
  })
}

export function takenPrice(existing_id: string, wanted: readonly PriceRow[]): Failure {
  const n = wanted.findIndex((price) => price.item_price_id === existing_id)
  return new Failure('HE_01', `A price with the id ${existing_id} exists already.`, {
    field: `prices.${n}.item_price_id`,
    details: { existing_id },
  })
}
