// A profile's webhook secrets, stored encrypted: the signing secret, returned in full once, and the values in headers
// that the merchant adds.
import type { Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { type Keyring, open, seal } from '#kernel/crypto.ts'
import type { ProfileRow } from './store.ts'

const LENGTH = 64
const PURPOSE = 'webhook secrets'

type Sealer = Pick<Services, 'keyring'>
type Owner = Pick<ProfileRow, 'merchant_id' | 'profile_id'>
type Headers = Readonly<Record<string, string>>

/** A box opens only for its profile. */
function signing({ merchant_id, profile_id }: Owner): string {
  return `${merchant_id}/${profile_id}`
}

function headers(owner: Owner): string {
  return `${signing(owner)}/headers`
}

export function newSecret(services: Services & IdSource, owner: Owner) {
  const secret = services.secret(LENGTH)
  const webhook_secret = seal(services.keyring.key(PURPOSE), secret, signing(owner))
  return { secret, columns: { webhook_secret, webhook_secret_last4: secret.slice(-4) } }
}

/** The secrets that sign now, newest first: two during a rotation. */
export function signingSecrets({ keyring }: Sealer, row: ProfileRow, now: Date) {
  const { previous_webhook_secret: previous, previous_webhook_secret_until: until } = row
  const boxes = [row.webhook_secret]
  if (previous !== null && until !== null && now < until) boxes.push(previous)
  return boxes.map((box) => keyring.open(PURPOSE, box, signing(row)))
}

const MASK = '****'

/** Header names have no case. */
export function lowered(values: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

export function maskedHeaders(values: Headers): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, MASK]))
}

/** A masked value, as answers have it, stands for the value that is stored. */
export function sealHeaders(
  { keyring }: Sealer,
  owner: Owner,
  sent: Headers,
  stored: Headers = {},
): Buffer | null {
  const whole = Object.entries(sent).map(([name, value]) => [
    name,
    value === MASK ? (stored[name] ?? value) : value,
  ])
  if (whole.length === 0) return null
  return seal(keyring.key(PURPOSE), JSON.stringify(Object.fromEntries(whole)), headers(owner))
}

/** In a row that an earlier version wrote they are not encrypted. */
export function openHeaders({ keyring }: Sealer, row: ProfileRow): Headers {
  if (row.webhook_headers === null) return row.webhook_details.custom_http_headers
  return JSON.parse(keyring.open(PURPOSE, row.webhook_headers, headers(row))) as Headers
}

/** The columns with every box under the newest secret. */
export function sealAgain(services: Sealer, row: ProfileRow) {
  const { keyring } = services
  const again = (box: Buffer, context: string) =>
    seal(keyring.key(PURPOSE), keyring.open(PURPOSE, box, context), context)
  const { previous_webhook_secret: previous, webhook_details } = row
  return {
    webhook_secret: again(row.webhook_secret, signing(row)),
    previous_webhook_secret: previous && again(previous, signing(row)),
    webhook_headers: sealHeaders(services, row, openHeaders(services, row)),
    webhook_details: {
      ...webhook_details,
      custom_http_headers: maskedHeaders(webhook_details.custom_http_headers),
    },
  }
}

/** True if every box is under the newest secret, and no header is in plain text. */
export function isCurrent({ keyring }: Sealer, row: ProfileRow): boolean {
  const { webhook_secret, previous_webhook_secret: previous, webhook_headers } = row
  const { custom_http_headers } = row.webhook_details
  if (webhook_headers === null && Object.keys(custom_http_headers).length > 0) return false
  return (
    opens(keyring, webhook_secret, signing(row)) &&
    (previous === null || opens(keyring, previous, signing(row))) &&
    (webhook_headers === null || opens(keyring, webhook_headers, headers(row)))
  )
}

function opens(keyring: Keyring, box: Buffer, context: string): boolean {
  try {
    open(keyring.key(PURPOSE), box, context)
    return true
  } catch {
    return false
  }
}
