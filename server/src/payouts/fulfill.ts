// Decide, commit, act, commit. The first commit takes the money out of the balance and says what is about
// to be asked; then the rail is asked, once, under that operation's id; then what came of it is written.
import { change, type Write } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { transfer } from '../ledger/transfer.ts'
import { findOperation } from '../operations/find.ts'
import { begin, type OperationRow } from '../operations/operation.ts'
import { callbackUrl } from '../payments/authorize.ts'
import { faultsOf, unlessDown } from '../payments/faults.ts'
import { notSent } from '../payments/not_sent.ts'
import type { PayoutInstrument } from '../providers/payout.ts'
import { checkComplete } from './edit.ts'
import { NO_REFUSAL } from './eligibility.ts'
import { checkFunds } from './funds.ts'
import { move } from './move.ts'
import { instrumentOf } from './paid_to.ts'
import { readPayout } from './read.ts'
import { checkStillHere } from './refusals.ts'
import type { Payout } from './schema.ts'
import { settle } from './settle.ts'
import { shown } from './shown.ts'
import type { PayoutRow } from './store.ts'

/** Sends the money. */
export async function fulfillPayout(context: Context, payout_id: string): Promise<Payout> {
  const operation_id = context.id('op')
  // What an earlier try of this very request has begun is not begun again.
  if (context.again && (await findOperation(context.db, context.merchant_id, operation_id))) {
    return shown(context.keyring, await readPayout(context, payout_id))
  }
  const sending = await deciding(async () => {
    const current = await readPayout(context, payout_id)
    checkFulfill(current)
    return beginSending(context, current, operation_id)
  })
  return shown(context.keyring, await finishSending(context, sending))
}

const FIRST: Readonly<Record<string, string>> = {
  requires_payout_method_data: 'waits for the details of its recipient',
  requires_confirmation: 'must be confirmed first',
  requires_vendor_account_creation: 'waits until its recipient has an account with the rail',
}

function checkFulfill(current: PayoutRow): void {
  checkStillHere(current, 'fulfilled')
  const first = FIRST[current.status]
  if (first !== undefined) throw new Failure('IR_14', `The payout ${first}.`)
  checkComplete(current)
}

export interface Sending {
  payout: PayoutRow
  operation: OperationRow
  instrument: PayoutInstrument
}

/** Writes what we are about to do. Nothing has been asked yet. */
export async function beginSending(
  context: Context,
  current: PayoutRow,
  operation_id: string,
): Promise<Sending> {
  faultsOf(context)
  const instrument = await instrumentOf(context, current)
  if (instrument === undefined) {
    throw new Failure('IR_14', 'The method of this payout is no longer stored; send another one.')
  }
  const guarding = await checkFunds(context, current)
  const { merchant_id, payout_id: object_id, amount, currency } = current
  const about = { merchant_id, operation_id, object_id, amount, currency }
  const operation = begin({
    ...about,
    kind: 'payout',
    provider: context.provider.name,
    parent_id: null,
    intent: {},
    now: context.clock.now(),
  })
  const set = { ...NO_REFUSAL, operation_id, connector: context.provider.name, fulfill_at: null }
  const moved = move(current, ['send'], set, context.now)
  const writes: Write[] = [
    operation.write,
    ...transfer('payout', { ...about, created: context.now }),
  ]
  await context.committer.commit(change(...moved.writes, ...writes, ...guarding))
  return { payout: moved.row, operation: operation.row, instrument }
}

/** Asks the rail and writes what came of it. */
export async function finishSending(context: Context, sending: Sending): Promise<PayoutRow> {
  const { payout, operation, instrument } = sending
  const { operation_id, amount, currency } = operation
  const faults = faultsOf(context)
  const outcome = await unlessDown(faults, () =>
    context.provider.payout({
      operation_id,
      amount,
      currency,
      instrument,
      merchant_id: payout.merchant_id,
      reference: payout.payout_id,
      priority: payout.priority ?? undefined,
      callback_url: callbackUrl(context, payout.merchant_id),
      faults,
    }),
  )
  const row = await settle(context, payout, operation, outcome, { isAnswer: true })
  if (outcome.result === 'not_sent') throw notSent(outcome.reason)
  return row
}
