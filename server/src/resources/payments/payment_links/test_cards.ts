import type { TestCard } from '@florin/pages/contract.ts'

/** Cards that the page in a sandbox offers to fill in. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'approved', 'Approved'),
  card('5555555555554444', 'mastercard', 'approved', 'Approved'),
  card('378282246310005', 'amex', 'approved', 'Approved, with a code of 4 digits'),
  card('4000000000003220', 'visa', 'authentication', 'Asks for 3-D Secure'),
  card('4000000000000002', 'visa', 'declined', 'Declined'),
  card('4000000000009995', 'visa', 'insufficient_funds', 'Declined: insufficient funds'),
  card('4000000000003055', 'visa', 'processing', 'Processing, then approved after 5 seconds'),
]

function card(number: string, brand: string, outcome_key: string, label: string): TestCard {
  return { number, brand, outcome_key, label }
}
