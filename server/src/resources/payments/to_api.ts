import type { Keyring } from '#kernel/crypto.ts'
import { clientSecret } from '#http/client_access.ts'
import { pick } from '#http/fields.ts'
import { Payment } from './schema.ts'
import type { PaymentRow } from './store.ts'

/** A payment as its owner sees it. */
export function toApi(keyring: Keyring, row: PaymentRow): Payment {
  const { late_outcomes = null } = row
  const client_secret = clientSecret(keyring, 'payment', row.merchant_id, row.payment_id)
  return { ...row, late_outcomes, client_secret }
}

const inEvents = Payment.required.filter((name) => name !== 'client_secret')

/** The payment in an event, without its client_secret. */
export function eventObject(row: PaymentRow): object {
  return pick(inEvents, row)
}
