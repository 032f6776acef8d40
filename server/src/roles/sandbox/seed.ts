// A sandbox's merchant and its first user. Every start with the same folder runs this again: the ids and keys are the
// same, so it finds the objects from the first start. It logs to stderr: stdout has the facts.
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { deriveKey, derivedText } from '#kernel/crypto.ts'
import { derivedId, type IdSource } from '#kernel/ids.ts'
import { createLog } from '#kernel/log.ts'
import { WELL_KNOWN } from '#http/well_known_keys.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import { createBankAccounts } from './bank_accounts.ts'
import { createFirstUser } from './first_user.ts'
import type { State } from './home.ts'

/** For a sandbox that only its own machine can reach; in the order in which they are needed. */
const WELL_KNOWN_SECRETS = [
  WELL_KNOWN.publishable,
  WELL_KNOWN.secret,
  'TheWellKnownWebhookSecretOfEverySandbox'.padEnd(64, '0'),
]

export async function seed(env: Record<string, string | undefined>, state: State) {
  const config = readConfig(env)
  const services = createServices(config, createLog('warn', process.stderr))
  try {
    const ids = seededIds(state)
    const merchant = await createMerchant(
      { ...services, ...ids },
      { merchant_name: 'Sandbox merchant' },
    )
    await createBankAccounts(services, merchant.merchant_id, config.bank_key)
    // Never a well-known one: signing in is possible under any host name, so every web page could do it (DNS rebinding).
    const password = ids.secret(PASSWORD_LENGTH)
    return { merchant, user: await createFirstUser(services, merchant.merchant_id, password) }
  } finally {
    services.accounts.close()
    await Promise.all([services.db.close(), services.lists.db.close()])
  }
}

const PASSWORD_LENGTH = 20

function seededIds({ is_local, secret }: State): IdSource {
  const token = is_local ? 'well-known' : derivedText(seedKey(secret), 'ids', 32)
  const created = new Date(0)
  let count = 0
  const next = (length: number) => {
    const nth = count++
    const known = is_local ? WELL_KNOWN_SECRETS[nth] : undefined
    return known?.slice(0, length) ?? derivedText(seedKey(secret), `secret ${nth}`, length)
  }
  return {
    id: (prefix, purpose = '') => derivedId(prefix, `${token} ${purpose}`, created),
    merchantId: (cell) => derivedId(`mer_${cell}`, token, created),
    secret: next,
    isRetry: false,
  }
}

function seedKey(secret: string) {
  return deriveKey(Buffer.from(secret, 'hex'), 'sandbox seed')
}
