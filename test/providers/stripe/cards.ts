// Stripe's documented test cards, and methods that behave like them.
interface CardBehavior {
  /** The issuer's decline code, and the error code. */
  readonly declines?: readonly [decline_code: string, code?: string]
  /** 3-D Secure is required. */
  readonly challenges?: true
  /** The money is disputed a moment later. */
  readonly disputed?: 'fraudulent' | 'product_not_received'
  /** The dispute begins as an inquiry. */
  readonly inquiry?: true
  readonly refunds?: 'slow' | 'returned'
  readonly brand?: string
}

const approves: CardBehavior = {}

const cards: Readonly<Record<string, CardBehavior>> = {
  '4000000000000002': { declines: ['generic_decline'] },
  '4000000000009995': { declines: ['insufficient_funds'] },
  '4000000000009987': { declines: ['lost_card'] },
  '4000000000009979': { declines: ['stolen_card'] },
  '4000000000000069': { declines: ['expired_card', 'expired_card'] },
  '4000000000000127': { declines: ['incorrect_cvc', 'incorrect_cvc'] },
  '4000000000000119': { declines: ['processing_error', 'processing_error'] },
  '4000000000006975': { declines: ['card_velocity_exceeded'] },
  '4100000000000019': { declines: ['fraudulent'] },
  // Not documented: a decline that no table lists.
  '4000009900000004': { declines: ['decline_of_tomorrow'] },
  '4000000000003220': { challenges: true },
  '4000002760003184': { challenges: true },
  '4000008400001629': { challenges: true, declines: ['generic_decline'] },
  '4000000000000259': { disputed: 'fraudulent' },
  '4000000000002685': { disputed: 'product_not_received' },
  '4000000000001976': { disputed: 'fraudulent', inquiry: true },
  '4000000000007726': { refunds: 'slow' },
  '4000000000005126': { refunds: 'returned' },
}

export function behaviorOf(number: string): CardBehavior {
  return cards[number] ?? approves
}
