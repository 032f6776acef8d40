import type { Keyring } from '../kernel/crypto.ts'
import { derivedText } from '../kernel/crypto.ts'
import { Payment } from './schema.ts'
import type { PaymentRow } from './store.ts'

const SECRET_LENGTH = 32

/** Follows from the payment and the deployment's secret, so there is nothing to store or to steal. */
export function clientSecret(
  keyring: Keyring,
  { merchant_id, payment_id }: Pick<PaymentRow, 'merchant_id' | 'payment_id'>,
): string {
  const label = `${merchant_id}/${payment_id}`
  return `${payment_id}_secret_${derivedText(keyring.key('client secrets'), label, SECRET_LENGTH)}`
}

/** A payment as its owner sees it. */
export function shown(keyring: Keyring, row: PaymentRow): Payment {
  const { late_outcomes = null } = row
  return { ...row, late_outcomes, client_secret: clientSecret(keyring, row) }
}

/** Just the fields of the outside, named one by one; expansions are not among them. */
const IN_EVENTS = Payment.required.filter((name) => name !== 'client_secret')

/** The object an event carries: the payment, without its client_secret. */
export function shownInEvent(row: PaymentRow): object {
  return Object.fromEntries(IN_EVENTS.map((name) => [name, row[name] ?? null]))
}
