// What a browser may do with a publishable key: bring the details of the one who is paid, if it knows the
// payout's client_secret and the session has not run out.
import type { Context } from '../kernel/context.ts'
import { sameBytes } from '../kernel/crypto.ts'
import { Failure } from '../errors.ts'
import { readPayout } from './read.ts'
import type { ConfirmPayout } from './schema.ts'
import { clientSecret } from './shown.ts'

/** How much goes, and whether it goes by itself, is the merchant's to say, never the browser's. */
const RECIPIENTS_OWN: ReadonlySet<string> = new Set([
  'client_secret',
  'payout_type',
  'payout_method_data',
  'payout_token',
  'customer',
  'billing',
  'entity_type',
  'browser_info',
  'confirm',
])

/** For a secret key there is nothing to check: it may do all of this anyway. */
export async function checkClient(
  context: Context,
  payout_id: string,
  input: ConfirmPayout,
): Promise<void> {
  if (!context.caller.is_publishable) return
  const { client_secret } = input
  if (client_secret === undefined) {
    throw new Failure(
      'IR_01',
      'Send the `client_secret` of the payout along with a publishable key.',
      { field: 'client_secret' },
    )
  }
  const { merchant_id } = context
  const right = Buffer.from(clientSecret(context.keyring, { merchant_id, payout_id }))
  if (!sameBytes(right, Buffer.from(client_secret))) {
    throw new Failure('AU_01', 'The client_secret is not the one of this payout.')
  }
  checkFields(input)
  const { session_before } = await readPayout(context, payout_id)
  if (session_before > context.now) return
  throw new Failure('IR_04', 'The session of this payout has expired; ask for another link.', {
    field: 'client_secret',
  })
}

function checkFields(input: ConfirmPayout): void {
  const field =
    Object.keys(input).find((name) => !RECIPIENTS_OWN.has(name)) ??
    (input.customer?.id === undefined ? undefined : 'customer.id')
  if (field === undefined) return
  const message = `\`${field}\` can be set from your server only, with a secret key.`
  throw new Failure('AU_03', message, { field })
}
