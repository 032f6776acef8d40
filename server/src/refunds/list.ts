import type { Context } from '../kernel/context.ts'
import { isCurrency } from '../kernel/money.ts'
import { Failure } from '../errors.ts'
import { type Envelope, envelope, pageRequest, valuesOf } from '../http/lists.ts'
import { type ListRefunds, type Refund, refundTypeOf } from './schema.ts'
import { refund } from './state.ts'
import { pageOfRefunds } from './store.ts'

export async function listRefunds(context: Context, input: ListRefunds): Promise<Envelope<Refund>> {
  const request = pageRequest(input)
  const filter = {
    ...input,
    payment_id: valuesOf(input, 'payment_id'),
    refund_id: valuesOf(input, 'refund_id'),
    status: statusesOf(input),
    refund_type: known('refund_type', valuesOf(input, 'refund_type'), refundTypeOf),
    currency: known('currency', valuesOf(input, 'currency'), (code) =>
      isCurrency(code) ? code : undefined,
    ),
    profile_id: valuesOf(input, 'profile_id'),
  }
  const page = await pageOfRefunds(context.db, context.merchant_id, filter, request)
  return envelope(request, page, (row) => row)
}

/** Under both of its names a status must be one of both. */
function statusesOf(input: ListRefunds): string[] | undefined {
  const ofStatus = (name: string) => (Object.hasOwn(refund.states, name) ? name : undefined)
  const status = known('status', valuesOf(input, 'status'), ofStatus)
  const alias = known('refund_status', valuesOf(input, 'refund_status'), ofStatus)
  return status && alias ? status.filter((name) => alias.includes(name)) : (status ?? alias)
}

/** A value that nothing can have is a mistake, not an empty list. */
function known(
  field: string,
  sent: string[] | undefined,
  read: (name: string) => string | undefined,
): string[] | undefined {
  return sent?.map((name) => {
    const value = read(name)
    if (value !== undefined) return value
    throw new Failure('IR_04', `There is no ${field} ${name}.`, { field })
  })
}
