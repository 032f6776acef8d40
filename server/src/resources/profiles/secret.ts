// The secret that signs a profile's webhooks: returned whole once, stored encrypted.
import type { Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { type Key, open, seal } from '#kernel/crypto.ts'
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

/** The secrets that sign now, newest first: two during a rotation. */
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
