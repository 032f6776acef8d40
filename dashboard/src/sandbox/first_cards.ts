/** The test cards to try first, each with its use. */
export const firstCards: readonly (readonly [number: string, title: string, about: string])[] = [
  ['4242424242424242', 'Success', 'Approved, never with 3-D Secure.'],
  [
    '4000000000003220',
    '3-D Secure',
    'Always asks the shopper; then approved or declined, as you choose.',
  ],
  ['4000000000000002', 'Decline', 'Declined without a reason from the issuer.'],
  ['4000000000009995', 'Insufficient funds', 'Declined: not enough money in the account.'],
  ['4000000000000259', 'Dispute', 'Approved, and disputed as fraudulent after five seconds.'],
  ['4000000000005126', 'Returned refund', 'A refund succeeds and comes back after five seconds.'],
]
