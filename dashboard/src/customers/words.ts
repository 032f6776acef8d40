import type { Schemas } from '../api/client.ts'
import { formatKey } from '../lib/ledger_words.ts'

const creditReasons: Readonly<Record<string, string>> = {
  plan_change: 'Change to a cheaper price',
  cancellation: 'Cancelled period',
  applied: 'Used by an invoice',
  returned: 'Returned by a voided invoice',
  late_payment: 'Paid when nothing waited for it any more',
  part_payment: 'Part of an invoice that was voided',
  correction: 'Corrected by you',
  refund: 'Its money was refunded',
  dispute: 'Its money was disputed',
  uncollected: 'Spent before, not owed',
}

/** Money that is back with you returns the credit that it had become. */
const returned: Readonly<Record<string, string>> = {
  refund: 'The refund failed, credit returned',
  dispute: 'The dispute was won, credit returned',
}

export function creditReason({
  reason,
  amount,
}: Pick<Schemas['CustomerCredit']['entries'][number], 'reason' | 'amount'>): string {
  const words = amount > 0 ? returned[reason] : undefined
  if (reason === 'uncollected' && amount < 0) return 'No longer spent, taken back'
  return words ?? formatKey(creditReasons, reason)
}

/** The customer's display name. */
export function customerName({
  name,
  email,
  customer_id,
}: Pick<Schemas['CustomerEntry'], 'name' | 'email' | 'customer_id'>): string {
  return name ?? email ?? customer_id
}

export function formatPhone({ phone, phone_country_code }: Schemas['Customer']): string | null {
  return phone === null ? null : [phone_country_code, phone].filter(Boolean).join(' ')
}

export function formatAddress(
  address: Readonly<Partial<Record<string, string | null>>> | null | undefined,
): string | null {
  if (!address) return null
  const { first_name, last_name, line1, line2, line3, zip, city, state, country } = address
  const lines = [
    [first_name, last_name],
    [line1],
    [line2],
    [line3],
    [zip, city],
    [state],
    [country],
  ]
  return lines
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter((line) => line !== '')
    .join(', ')
}
