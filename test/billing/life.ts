// One customer in a random history: which subscriptions they have, and what was done to them.
import type { Answer } from '#testing/client.ts'
import type { CardName } from './cards.ts'
import type { Dice } from './dice.ts'
import type { Merchant } from './merchant.ts'
import type { Currency, Offers } from './offers.ts'

export interface Life {
  readonly merchant: Merchant
  readonly currency: Currency
  readonly offers: Offers
  readonly customer_id: string
  /** The newest last. */
  readonly subscriptions: string[]
  /** Payments with disputes, and with refunds. */
  readonly disputed: string[]
  readonly refunded: string[]
  /** The actions taken, to read after a failure. */
  readonly log: string[]
}

/** The subscription that an action is about, as the API shows it now. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Seen = any

export interface Action {
  readonly name: string
  readonly weight: number
  /** True if it makes sense now. Some are also done when it does not. */
  readonly fits: (seen: Seen, life: Life) => boolean
  readonly act: (life: Life, seen: Seen, dice: Dice) => Promise<Answer | undefined>
}

export function inStatus(...statuses: string[]): (seen: Seen) => boolean {
  return ({ status }) => statuses.includes(status)
}

/** Mostly a card that works, so that histories go on. */
const cards: readonly { readonly card: CardName; readonly weight: number }[] = [
  { card: 'works', weight: 10 },
  { card: 'another', weight: 6 },
  { card: 'declined_later', weight: 7 },
  { card: 'authenticated_later', weight: 4 },
  { card: 'authenticated', weight: 3 },
  { card: 'slow', weight: 3 },
  { card: 'refunded_slowly', weight: 2 },
  { card: 'reviewed', weight: 1 },
  { card: 'declined', weight: 1 },
  { card: 'without_funds', weight: 1 },
  { card: 'stolen', weight: 1 },
  { card: 'blocked', weight: 1 },
]

/** The first half of the cards pay a first invoice, at once or soon. */
export function anyCard(dice: Dice, isFirst = false): CardName {
  const some = isFirst && dice.chance(0.8) ? cards.slice(0, 7) : cards
  return dice.weighted(some)?.card ?? 'works'
}

/** At any moment from a minute to some months from now. */
export function anyMoment({ merchant }: Life, dice: Dice): Date {
  const days = dice.pick([0.01, 1, 10, 40, 120] as const)
  return new Date(merchant.now.getTime() + 60_000 + Math.floor(dice.roll() * days * 86_400_000))
}
