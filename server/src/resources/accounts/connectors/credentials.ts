// Checks credentials by the provider type's table, stores them in the vault, and asks the provider about them.
import type { Write } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Context, Services } from '#kernel/context.ts'
import { keyedHash } from '#kernel/crypto.ts'
import { Failure } from '#errors.ts'
import type { CredentialCheck } from '#core/providers/provider.ts'
import type { CredentialField, ProviderType } from '#core/providers/provider_type.ts'
import { connect, type Secrets } from './open.ts'
import type { ConnectorRow } from './store.ts'

type Credentials = Readonly<Record<string, string>>

/** Refuses a field that the provider does not have, a missing one, and a value of the wrong shape or environment. */
export function checkCredentials(
  { environment }: Pick<Services, 'environment'>,
  { title, credentials: fields }: ProviderType,
  sent: Credentials,
): void {
  const known = fields.map(({ name }) => name)
  if (Object.keys(sent).some((name) => !known.includes(name))) {
    // The unknown name is not repeated: it may be a key that was sent in the wrong place.
    const message = `\`credentials\` has a name that ${title} does not know. It takes: ${known.join(', ')}.`
    throw new Failure('IR_04', message, { field: 'credentials' })
  }
  for (const field of fields) {
    const value = sent[field.name]
    if (value !== undefined) checkValue(environment === 'sandbox', field, value)
    else if (field.optional !== true) {
      throw new Failure('IR_01', `\`credentials.${field.name}\` is required for ${title}.`, {
        field: `credentials.${field.name}`,
      })
    }
  }
}

function checkValue(isTest: boolean, field: CredentialField, value: string): void {
  const { name, pattern, live_pattern, test_pattern } = field
  if (!new RegExp(pattern).test(value)) throw invalid(name, `does not look like a ${field.label}`)
  const [wanted, other] = isTest ? [test_pattern, live_pattern] : [live_pattern, test_pattern]
  const isOther = other !== undefined && new RegExp(other).test(value)
  if (!isOther && (wanted === undefined || new RegExp(wanted).test(value))) return
  const message = isTest
    ? 'belongs to a live account, and this is the sandbox. Use the credentials of a test account'
    : 'belongs to a test account, and this is production. Use the credentials of the live account'
  throw invalid(name, message)
}

function invalid(name: string, why: string): Failure {
  const field = `credentials.${name}`
  return new Failure('IR_04', `\`${field}\` ${why}.`, { field })
}

/** A secret of another shape would make every webhook invalid. */
export function checkWebhookSecret(type: ProviderType, sent: string | undefined): void {
  const { webhook_secret: field, title } = type
  if (sent === undefined || field === undefined || new RegExp(field.pattern).test(sent)) return
  const message = `\`webhook_secret\` does not look like a ${field.label} of ${title}. ${field.about}`
  throw new Failure('IR_04', message, { field: 'webhook_secret' })
}

/** The previous webhook secret is accepted for this long. */
const OVERLAP_MS = DAY_MS

/** The secrets after a change; those whose time has passed are left out. */
export function changeSecrets(
  current: Secrets | undefined,
  sent: { credentials?: Credentials; webhook_secret?: string },
  now: Date,
): Secrets {
  const known = (current?.webhook_secrets ?? []).filter(
    ({ until }) => until === null || new Date(until) > now,
  )
  const credentials = sent.credentials ?? current?.credentials ?? {}
  const { webhook_secret: secret } = sent
  if (secret === undefined || known[0]?.secret === secret)
    return { credentials, webhook_secrets: known }
  const until = addMs(now, OVERLAP_MS).toISOString()
  const ending = known.map((each) => ({ ...each, until: each.until ?? until }))
  return { credentials, webhook_secrets: [{ secret, until: null }, ...ending].slice(0, 2) }
}

/** The columns for these secrets, and the write that stores them. */
export async function storeSecrets(
  context: Context,
  { credentials: fields }: ProviderType,
  secrets: Secrets,
): Promise<{
  set: Pick<ConnectorRow, 'vault_id' | 'public_credentials' | 'fingerprint'>
  write: Write
}> {
  const { vault_id, write } = await context.vault.put(context.merchant_id, secrets, null)
  const shown = fields.flatMap(({ name, public: isPublic }) => {
    const value = secrets.credentials[name]
    return isPublic && value !== undefined ? [[name, value] as const] : []
  })
  const public_credentials = Object.fromEntries(shown)
  return {
    set: { vault_id, public_credentials, fingerprint: fingerprint(context, secrets) },
    write,
  }
}

/** Equal for equal secrets, in the audit trail; it says nothing about them. */
function fingerprint({ keyring }: Services, secrets: Secrets): string {
  const text = JSON.stringify([
    Object.entries(secrets.credentials).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    secrets.webhook_secrets.map(({ secret }) => secret),
  ])
  return keyedHash(keyring.key('connector fingerprints'), text).toString('hex').slice(0, 16)
}

type Checked = Pick<
  ConnectorRow,
  'merchant_id' | 'connector_id' | 'connector_name' | 'settings' | 'card_entry' | 'test_mode'
>

/** Asks the provider whether it accepts the credentials; no money moves. */
export async function askProvider(
  services: Services,
  row: Checked,
  secrets: Secrets,
): Promise<CredentialCheck> {
  const provider = connect(services, row, secrets)
  try {
    return (await provider?.check?.()) ?? { result: 'unknown' }
  } finally {
    provider?.close()
  }
}

/** An account becomes active only with credentials that its provider accepts. */
export async function verifyCredentials(
  services: Services,
  row: Checked,
  secrets: Secrets,
): Promise<void> {
  const checked = await askProvider(services, row, secrets)
  if (checked.result === 'unknown') {
    const message =
      'The acquirer did not answer, so the credentials could not be checked. Try again.'
    throw new Failure('CE_01', message)
  }
  if (checked.result === 'invalid') {
    const message = `The acquirer does not accept these credentials: ${checked.message}`
    throw new Failure('IR_04', message, { field: 'credentials' })
  }
  if (row.card_entry === 'raw' && checked.card_entry === 'provider_page') {
    const message =
      'The acquirer does not accept card numbers from this account. Use `provider_page`, or ask the acquirer to allow raw card numbers.'
    throw new Failure('IR_04', message, { field: 'card_entry' })
  }
}
