// Subscription verbs, now or at a later date.
import { between, pick, type Roll } from './run.ts'
import { PLAN, PRICES } from './plan.ts'
import { byCard } from './instruments.ts'

export interface Verb {
  readonly name: string
  readonly weight: number
  readonly path: string
  readonly method?: 'POST' | 'PUT'
  /** `now` is the merchant's time. */
  readonly body: (roll: Roll, now: Date) => object
  /** Statuses in which it is mostly sent. */
  readonly at: readonly string[]
}

const DAY_MS = 86_400_000

function later(roll: Roll, now: Date): string {
  return new Date(now.getTime() + between(roll, 60_000, 60 * DAY_MS)).toISOString()
}

/** A verb's option, with its date if it has one. */
function timed(roll: Roll, now: Date, verb: 'pause' | 'cancel'): object {
  const choices = ['immediately', 'immediately', 'end_of_term', 'specific_date']
  const option = pick(roll, choices)
  const date = option === 'specific_date' ? { [`${verb}_at`]: later(roll, now) } : {}
  return { [`${verb}_option`]: option, ...date }
}

export const verbs: readonly Verb[] = [
  {
    name: 'confirm subscription',
    weight: 6,
    path: '/confirm',
    body: (roll) => ({ payment_details: byCard(roll) }),
    at: ['created', 'pending', 'unpaid'],
  },
  {
    name: 'change plan',
    weight: 6,
    path: '/update',
    method: 'PUT',
    body: (roll) => ({ plan_id: PLAN, item_price_id: pick(roll, PRICES) }),
    at: ['active', 'trial', 'unpaid'],
  },
  {
    name: 'pause subscription',
    weight: 3,
    path: '/pause',
    body: (roll, now) => timed(roll, now, 'pause'),
    at: ['active', 'trial', 'unpaid'],
  },
  {
    name: 'resume subscription',
    weight: 5,
    path: '/resume',
    body: (roll, now) => ({
      ...(roll() < 0.7
        ? { resume_option: 'immediately' }
        : { resume_option: 'specific_date', resume_date: later(roll, now) }),
      unpaid_invoices_handling: pick(roll, ['no_action', 'schedule_payment_collection']),
    }),
    at: ['paused'],
  },
  {
    name: 'cancel subscription',
    weight: 3,
    path: '/cancel',
    // The reason names the credit: the subscription shows it, and the oracle reads it there.
    body: (roll, now) => {
      const credit_option = pick(roll, ['none', 'prorate', 'full'])
      return { ...timed(roll, now, 'cancel'), credit_option, reason: credit_option }
    },
    at: ['active', 'trial', 'unpaid', 'pending', 'paused', 'created'],
  },
]
