// Actions by merchants and their customers on subscriptions. Renewals fall due when a merchant's clock is moved.
import type { Answer } from '#testing/client.ts'
import { billing } from '#testing/payment_body.ts'
import { clientOf, read, type Request, send, sendAtOnce, sendUnderOneKey } from './clients.ts'
import { createCustomer, liveCustomer } from './customers.ts'
import type { Merchant } from './deployment.ts'
import { byCard } from './instruments.ts'
import { fitting } from './fitting.ts'
import { invoiceActions } from './invoice_actions.ts'
import { COUPONS, PRICES, profileHeader } from './plan.ts'
import {
  type Action,
  between,
  type CustomerTarget,
  newName,
  newTarget,
  pick,
  pickRecent,
  type Roll,
  type Run,
  type SubscriptionTarget,
} from './run.ts'
import { type Verb, verbs } from './subscription_verbs.ts'

/** Whatever happens later, such a subscription stays as it was answered. */
const FINAL: ReadonlySet<string> = new Set(['cancelled', 'failed', 'in_active'])

function learn(run: Run, target: SubscriptionTarget, { body }: Answer): void {
  target.status = body.status
  if (FINAL.has(body.status)) run.promises.set(target, body.status)
}

async function subscribe(run: Run, roll: Roll): Promise<void> {
  const customer = liveCustomer(run, roll)
  if (customer === undefined) return createCustomer(run, roll)
  const { merchant } = customer
  const isOneStep = roll() < 0.7
  const capture_method = pick(roll, ['automatic', 'automatic', 'manual', 'manual_multiple'])
  const details = {
    return_url: 'https://shop.example/return',
    capture_method,
    ...(isOneStep ? byCard(roll) : {}),
  }
  const request: Request = {
    target: newTarget(merchant, newName(run, 'order'), true),
    name: 'create subscription',
    path: isOneStep ? '/subscriptions' : '/subscriptions/create',
    headers: profileHeader(merchant),
    customer_id: customer.id,
    body: {
      customer_id: customer.id,
      item_price_id: pick(roll, PRICES),
      ...(roll() < 0.25 ? { coupon_code: pick(roll, COUPONS) } : {}),
      billing,
      payment_details: details,
    },
    learn: (answer) => known(run, customer, answer),
  }
  if (roll() < 0.1) await sendUnderOneKey(run, roll, request)
  else await send(run, roll, request)
}

function known(run: Run, { merchant, id: customer_id }: CustomerTarget, answer: Answer): void {
  const { id } = answer.body
  let target = run.subscriptions.find((each) => each.id === id && each.merchant === merchant)
  if (target === undefined) {
    target = { ...newTarget(merchant, id, true), customer_id }
    run.subscriptions.push(target)
  }
  learn(run, target, answer)
}

async function clockOf(run: Run, roll: Roll, merchant: Merchant): Promise<Date> {
  const answer = await read(run, roll, merchant, '/sandbox/clock')
  return new Date(answer?.status === 200 ? answer.body.now : Date.now())
}

function actionOf({ name, weight, path, method = 'POST', body, at }: Verb): Action {
  return {
    name,
    weight,
    async act(run, roll) {
      const target = fitting(run, roll, at)
      if (target === undefined) return subscribe(run, roll)
      const request: Request = {
        target,
        name,
        path: `/subscriptions/${target.id}${path}`,
        method,
        headers: profileHeader(target.merchant),
        customer_id: target.customer_id,
        body: body(roll, await clockOf(run, roll, target.merchant)),
        learn: (answer) => learn(run, target, answer),
      }
      if (roll() < 0.1) return sendAtOnce(run, roll, request, between(roll, 2, 4))
      return send(run, roll, request)
    },
  }
}

async function look(run: Run, roll: Roll): Promise<void> {
  const target = pickRecent(roll, run.subscriptions)
  if (target === undefined) return
  const headers = profileHeader(target.merchant)
  const path = `/subscriptions/${target.id}`
  const answer = await read(run, roll, target.merchant, path, headers)
  if (answer?.status === 200) learn(run, target, answer)
}

/** By seconds or by months, so that periods end. */
async function moveClock(run: Run, roll: Roll): Promise<void> {
  const moving = run.simulated.merchants.filter(({ has_moved_clock }) => has_moved_clock)
  const advance = `${Math.ceil(10 ** (1 + 5.9 * roll()))}s`
  const client = clientOf(run, roll, pick(roll, moving))
  await client.post('/sandbox/clock', { advance }).catch(() => undefined)
}

export const subscriptionActions: readonly Action[] = [
  { name: 'create subscription', weight: 22, act: subscribe },
  ...verbs.map(actionOf),
  { name: 'retrieve subscription', weight: 4, act: look },
  { name: 'move a clock', weight: 2, act: moveClock },
  ...invoiceActions,
]
