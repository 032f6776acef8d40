// What the world does to a payout, done at once by a developer in the sandbox.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findOperation } from '#core/operations/read.ts'
import { settle } from '#core/operations/settle.ts'
import { ready } from './confirm.ts'
import { advance } from './lifecycle.ts'
import { instrumentOf } from '#resources/payout_methods/resolve_method.ts'
import { readPayout } from './read.ts'
import type { Payout, SettleInSandbox } from './schema.ts'
import { type PayoutOperation, payoutSettler } from './settler.ts'
import { toApi } from './to_api.ts'

/** Plays the rail that ends what is pending, or the bank that sends the money back. */
export async function settleInSandbox(
  context: Context,
  payout_id: string,
  input: SettleInSandbox,
): Promise<Payout> {
  const { provider } = context
  if (context.environment !== 'sandbox' || !provider.settle) throw new Failure('IR_02')
  const current = await readPayout(context, payout_id)
  const { operation_id, status } = current
  const operation =
    operation_id && (await findOperation(context.db, context.merchant_id, operation_id))
  if (!operation) throw new Failure('IR_14', `A payout that is ${status} was not sent.`)
  const outcome = await provider.settle(operation.operation_id, input.outcome ?? 'approved')
  if (outcome === 'never_seen') throw new Failure('IR_14', 'The rail has no record of this payout.')
  const started = { row: current, operation: operation as PayoutOperation }
  return toApi(context.keyring, (await settle(context, payoutSettler, started, outcome)) ?? current)
}

/** Plays the recipient who opens the account that the rail misses. */
export async function onboardInSandbox(context: Context, payout_id: string): Promise<Payout> {
  const { provider, now } = context
  if (context.environment !== 'sandbox' || !provider.onboard) throw new Failure('IR_02')
  const row = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    if (current.status !== 'requires_vendor_account_creation') {
      throw new Failure(
        'IR_14',
        `A payout that is ${current.status} is not waiting for an account.`,
      )
    }
    const { amount, currency } = current
    const instrument = await instrumentOf(context, current)
    const checked =
      instrument && (await provider.onboard?.({ amount, currency, instrument, faults: undefined }))
    if (checked?.result !== 'eligible') {
      throw new Failure('IR_14', 'The rail did not accept the recipient.')
    }
    const decided = advance(current, ['open_account'], ready(current, now), now)
    await context.commit(...decided.writes)
    return decided.row
  })
  return toApi(context.keyring, row)
}
