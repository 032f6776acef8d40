// Sandbox routes that simulate the rail and the recipient.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { payoutAccount } from './account.ts'
import { findOperation } from '#core/operations/read.ts'
import { settle } from '#core/operations/settle.ts'
import { ready } from './confirm.ts'
import { advance } from './lifecycle.ts'
import { readInstrument } from '#resources/methods/payout_methods/resolve_method.ts'
import { readPayout, toApi } from './read.ts'
import type { Payout, SettleInSandbox } from './schema.ts'
import { type PayoutOperation, payoutSettler } from './settler.ts'

/** Simulates the rail's final outcome, or a return by the recipient's bank. */
export async function settleInSandbox(
  context: Context,
  payout_id: string,
  input: SettleInSandbox,
): Promise<Payout> {
  if (context.environment !== 'sandbox') throw new Failure('IR_02')
  const current = await readPayout(context, payout_id)
  const { operation_id, status } = current
  const operation =
    operation_id && (await findOperation(context.db, context.merchant_id, operation_id))
  if (!operation) throw new Failure('IR_14', `This payout is \`${status}\`; it was not sent.`)
  const provider = await findProvider(context, operation)
  if (!provider.settle) throw new Failure('IR_02')
  const outcome = await provider.settle(operation.operation_id, input.outcome ?? 'approved')
  if (outcome === 'never_seen') throw new Failure('IR_14', 'The rail has no record of this payout.')
  const started = { row: current, operation: operation as PayoutOperation }
  return toApi(context, (await settle(context, payoutSettler, started, outcome)) ?? current)
}

/** Simulates the recipient who opens an account with the rail. */
export async function onboardInSandbox(context: Context, payout_id: string): Promise<Payout> {
  const { merchant_id, now } = context
  if (context.environment !== 'sandbox') throw new Failure('IR_02')
  const row = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    const { connector_id } = await payoutAccount(context, current)
    const provider = await findProvider(context, { merchant_id, connector_id })
    if (!provider.onboard) throw new Failure('IR_02')
    if (current.status !== 'requires_vendor_account_creation') {
      throw new Failure(
        'IR_14',
        `This payout is \`${current.status}\`; it does not wait for an account.`,
      )
    }
    const { amount, currency } = current
    const instrument = await readInstrument(context, current)
    const checked = instrument && (await provider.onboard?.({ amount, currency, instrument }))
    if (checked?.result !== 'eligible') {
      throw new Failure('IR_14', 'The rail did not accept the recipient.')
    }
    const decided = advance(current, ['open_account'], ready(current, now), now)
    await context.commit(...decided.writes)
    return decided.row
  })
  return toApi(context, row)
}
