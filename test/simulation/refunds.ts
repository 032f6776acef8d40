// Merchants' actions to give money back.
import type { Answer } from '#testing/client.ts'
import { type Request, send, sendAtOnce, sendUnderOneKey } from './clients.ts'
import {
  type Action,
  between,
  newName,
  newTarget,
  type PaymentTarget,
  pick,
  pickRecent,
  type Roll,
  type Run,
} from './run.ts'

const TAKEN = ['succeeded', 'partially_captured', 'partially_captured_and_capturable']

/** Mostly a payment whose money was taken; sometimes any. */
function refundable(run: Run, roll: Roll): PaymentTarget | undefined {
  const taken = run.payments.slice(-300).filter(({ status = '' }) => TAKEN.includes(status))
  return roll() < 0.95 && taken.length > 0 ? pick(roll, taken) : pickRecent(roll, run.payments)
}

function newRefund(roll: Roll, payment_id: string): object {
  const amount = between(roll, 1, 3_000)
  return {
    payment_id,
    // Some are for all that is left; those that end in 77 are refused later.
    ...(roll() < 0.3 ? {} : { amount: roll() < 0.2 ? 100 * (amount % 30) + 77 : amount }),
    ...(roll() < 0.25 ? { refund_type: 'Scheduled' } : {}),
  }
}

function createRequest(
  run: Run,
  { merchant }: PaymentTarget,
  body: object,
  is_alone: boolean,
): Request {
  const refund_id = newName(run, 'ref')
  const target = newTarget(merchant, refund_id, is_alone)
  let isKnown = false
  const learn = (answer: Answer) => {
    if (answer.body.status === 'failed') run.promises.set(target, 'failed')
    if (!isKnown) run.refunds.push(target)
    isKnown = true
  }
  return {
    target,
    name: 'create refund',
    path: '/refunds',
    body: { ...body, refund_id },
    kinds: ['refund'],
    creates: true,
    learn,
  }
}

async function create(run: Run, roll: Roll): Promise<void> {
  const payment = refundable(run, roll)
  if (payment !== undefined) await refundPart(run, roll, payment)
}

export async function refundPart(run: Run, roll: Roll, payment: PaymentTarget): Promise<void> {
  const body = newRefund(roll, payment.id)
  const make = () => createRequest(run, payment, body, true)
  await send(run, roll, make(), roll() < 0.5 ? make : undefined)
}

async function createTwice(run: Run, roll: Roll): Promise<void> {
  const payment = refundable(run, roll)
  if (payment === undefined) return
  const request = createRequest(run, payment, newRefund(roll, payment.id), false)
  if (roll() < 0.5) return sendUnderOneKey(run, roll, request)
  const both = await sendAtOnce(run, roll, request, 2)
  if (both.every((answer) => answer?.status === 201)) {
    run.violations.push(`${request.target.id} was created twice`)
  }
}

/** Many clients want the rest of one payment. */
async function rush(run: Run, roll: Roll): Promise<void> {
  const payment = refundable(run, roll)
  if (payment === undefined) return
  const one = () => send(run, roll, createRequest(run, payment, newRefund(roll, payment.id), true))
  await Promise.all(Array.from({ length: 8 }, one))
}

async function note(run: Run, roll: Roll): Promise<void> {
  const target = pickRecent(roll, run.refunds)
  if (target === undefined) return
  const body = { reason: `note ${between(roll, 1, 99)}` }
  await send(run, roll, { target, name: 'update refund', path: `/refunds/${target.id}`, body })
}

export const refundActions: readonly Action[] = [
  { name: 'create refund', weight: 18, act: create },
  { name: 'create refund twice', weight: 6, act: createTwice },
  { name: 'many refunds at once', weight: 1, act: rush },
  { name: 'update refund', weight: 2, act: note },
]
