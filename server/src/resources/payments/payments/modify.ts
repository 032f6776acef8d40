// Captures and voids: record, call, record, against an existing hold or page.
import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { busy, nextOperation, perform, record, refuse } from '#core/operations/perform.ts'
import { intend, type Intended } from '#core/operations/operation.ts'
import type { CaptureIntent, CaptureOperation, VoidIntent, VoidOperation } from './intent.ts'
import { outcomeChange } from './lifecycle.ts'
import type { Outcome } from '#core/providers/provider.ts'
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
  const about = {
    merchant_id,
    operation_id,
    object_id,
    currency,
    provider: context.provider.name,
    parent_id: current.authorization_id,
    now: context.clock.now(),
  }
  const { operation, write, decided_ms } =
    what.kind === 'capture'
      ? intend({ ...about, kind: 'capture', amount: what.amount, intent: { ...what.intent, from } })
      : intend({ ...about, kind: 'void', amount: 0, intent: { ...what.intent, from } })
  const locked = { ...current, operation_id }
  await record(context, operation, outcomeChange(current, locked), write)
  return { row: { ...locked, version: current.version + 1 }, operation, decided_ms }
}

/** Calls the provider and records the outcome. */
export async function performModification(
  context: Context,
  started: Started,
): Promise<{ row: PaymentRow; outcome: Outcome }> {
  const { row = started.row, outcome } = await perform(context, paymentSettler, started, (faulty) =>
    requestModification(faulty, started.row, started.operation),
  )
  return { row, outcome }
}

/** A void that was refused because nothing is held any more has done its work. */
function isReleased(row: PaymentRow, { operation }: Started): boolean {
  return operation.kind === 'void' && row.status !== operation.intent.from
}
