// A browser with a publishable key may act on one object whose client_secret it has, until the session of that
// object expires. It can never set the amount or decide whether money moves.
import type { Context } from '#kernel/context.ts'
import { derivedText, type Keyring, sameBytes } from '#kernel/crypto.ts'
import { Failure } from '#errors.ts'

interface ClientObject {
  /** The purpose of the key from which its secrets are derived. */
  readonly key: string
  /** The fields that a browser may set. */
  readonly fields: ReadonlySet<string>
  readonly when_expired: string
}

const objects: Readonly<Record<'payment' | 'payout', ClientObject>> = {
  payment: {
    key: 'client secrets',
    fields: new Set([
      'client_secret',
      'payment_method',
      'payment_method_type',
      'payment_method_data',
      'billing',
      'shipping',
      'browser_info',
      'email',
      'name',
      'phone',
      'phone_country_code',
    ]),
    when_expired: 'The payment session has expired; start again, or confirm from your server.',
  },
  payout: {
    key: 'client secrets of payouts',
    fields: new Set([
      'client_secret',
      'payout_type',
      'payout_method_data',
      'payout_token',
      'customer',
      'billing',
      'entity_type',
      'browser_info',
      'confirm',
    ]),
    when_expired: 'The session of this payout has expired; ask for another link.',
  },
}

const SECRET_LENGTH = 32

/** Derived from the object and the deployment's secret, so it is not stored and cannot leak from the database. */
export function clientSecret(
  keyring: Keyring,
  of: keyof typeof objects,
  merchant_id: string,
  id: string,
): string {
  const key = keyring.key(objects[of].key)
  return `${id}_secret_${derivedText(key, `${merchant_id}/${id}`, SECRET_LENGTH)}`
}

/** Does nothing for a secret key. `sent` has the client_secret and the fields that the browser sets. */
export async function checkClient(
  { caller, keyring, merchant_id, now }: Context,
  of: keyof typeof objects,
  id: string,
  sent: { readonly client_secret?: string | undefined },
  read: () => Promise<{ session_before: Date }>,
): Promise<void> {
  if (!caller.is_publishable) return
  const { fields, when_expired } = objects[of]
  const refused = Object.keys(sent).find((name) => !fields.has(name))
  if (refused !== undefined) throw serverOnly(refused)
  const field = 'client_secret'
  if (sent.client_secret === undefined) {
    const message = `Send the \`client_secret\` of the ${of} along with a publishable key.`
    throw new Failure('IR_01', message, { field })
  }
  const given = Buffer.from(sent.client_secret)
  const isRight = keyring.all.some((each) =>
    sameBytes(Buffer.from(clientSecret(each, of, merchant_id, id)), given),
  )
  if (!isRight) {
    throw new Failure('AU_01', `The client_secret is not the one of this ${of}.`)
  }
  const { session_before } = await read()
  if (session_before <= now) throw new Failure('IR_04', when_expired, { field })
}

/** A field that only the merchant's server may set. */
export function serverOnly(field: string): Failure {
  const message = `\`${field}\` can be set from your server only, with a secret key.`
  return new Failure('AU_03', message, { field })
}
