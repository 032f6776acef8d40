// What merchants and their customers do with subscriptions. Renewals fall due when the clock of a merchant is moved.
import type { Answer } from '#testing/client.ts'
import { billing } from '#testing/payment_body.ts'
import { read, type Request, send, sendAtOnce, sendUnderOneKey } from './clients.ts'
import { liveCustomer } from './customers.ts'
import type { Merchant } from './deployment.ts'
import { byCard } from './instruments.ts'
import { PLAN, PRICES, profileHeader } from './plan.ts'
import {
  type Action,
  between,
  newName,
  newTarget,
  pick,
  pickRecent,
  type Roll,
  type Run,
  type SubscriptionTarget,
} from './run.ts'

/** Whatever happens later, such a subscription stays as it was answered. */
const FINAL: ReadonlySet<string> = new Set(['cancelled', 'failed', 'in_active'])

function learn(run: Run, target: SubscriptionTarget, { body }: Answer): void {
  target.status = body.status
  if (FINAL.has(body.status)) run.promises.set(target, body.status)
}

async function subscribe(run: Run, roll: Roll): Promise<void> {
  const customer = liveCustomer(run, roll)
  if (customer === undefined) return
  const { merchant } = customer
  const isOneStep = roll() < 0.7
  const details = { return_url: 'https://shop.example/return', ...(isOneStep ? byCard(roll) : {}) }
  const request: Request = {
    target: newTarget(merchant, newName(run, 'order'), true),
    name: 'create subscription',
    path: isOneStep ? '/subscriptions' : '/subscriptions/create',
    headers: profileHeader(merchant),
    body: {
      customer_id: customer.id,
      item_price_id: pick(roll, PRICES),
      billing,
      payment_details: details,
    },
    learn: (answer) => known(run, merchant, answer),
  }
  if (roll() < 0.1) await sendUnderOneKey(run, roll, request)
  else await send(run, roll, request)
}

function known(run: Run, merchant: Merchant, answer: Answer): void {
  const { id } = answer.body
  let target = run.subscriptions.find((each) => each.id === id && each.merchant === merchant)
  if (target === undefined) {
    target = newTarget(merchant, id, true)
    run.subscriptions.push(target)
  }
  learn(run, target, answer)
}

interface Verb {
  readonly name: string
  readonly weight: number
  readonly path: string
  readonly method?: 'POST' | 'PUT'
  readonly body: (roll: Roll) => object
  /** Statuses in which it is mostly sent. */
  readonly at: readonly string[]
}

const verbs: readonly Verb[] = [
  {
    name: 'confirm subscription',
    weight: 6,
    path: '/confirm',
    body: (roll) => ({ payment_details: byCard(roll) }),
    at: ['created', 'pending'],
  },
  {
    name: 'change plan',
    weight: 4,
    path: '/update',
    method: 'PUT',
    body: (roll) => ({ plan_id: PLAN, item_price_id: pick(roll, PRICES) }),
    at: ['active', 'trial'],
  },
  {
    name: 'pause subscription',
    weight: 3,
    path: '/pause',
    body: (roll) => ({ pause_option: pick(roll, ['immediately', 'end_of_term']) }),
    at: ['active', 'trial', 'unpaid'],
  },
  {
    name: 'resume subscription',
    weight: 4,
    path: '/resume',
    body: (roll) => ({
      resume_option: 'immediately',
      unpaid_invoices_handling: pick(roll, ['no_action', 'schedule_payment_collection']),
    }),
    at: ['paused'],
  },
  {
    name: 'cancel subscription',
    weight: 3,
    path: '/cancel',
    body: (roll) => ({
      cancel_option: pick(roll, ['immediately', 'immediately', 'end_of_term']),
      credit_option: pick(roll, ['none', 'prorate', 'full']),
    }),
    at: ['active', 'trial', 'unpaid', 'pending', 'paused', 'created'],
  },
]

/** Mostly one in a status in which the verb does something. */
function fitting(run: Run, roll: Roll, at: readonly string[]): SubscriptionTarget | undefined {
  const those = run.subscriptions.slice(-100).filter(({ status = '' }) => at.includes(status))
  return roll() < 0.9 && those.length > 0 ? pick(roll, those) : pickRecent(roll, run.subscriptions)
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
        body: body(roll),
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

/** The customer pays an invoice that is open, on its page. */
async function payInvoice(run: Run, roll: Roll): Promise<void> {
  const target = fitting(run, roll, ['unpaid', 'pending'])
  if (target === undefined) return
  const headers = profileHeader(target.merchant)
  const path = `/subscriptions/${target.id}/invoices?limit=1`
  const answer = await read(run, roll, target.merchant, path, headers)
  const url = answer?.body?.data?.[0]?.hosted_invoice_url as string | undefined
  if (url === undefined) return
  await fetch(`${url}/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ attempt_id: newName(run, 'attempt-by-page'), ...byCard(roll) }),
  }).catch(() => undefined)
}

export const subscriptionActions: readonly Action[] = [
  { name: 'create subscription', weight: 14, act: subscribe },
  ...verbs.map(actionOf),
  { name: 'retrieve subscription', weight: 4, act: look },
  { name: 'pay an invoice', weight: 5, act: payInvoice },
]
