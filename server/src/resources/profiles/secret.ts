// The secret that signs a profile's webhooks: shown whole once, kept sealed.
import type { IdSource, Services } from '#kernel/context.ts'
import { type Key, open, seal } from '#kernel/crypto.ts'
import type { Profile } from './schema.ts'
import type { ProfileRow } from './store.ts'

const LENGTH = 64

type Sealed = Pick<
  ProfileRow,
  | 'merchant_id'
  | 'profile_id'
  | 'webhook_secret'
  | 'previous_webhook_secret'
  | 'previous_webhook_secret_until'
>

export function newSecret(services: Services & IdSource, merchant_id: string, profile_id: string) {
  const secret = services.secret(LENGTH)
  const box = seal(sealingKey(services), secret, `${merchant_id}/${profile_id}`)
  return { secret, columns: { webhook_secret: box, webhook_secret_last4: secret.slice(-4) } }
}

/** The secrets that sign now, the newest first: two while one is being replaced. */
export function signingSecrets(services: Pick<Services, 'keyring'>, row: Sealed, now: Date) {
  const { previous_webhook_secret: previous, previous_webhook_secret_until: until } = row
  const boxes = [row.webhook_secret]
  if (previous !== null && until !== null && now < until) boxes.push(previous)
  const where = `${row.merchant_id}/${row.profile_id}`
  return boxes.map((box) => open(sealingKey(services), box, where))
}

function sealingKey({ keyring }: Pick<Services, 'keyring'>): Key {
  return keyring.key('webhook secrets')
}

/** The profile as its owner sees it; the secret whole only when it has just been made. */
export function toApi(row: ProfileRow, secret?: string): Profile {
  return { ...row, payment_response_hash_key: secret ?? `****${row.webhook_secret_last4}` }
}
