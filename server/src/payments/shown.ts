import type { Keyring } from '../kernel/crypto.ts'
import { derivedText } from '../kernel/crypto.ts'
import type { Payment } from './schema.ts'
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
  return { ...row, client_secret: clientSecret(keyring, row) }
}

/** The object an event carries: just the fields of the outside, and no client_secret. */
export function shownInEvent(row: PaymentRow): object {
  const hidden: ReadonlySet<string> = HIDDEN
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)))
}

const HIDDEN = new Set([
  'amount_authorized',
  'amount_refunded',
  'browser_info',
  'vault_id',
  'off_session',
  'statement_descriptor_name',
  'statement_descriptor_suffix',
  'operation_id',
  'authorization_id',
  'action_before',
  'session_before',
  'transitions',
  'version',
])
