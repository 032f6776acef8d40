import type { Schemas } from '../api/client.ts'

export const creditReasons: Readonly<Record<string, string>> = {
  plan_change: 'Change to a cheaper price',
  cancellation: 'Rest of a cancelled period',
  applied: 'Used by an invoice',
  returned: 'Returned by a voided invoice',
  late_payment: 'Invoice paid after the end',
}

/** What to call a customer. */
export function nameOf({
  name,
  email,
  customer_id,
}: Pick<Schemas['CustomerEntry'], 'name' | 'email' | 'customer_id'>): string {
  return name ?? email ?? customer_id
}

export function phoneOf({ phone, phone_country_code }: Schemas['Customer']): string | null {
  return phone === null ? null : [phone_country_code, phone].filter(Boolean).join(' ')
}
