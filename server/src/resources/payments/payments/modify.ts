// Captures and voids: record, call, record, against an existing hold or page.
import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { busy, nextOperation, perform, record, refuse } from '#core/operations/perform.ts'
import { intend, type Intended } from '#core/operations/operation.ts'
import type { CaptureIntent, CaptureOperation, VoidIntent, VoidOperation } from './intent.ts'
import { outcomeChange } from './lifecycle.ts'
import { findProvider } from '#core/providers/accounts.ts'
import type { Outcome, Provider } from '#core/providers/provider.ts'
import { paymentAccount } from './account.ts'
import { readPayment, toApi } from './read.ts'
import type { Payment } from './schema.ts'
import { paymentSettler, requestModification } from './settler.ts'
import type { PaymentRow } from './store.ts'

type Modification =
  | { kind: 'capture'; amount: number; intent: Omit<CaptureIntent, 'from'> }
  | { kind: 'void'; intent: Omit<VoidIntent, 'from'> }

/** A request to the provider, writes without one, or nothing. */
export type Step = Modification | { row: PaymentRow; writes: [Write, ...Write[]] } | undefined

interface Started extends Omit<Intended<CaptureOperation | VoidOperation>, 'write'> {
  row: PaymentRow
}

/** One step on a payment, from reading it to its outcome. `decide` throws, or returns the step; a conflict runs it again. */
export async function modify(
  context: Context,
  payment_id: string,
  decide: (current: PaymentRow) => Step,
): Promise<Payment> {
  const { operation_id, started: earlier } = await nextOperation(context)
  if (earlier) return toApi(context, await readPayment(context, payment_id))
  const started = await retryOnConflict(async () => {
    const current = await readPayment(context, payment_id)
    const step = decide(current)
    if (step === undefined) return current
    if ('kind' in step) return startModification(context, current, operation_id, step)
    await context.commit(...step.writes)
    return step.row
  })
  if (!('operation' in started)) return toApi(context, started)
  const { row, outcome } = await performModification(context, started)
  if (!isReleased(row, started)) refuse(outcome)
  return toApi(context, row)
}

/** Records the intent and locks the payment for it; the provider is not called yet. */
export async function startModification(
  context: Context,
  current: PaymentRow,
  operation_id: string,
  what: Modification,
): Promise<Started> {
  if (current.operation_id !== null) throw busy('Another request is acting on this payment.')
  const { merchant_id, payment_id: object_id, currency, status: from } = current
  const account = paymentAccount(context, current)
  const provider = await findProvider(context, { merchant_id, ...account })
  const about = {
    merchant_id,
    operation_id,
    object_id,
    currency,
    ...account,
    parent_id: current.authorization_id,
    parent_transaction_id: current.connector_transaction_id,
    now: context.clock.now(),
  }
  const { operation, write, decided_ms } =
    what.kind === 'capture'
      ? intend({
          ...about,
          kind: 'capture',
          amount: what.amount,
          intent: { ...what.intent, from },
          request: composeRequest(provider, current, { ...about, ...what }),
        })
      : intend({
          ...about,
          kind: 'void',
          amount: 0,
          intent: { ...what.intent, from },
          request: composeRequest(provider, current, { ...about, ...what }),
        })
  const locked = { ...current, operation_id }
  await record(context, operation, outcomeChange(current, locked), write)
  return { row: { ...locked, version: current.version + 1 }, operation, decided_ms }
}

/** The body to store, where a repeated request must have the same bytes. */
function composeRequest(
  provider: Provider,
  { payment_id, merchant_id }: PaymentRow,
  planned: Pick<
    CaptureOperation,
    'operation_id' | 'currency' | 'parent_id' | 'parent_transaction_id'
  > &
    Modification,
): string | null {
  if (provider.compose === undefined) return null
  const { operation_id, currency, parent_id, parent_transaction_id } = planned
  const request = {
    operation_id,
    currency,
    merchant_id,
    reference: payment_id,
    parent_id: parent_id ?? '',
    parent_transaction_id,
  }
  if (planned.kind === 'void') return provider.compose('void', request)
  const { amount, intent } = planned
  return provider.compose('capture', { ...request, amount, final: intent.final })
}

/** Calls the provider and records the outcome. */
export async function performModification(
  context: Context,
  started: Started,
): Promise<{ row: PaymentRow; outcome: Outcome }> {
  const { row = started.row, outcome } = await perform(
    context,
    paymentSettler,
    started,
    (provider) => requestModification(context, provider, started.row, started.operation),
  )
  return { row, outcome }
}

/** A void that was refused because nothing is held any more has done its work. */
function isReleased(row: PaymentRow, { operation }: Started): boolean {
  return operation.kind === 'void' && row.status !== operation.intent.from
}
