// Actions by merchants and customers that change a subscription's course.
import { type Action, anyCard, anyMoment, inStatus, type Life } from './life.ts'
import type { Dice } from './dice.ts'
import type { Answer } from '#testing/client.ts'

/** A customer often has one subscription, sometimes two at once, and another one after the first has ended. */
export async function subscribe(life: Life, dice: Dice): Promise<Answer> {
  const { merchant, customer_id, offers } = life
  const order = {
    customer_id,
    item_price_id: dice.pick(offers.prices) ?? '',
    card: anyCard(dice, true),
    coupon_code: dice.chance(0.3) ? dice.pick(offers.coupons) : undefined,
    capture_method: dice.chance(0.2)
      ? dice.pick(['manual', 'manual_multiple'] as const)
      : undefined,
  }
  const isTwoSteps = dice.chance(0.1)
  const answer = await (isTwoSteps ? merchant.create(order) : merchant.subscribe(order))
  if (answer.body?.id) life.subscriptions.push(answer.body.id)
  life.log.push(`order ${JSON.stringify({ ...order, customer_id: undefined })}`)
  return answer
}

const confirm: Action = {
  name: 'confirm',
  weight: 8,
  fits: (seen) =>
    seen.status === 'created' || (seen.status === 'unpaid' && Boolean(seen.pending_update)),
  act: ({ merchant }, { id }, dice) => merchant.confirm(id, anyCard(dice, true)),
}

const change: Action = {
  name: 'change',
  weight: 9,
  fits: inStatus('active', 'trial'),
  act: ({ merchant, offers, log }, { id }, dice) => {
    const price = dice.pick(offers.prices) ?? ''
    log.push(`to ${price} ${JSON.stringify(merchant.prices.get(price))}`)
    return merchant.change(id, price)
  },
}

/** Another change, or back to the present price, while one waits for its payment. */
const changeAgain: Action = {
  name: 'change again',
  weight: 6,
  fits: ({ pending_update }) => Boolean(pending_update),
  act: ({ merchant, offers }, seen, dice) => {
    const isAbandoned = dice.chance(0.5)
    const price = isAbandoned ? seen.item_price_id : (dice.pick(offers.prices) ?? '')
    return merchant.change(seen.id, price)
  },
}

const pause: Action = {
  name: 'pause',
  weight: 4,
  fits: inStatus('active', 'trial', 'unpaid'),
  act: (life, { id }, dice) => {
    const when = dice.pick([undefined, undefined, 'end_of_term', anyMoment(life, dice)] as const)
    return life.merchant.pause(id, when)
  },
}

const resume: Action = {
  name: 'resume',
  weight: 10,
  fits: inStatus('paused'),
  act: (life, { id }, dice) => {
    const when = dice.chance(0.3) ? anyMoment(life, dice) : undefined
    return life.merchant.resume(id, dice.chance(0.5), when)
  },
}

const cancel: Action = {
  name: 'cancel',
  weight: 3,
  fits: inStatus('active', 'trial', 'unpaid', 'pending', 'paused', 'created', 'onetime'),
  act: (life, { id }, dice) => {
    const credit = dice.pick(['none', 'prorate', 'full'] as const)
    const when = dice.pick([undefined, undefined, 'end_of_term', anyMoment(life, dice)] as const)
    return life.merchant.cancel(id, credit, when)
  },
}

export const courseActions: readonly Action[] = [
  confirm,
  change,
  changeAgain,
  pause,
  resume,
  cancel,
]
