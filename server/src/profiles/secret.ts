// The secret that signs a profile's webhooks: shown whole once, kept sealed.
import type { Maker, Services } from '../kernel/context.ts'
import { seal } from '../kernel/crypto.ts'
import type { Profile } from './schema.ts'
import type { ProfileRow } from './store.ts'

const LENGTH = 64

export function newSecret(services: Services & Maker, merchant_id: string, profile_id: string) {
  const secret = services.secret(LENGTH)
  const box = seal(services.keyring.key('webhook secrets'), secret, `${merchant_id}/${profile_id}`)
  return { secret, columns: { webhook_secret: box, webhook_secret_last4: secret.slice(-4) } }
}

/** The profile as its owner sees it; the secret whole only when it has just been made. */
export function shown(row: ProfileRow, secret?: string): Profile {
  return { ...row, payment_response_hash_key: secret ?? `****${row.webhook_secret_last4}` }
}
