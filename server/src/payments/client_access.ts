// What a browser may do with a publishable key: look at one payment, bring its instrument and confirm
// it, if it knows the payment's client_secret and the session has not run out.
import type { Context } from '../kernel/context.ts'
import { sameBytes } from '../kernel/crypto.ts'
import { Failure } from '../errors.ts'
import { readPayment } from './read.ts'
import type { UpdatePayment } from './schema.ts'
import { clientSecret } from './shown.ts'

/** For a secret key there is nothing to check: it may do all of this anyway. */
export async function checkClient(
  context: Context,
  payment_id: string,
  client_secret: string | undefined,
): Promise<void> {
  if (!context.caller.is_publishable) return
  if (client_secret === undefined) {
    throw new Failure(
      'IR_01',
      'Send the `client_secret` of the payment along with a publishable key.',
      {
        field: 'client_secret',
      },
    )
  }
  const { merchant_id } = context
  const right = Buffer.from(clientSecret(context.keyring, { merchant_id, payment_id }))
  if (!sameBytes(right, Buffer.from(client_secret))) {
    throw new Failure('AU_01', 'The client_secret is not the one of this payment.')
  }
  const { session_before } = await readPayment(context, payment_id)
  if (session_before <= context.now) {
    throw new Failure(
      'IR_04',
      'The payment session has expired; start again, or confirm from your server.',
      {
        field: 'client_secret',
      },
    )
  }
}

const CUSTOMERS_OWN: ReadonlySet<string> = new Set([
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
])

/** The amount is the merchant's to name, never the browser's. */
export function checkClientUpdate(context: Context, input: UpdatePayment): void {
  if (!context.caller.is_publishable) return
  const field = Object.keys(input).find((name) => !CUSTOMERS_OWN.has(name))
  if (field === undefined) return
  throw new Failure(
    'AU_03',
    `\`${field}\` can be changed from your server only, with a secret key.`,
    {
      field,
    },
  )
}
