import type { Keyring } from '#kernel/crypto.ts'
import { clientSecret } from '#http/client_access.ts'
import { project } from '#http/fields.ts'
import { Payout } from './schema.ts'
import type { PayoutRow } from './store.ts'

/** A payout as its owner sees it. */
export function toApi(keyring: Keyring, row: PayoutRow): Payout {
  const client_secret = clientSecret(keyring, 'payout', row.merchant_id, row.payout_id)
  return { ...eventObject(row), client_secret }
}

/** The payout in an event, without its client_secret. */
export function eventObject(row: PayoutRow): Omit<Payout, 'client_secret'> {
  const { customer_id: id, name, email, phone, phone_country_code } = row
  const customer = { id, name, email, phone, phone_country_code }
  const { client_secret: _, ...object } = project(Payout, { ...row, customer })
  return object
}
