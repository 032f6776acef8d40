import type { Context } from '../kernel/context.ts'
import { isCurrency } from '../kernel/money.ts'
import { Failure } from '../errors.ts'
import { type Envelope, envelope, pageRequest, valuesOf } from '../http/lists.ts'
import { type Dispute, type ListDisputes, stages } from './schema.ts'
import { shown } from './shown.ts'
import { dispute } from './state.ts'
import { pageOfDisputes } from './store.ts'

export async function listDisputes(
  context: Context,
  input: ListDisputes,
): Promise<Envelope<Dispute>> {
  const request = pageRequest(input)
  const filter = {
    status: known('status', valuesOf(input, 'status'), isStatus),
    dispute_stage: known('dispute_stage', valuesOf(input, 'dispute_stage'), isStage),
    payment_id: valuesOf(input, 'payment_id'),
    dispute_id: valuesOf(input, 'dispute_id'),
    currency: known('currency', valuesOf(input, 'currency'), isCurrency),
    profile_id: valuesOf(input, 'profile_id'),
    reason: valuesOf(input, 'reason'),
  }
  const page = await pageOfDisputes(context.db, context.merchant_id, filter, request)
  return envelope(request, page, shown)
}

const isStatus = (name: string) => Object.hasOwn(dispute.states, name)
const isStage = (name: string) => (stages as readonly string[]).includes(name)

/** A value that nothing can have is a mistake, not an empty list. */
function known(field: string, sent: string[] | undefined, is: (name: string) => boolean) {
  const wrong = sent?.find((name) => !is(name))
  if (wrong === undefined) return sent
  throw new Failure('IR_04', `There is no ${field} ${wrong}.`, { field })
}
