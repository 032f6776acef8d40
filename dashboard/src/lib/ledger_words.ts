// Ledger accounts and causes in words, with the keys from the ledger's reference page.

export const accountWords: Readonly<Record<string, string>> = {
  available: 'Available',
  pending: 'Captured, not available yet',
  held: 'Authorized, not captured',
  reserved_for_disputes: 'Held for disputes',
  refunds_in_transit: 'Refunds on their way',
  payouts_in_transit: 'Payouts on their way',
  fees: 'Dispute fees',
  acquirer_hold: 'Acquirer, authorized',
  acquirer_receivable: 'Acquirer',
}

export const causeWords: Readonly<Record<string, string>> = {
  hold: 'Payment authorized',
  release: 'Hold released',
  capture: 'Payment captured',
  reversal: 'Late money returned',
  refund_reserve: 'Reserved for a refund',
  refund_excess: 'Refunded beyond the reserve',
  refund_paid: 'Refund paid',
  refund_release: 'Refund failed, reserve released',
  refund: 'Refund paid without a reserve',
  refund_return: 'Refund returned to you',
  dispute: 'Reserved for a dispute',
  dispute_return: 'Dispute ended, reserve released',
  dispute_loss: 'Dispute lost',
  dispute_loss_return: 'Lost dispute paid back',
  dispute_fee: 'Dispute fee',
  dispute_fee_return: 'Dispute fee paid back',
  acquirer_fee: "The acquirer's dispute fee",
  acquirer_fee_return: "The acquirer's dispute fee paid back",
  payout: 'Payout sent',
  payout_late: 'Payout paid after it was closed',
  payout_excess: 'Payout above its amount',
  payout_paid: 'Payout paid',
  payout_failed: 'Payout failed, money available again',
  payout_returned: 'Payout returned to you',
}

/** The words for a key; a key without words is shown as it is. */
export function formatKey(words: Readonly<Record<string, string>>, key: string): string {
  return words[key] ?? key.replaceAll('_', ' ')
}
