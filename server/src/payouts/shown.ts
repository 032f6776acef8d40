import type { Keyring } from '../kernel/crypto.ts'
import { derivedText } from '../kernel/crypto.ts'
import type { Payout } from './schema.ts'
import type { PayoutRow } from './store.ts'

const SECRET_LENGTH = 32

/** Follows from the payout and the deployment's secret, so there is nothing to store or to steal. */
export function clientSecret(
  keyring: Keyring,
  { merchant_id, payout_id }: Pick<PayoutRow, 'merchant_id' | 'payout_id'>,
): string {
  const key = keyring.key('client secrets of payouts')
  return `${payout_id}_secret_${derivedText(key, `${merchant_id}/${payout_id}`, SECRET_LENGTH)}`
}

/** A payout as its owner sees it. */
export function shown(keyring: Keyring, row: PayoutRow): Payout {
  return { ...shownInEvent(row), client_secret: clientSecret(keyring, row) }
}

/** The object an event carries: just the fields of the outside, and no client_secret. */
export function shownInEvent(row: PayoutRow): Omit<Payout, 'client_secret'> {
  const {
    email,
    name,
    phone,
    phone_country_code,
    browser_info: _,
    vault_id: __,
    operation_id: ___,
    session_before: ____,
    fulfill_at: _____,
    transitions: ______,
    version: _______,
    ...open
  } = row
  return { ...open, customer: { id: row.customer_id, name, email, phone, phone_country_code } }
}
