// The demo's daily plan: a pure function of the seed and the number of days.
import type { Random } from './random.ts'
import type { ProfileName } from './shop.ts'
import {
  currencies,
  type Person,
  people,
  type Product,
  products,
  type Way,
  ways,
} from './tables.ts'

export interface Purchase {
  readonly reference: string
  readonly profile: ProfileName
  readonly person: Person | undefined
  readonly product: Product
  readonly amount: number
  readonly currency: string
  readonly way: Way
  readonly capture: 'automatic' | 'whole' | 'part' | 'open' | 'released'
  /** The customer's choice on the bank's page; `leaves` leaves the payment waiting. */
  readonly choice: 'approved' | 'declined' | 'leaves'
}

export interface Moment {
  readonly day: number
  /** Since midnight UTC. */
  readonly minute: number
  readonly purchases: readonly Purchase[]
}

const SUNDAY = 0
const DETAILED_DAYS = 7
const OPENING_MINUTE = 7 * 60
const CLOSING_MINUTE = 21 * 60

/** The last days have several moments each, the others one. `start` is the first day. */
export function planMoments(random: Random, days: number, start: Date): Moment[] {
  const moments: Moment[] = []
  let number = 10_000
  for (let day = 0; day <= days; day++) {
    const parts = days - day < DETAILED_DAYS ? 3 : 1
    const count = purchasesOn(random, day / Math.max(days, 1), toWeekday(start, day))
    for (let part = 0; part < parts; part++) {
      const size = (CLOSING_MINUTE - OPENING_MINUTE) / parts
      const minute = Math.floor(OPENING_MINUTE + size * (part + random.next()))
      const share = part === parts - 1 ? count - part * Math.floor(count / parts) : count / parts
      const purchases = Array.from({ length: Math.floor(share) }, () =>
        planPurchase(random, `NW-${++number}`),
      )
      moments.push({ day, minute, purchases })
    }
  }
  return moments
}

/** The shop grows by two thirds, and is quieter on Sundays. */
function purchasesOn(random: Random, progress: number, weekday: number): number {
  const usual = 3.6 + 2.4 * progress + (weekday === 5 || weekday === 6 ? 1.5 : 0)
  const quiet = weekday === SUNDAY ? 0.5 : 1
  return Math.max(1, Math.round(usual * quiet + 2 * (random.next() - 0.5)))
}

function toWeekday(start: Date, day: number): number {
  return (start.getUTCDay() + day) % 7
}

function planPurchase(random: Random, reference: string): Purchase {
  const profile: ProfileName = random.chance(0.78) ? 'Online shop' : 'Roastery'
  const product = random.pick(products[profile])
  const way = random.weighted(ways)
  const currency = way.only ?? random.weighted(currencies[profile])
  const quantity = random.weighted([
    [70, 1],
    [20, 2],
    [10, 3],
  ] as const)
  const isCard = way.method === 'card'
  return {
    reference,
    profile,
    person: random.chance(0.8) ? random.pick(people) : undefined,
    product,
    amount: product.amount * quantity,
    currency,
    way,
    capture: isCard && profile === 'Roastery' ? planCapture(random) : 'automatic',
    choice: random.weighted([
      [93, 'approved'],
      [5, 'declined'],
      [2, 'leaves'],
    ] as const),
  }
}

function planCapture(random: Random): Purchase['capture'] {
  return random.weighted([
    [50, 'automatic'],
    [28, 'whole'],
    [8, 'part'],
    [8, 'open'],
    [6, 'released'],
  ] as const)
}
