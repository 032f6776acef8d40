// Which settings need or exclude each other, and which the environment refuses.
import { allowsLoopback, webhookRefusal } from '#kernel/addresses.ts'
import { isEncrypted } from '#kernel/settings.ts'

type Text =
  | 'files_dir'
  | 's3_bucket'
  | 's3_access_key_id'
  | 's3_secret_access_key'
  | 'bank_url'
  | 'bank_key'
  | 'bank_callback_secret'
  | 'provider'
  | 'database_url'
  | 'redis_url'
  | 'smtp_url'
  | 'mail_from'
  | 'oidc_issuer'
  | 'oidc_client_id'
  | 'oidc_client_secret'
  | 'oidc_name'
  | 'public_url'
  | 'host'
  | 'audit_anchor'

/** The settings that are compared. */
interface Combined extends Partial<Record<Text, string | undefined>> {
  environment?: 'sandbox' | 'production'
  vault_keys?: object | undefined
  webhook_loopback?: boolean | undefined
  plaintext_allowed?: boolean
}

/** A setting that could not be parsed is undefined here; it has been reported already. */
export function combinationMistakes(config: Combined): string[] {
  const { files_dir, s3_bucket, s3_access_key_id, s3_secret_access_key, bank_url } = config
  const is_production = config.environment === 'production'
  const is_plaintext_refused = is_production && config.plaintext_allowed === false
  const nowhere = files_dir === undefined && s3_bucket === undefined
  const rules: [broken: boolean, mistake: string][] = [
    [
      is_production && bank_url !== undefined,
      'FLORIN_BANK_URL must be empty in production: the bank is for the sandbox only',
    ],
    [
      is_production && config.provider === 'instant',
      'FLORIN_PROVIDER must not be instant in production: nothing would be charged',
    ],
    [
      is_production && config.vault_keys === undefined,
      'FLORIN_VAULT_KEYS must be set in production, as id:64 hexadecimal digits; make the digits with: npx florin secret',
    ],
    [
      is_production && config.webhook_loopback === true,
      'FLORIN_WEBHOOK_LOOPBACK must not be yes in production: webhooks would reach what listens on this machine',
    ],
    [
      is_plaintext_refused && !isEncrypted(config.database_url),
      `DATABASE_URL must end in ?sslmode=verify-full (or require) in production: PostgreSQL is on another machine, and ${PLAINTEXT}`,
    ],
    [
      is_plaintext_refused && !isEncrypted(config.redis_url),
      `REDIS_URL must begin with rediss:// in production: Redis is on another machine, and ${PLAINTEXT}`,
    ],
    [
      bank_url !== undefined && config.bank_key === undefined,
      'FLORIN_BANK_KEY goes with FLORIN_BANK_URL',
    ],
    [
      bank_url !== undefined && config.bank_callback_secret === undefined,
      'FLORIN_BANK_CALLBACK_SECRET goes with FLORIN_BANK_URL',
    ],
    [
      is_production && nowhere,
      'FLORIN_FILES_DIR or FLORIN_S3_BUCKET must be set in production: uploaded files must not be lost',
    ],
    [
      files_dir !== undefined && s3_bucket !== undefined,
      'FLORIN_FILES_DIR and FLORIN_S3_BUCKET exclude each other: files are stored in one place',
    ],
    [
      (s3_access_key_id === undefined) !== (s3_secret_access_key === undefined),
      'FLORIN_S3_ACCESS_KEY_ID and FLORIN_S3_SECRET_ACCESS_KEY go together',
    ],
    [
      config.smtp_url !== undefined && config.mail_from === undefined,
      'FLORIN_MAIL_FROM goes with FLORIN_SMTP_URL',
    ],
    [anchorRefusal(config) !== undefined, `FLORIN_AUDIT_ANCHOR ${anchorRefusal(config)}`],
    ...singleSignOnRules(config),
  ]
  return rules.flatMap(([broken, mistake]) => (broken ? mistake : []))
}

/** A server for anchors is subject to the address rules of webhooks. */
function anchorRefusal(config: Combined): string | undefined {
  const { audit_anchor: place, environment = 'production', host = '', public_url } = config
  if (!place?.startsWith('http')) return undefined
  const { webhook_loopback } = config
  return webhookRefusal(place, allowsLoopback({ environment, host, public_url, webhook_loopback }))
}

function singleSignOnRules(config: Combined): [broken: boolean, mistake: string][] {
  const { oidc_issuer: issuer, oidc_client_id, oidc_client_secret, oidc_name, public_url } = config
  const parts = [issuer, oidc_client_id, oidc_client_secret, oidc_name]
  const count = parts.filter((each) => each !== undefined).length
  const is_plain = [issuer, public_url].some((url) => !url?.startsWith('https:'))
  return [
    [
      count > 0 && count < parts.length,
      'FLORIN_OIDC_ISSUER, FLORIN_OIDC_CLIENT_ID, FLORIN_OIDC_CLIENT_SECRET and FLORIN_OIDC_NAME go together: set all of them, or none',
    ],
    [
      config.environment === 'production' && issuer !== undefined && is_plain,
      'FLORIN_OIDC_ISSUER and FLORIN_PUBLIC_URL must begin with https:// in production: others could read or change who signs in',
    ],
  ]
}

const PLAINTEXT =
  'without TLS others on the network could read it. FLORIN_PLAINTEXT_ALLOWED=yes allows it on a network of your own'
