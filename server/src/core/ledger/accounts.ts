// The accounts of a merchant, one set per currency. A transfer debits one and credits another.

export const accounts = {
  acquirer_hold: 'Money the acquirer holds for the merchant and has not taken yet.',
  held: 'The other side of a hold: what may still be captured.',
  acquirer_receivable: 'Money the acquirer has taken and owes us.',
  pending: 'Taken for the merchant, not yet free to be paid out.',
  available: 'Free to be paid out.',
  fees: 'What the service has earned, less what the acquirer charges for disputes.',
  reserved_for_disputes: 'Kept back while a dispute is open.',
  refunds_in_transit: 'On its way back to customers.',
  payouts_in_transit: 'On its way to a recipient.',
} as const

export type Account = keyof typeof accounts
