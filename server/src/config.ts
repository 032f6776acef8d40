// The configuration: all environment variables, parsed once, with all mistakes reported together.
import { ConfigError, isVerified, parseSettings } from '#kernel/settings.ts'
import { allowsLoopback, webhookRefusal } from '#kernel/addresses.ts'
import { type Config, settings } from '#settings.ts'

export { ConfigError } from '#kernel/settings.ts'
export { type Config, settings } from '#settings.ts'

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, mistakes } = parseSettings(settings, env)
  mistakes.push(...combinationMistakes(values))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return values as Config
}

type Rule = [broken: boolean, mistake: string]
const needs = [
  ['bank_url', 'bank_key'],
  ['bank_url', 'bank_callback_secret'],
  ['smtp_url', 'mail_from'],
  ['oidc_acr_values', 'oidc_issuer'],
] as const

/** A setting that could not be parsed is undefined here; it has been reported already. */
function combinationMistakes(config: Partial<Config>): string[] {
  const { files_dir, s3_bucket, s3_access_key_id, s3_secret_access_key, bank_url } = config
  const is_production = config.environment === 'production'
  const needsTls = (name: Plaintext) => is_production && !config.plaintext_allowed?.includes(name)
  const nowhere = files_dir === undefined && s3_bucket === undefined
  const rules: Rule[] = [
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
      'FLORIN_VAULT_KEYS must be set in production, as id:64 hexadecimal digits; make the digits with: npx florin-server secret, or a key under AWS KMS with: npx florin-server vault create-key',
    ],
    [
      is_production && config.webhook_loopback === true,
      'FLORIN_WEBHOOK_LOOPBACK must not be yes in production: webhooks could reach services on this machine',
    ],
    [
      needsTls('postgresql') && !isVerified(config.database_url),
      `DATABASE_URL must have sslmode=verify-full in production, and sslrootcert=<file> if your own authority has issued the certificate: PostgreSQL is on another machine, other modes do not prove which server answers, and ${plaintext('postgresql')}`,
    ],
    [
      needsTls('redis') && !isVerified(config.redis_url),
      `REDIS_URL must begin with rediss:// in production: Redis is on another machine, and ${plaintext('redis')}`,
    ],
    [
      needsTls('smtp') && weakensTls(config.smtp_url),
      `FLORIN_SMTP_URL must not switch TLS off in its query in production: ${plaintext('smtp')}`,
    ],
    [
      needsTls('otlp') && !isVerified(config.otlp_endpoint),
      `OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// in production: the collector is on another machine, and ${plaintext('otlp')}`,
    ],
    ...needs.map(
      ([one, other]): Rule => [
        config[one] !== undefined && config[other] === undefined,
        `${settings[other].name} goes with ${settings[one].name}`,
      ],
    ),
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
    [anchorRefusal(config) !== undefined, `FLORIN_AUDIT_ANCHOR ${anchorRefusal(config)}`],
    ...singleSignOnRules(config),
  ]
  return rules.flatMap(([broken, mistake]) => (broken ? mistake : []))
}

/** An anchor server is subject to the address rules for webhooks. */
function anchorRefusal(config: Partial<Config>): string | undefined {
  const { audit_anchor: place, environment = 'production', host = '', public_url } = config
  if (!place?.startsWith('http')) return undefined
  const { webhook_loopback } = config
  return webhookRefusal(place, allowsLoopback({ environment, host, public_url, webhook_loopback }))
}

function singleSignOnRules(config: Partial<Config>): Rule[] {
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

type Plaintext = NonNullable<Config['plaintext_allowed']>[number]

function plaintext(name: Plaintext): string {
  return `without TLS others on the network could read it. FLORIN_PLAINTEXT_ALLOWED=${name} allows it on a private network`
}

/** Options in the query go before those that Florin sets. */
function weakensTls(smtp_url: string | undefined): boolean {
  const names = smtp_url === undefined ? [] : [...new URL(smtp_url).searchParams.keys()]
  return names.some((name) => /tls|^secure$/i.test(name))
}
