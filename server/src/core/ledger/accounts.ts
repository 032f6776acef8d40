// The accounts of a merchant, one set per currency. A transfer debits one and credits another.

export const accounts = {
  acquirer_hold: 'Money that the acquirer holds for the merchant and has not captured yet.',
  held: 'The other side of a hold: the amount that can still be captured.',
  acquirer_receivable: 'Money that the acquirer has captured and owes to the operator.',
  pending: 'Captured for the merchant, not yet available for payouts. Not used yet.',
  available: 'Available for payouts.',
  fees: 'The fees of the operator, less the fees that the acquirer charges for disputes.',
  reserved_for_disputes: 'Reserved while a dispute is open.',
  refunds_in_transit: 'Refunds in progress.',
  payouts_in_transit: 'Payouts in progress.',
} as const

export type Account = keyof typeof accounts
