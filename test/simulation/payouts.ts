// Actions by merchants and recipients to pay money out.
import type { Answer } from '#testing/client.ts'
import { ENDS, toBank } from '../support/recipients.ts'
import { type Request, send, sendAtOnce, sendUnderOneKey } from './clients.ts'
import { currencies, newAmount } from './instruments.ts'
import {
  type Action,
  between,
  newName,
  newTarget,
  pick,
  pickRecent,
  type Roll,
  type Run,
  type Target,
} from './run.ts'

/** Accounts by outcome: mostly the money arrives. */
const ends = [ENDS.paid, ENDS.paid, ENDS.paid, ENDS.paid, ...Object.values(ENDS)]

/** Nothing happens to it any more. */
const FINAL: ReadonlySet<string> = new Set(['failed', 'reversed', 'cancelled', 'ineligible'])

function learn(run: Run, target: Target, { body }: Answer): void {
  if (FINAL.has(body.status)) run.promises.set(target, body.status)
}

function newPayout(roll: Roll): object {
  return {
    amount: newAmount(roll, 5_000),
    currency: pick(roll, currencies),
    ...(roll() < 0.35 ? { auto_fulfill: true } : {}),
    ...(roll() < 0.2 ? { recurring: true } : {}),
    ...(roll() < 0.1 ? { payout_link: true } : {}),
    ...(roll() < 0.85 ? toBank(pick(roll, ends)) : {}),
  }
}

/** A payout has no merchant-chosen id; the reference shows which request created it. */
async function create(run: Run, roll: Roll): Promise<void> {
  const body = newPayout(roll)
  const merchant = pick(roll, run.simulated.merchants)
  const make = (): Request => {
    const reference = newName(run, 'out')
    const target = newTarget(merchant, reference, true)
    return {
      target,
      name: 'create payout',
      path: '/payouts/create',
      body: { ...body, merchant_order_reference_id: reference },
      creates: true,
      learn: (answer) => {
        const { payout_id, auto_fulfill } = answer.body
        if (run.payouts.some(({ id }) => id === payout_id)) return
        // A worker sends automatic payouts, whatever requests do.
        run.payouts.push(newTarget(merchant, payout_id, !auto_fulfill))
      },
    }
  }
  if (roll() < 0.1) return sendUnderOneKey(run, roll, make())
  await send(run, roll, make(), make)
}

type Change = Pick<Request, 'name' | 'path'> & Partial<Pick<Request, 'body' | 'method' | 'kinds'>>

function action(weight: number, change: (roll: Roll) => Change): Action {
  return {
    name: change(() => 0).name,
    weight,
    async act(run, roll) {
      const target = pickRecent(roll, run.payouts)
      if (target === undefined) return create(run, roll)
      const { path, ...rest } = change(roll)
      const request: Request = {
        ...rest,
        target,
        path: path.replace(':id', target.id),
        learn: (answer) => learn(run, target, answer),
      }
      const chance = roll()
      if (chance < 0.06) return sendAtOnce(run, roll, request, between(roll, 2, 6))
      if (chance < 0.12) return sendUnderOneKey(run, roll, request)
      return send(run, roll, request)
    },
  }
}

const kinds = ['payout']

export const payoutActions: readonly Action[] = [
  { name: 'create payout', weight: 18, act: create },
  action(18, () => ({ name: 'fulfill payout', path: '/payouts/:id/fulfill', kinds })),
  action(5, (roll) => ({
    name: 'confirm payout',
    path: '/payouts/:id/confirm',
    body: roll() < 0.5 ? {} : toBank(pick(roll, ends)),
  })),
  action(3, () => ({
    name: 'cancel payout',
    path: '/payouts/:id/cancel',
    body: { cancellation_reason: 'changed mind' },
  })),
  action(4, (roll) => ({
    name: 'update payout',
    path: '/payouts/:id',
    method: 'PUT',
    body: roll() < 0.5 ? { description: `note ${between(roll, 1, 99)}` } : toBank(),
  })),
  action(2, () => ({ name: 'onboard recipient', path: '/sandbox/payouts/:id/onboard' })),
]
