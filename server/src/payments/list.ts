import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { type Envelope, envelope, pageRequest, valuesOf } from '../http/lists.ts'
import { isCurrency } from '../kernel/money.ts'
import { methodTypeNames, methodTypes } from '../payment_methods/types.ts'
import type { ListPayments, Payment } from './schema.ts'
import { shown } from './shown.ts'
import { payment } from './state.ts'
import { pageOfPayments } from './store.ts'

/** Names for states that other documents use. */
const aliases: Readonly<Record<string, string>> = {
  requires_customer_action: 'requires_action',
  requires_redirection: 'requires_action',
  pending: 'processing',
}

export async function listPayments(
  context: Context,
  input: ListPayments,
): Promise<Envelope<Payment>> {
  const request = pageRequest(input)
  const filter = {
    ...input,
    payment_id: valuesOf(input, 'payment_id'),
    status: statusesOf(valuesOf(input, 'status')),
    customer_id: valuesOf(input, 'customer_id'),
    currency: known('currency', valuesOf(input, 'currency'), isCurrency),
    payment_method: known('payment_method', valuesOf(input, 'payment_method'), isMethod),
    payment_method_type: known(
      'payment_method_type',
      valuesOf(input, 'payment_method_type'),
      isKind,
    ),
    profile_id: valuesOf(input, 'profile_id'),
  }
  const page = await pageOfPayments(context.db, context.merchant_id, filter, request)
  return envelope(request, page, (row) => shown(context.keyring, row))
}

function statusesOf(sent: string[] | undefined): string[] | undefined {
  const known: Readonly<Record<string, string>> = payment.states
  return sent?.map((name) => {
    const status = aliases[name] ?? name
    if (status in known) return status
    throw new Failure('IR_04', `There is no status ${name}.`, { field: 'status' })
  })
}

const isMethod = (name: string) => Object.hasOwn(methodTypes, name)
const isKind = (name: string) => methodTypeNames.includes(name)

/** A value that nothing can have is a mistake, not an empty list. */
function known(field: string, sent: string[] | undefined, is: (name: string) => boolean) {
  const wrong = sent?.find((name) => !is(name))
  if (wrong === undefined) return sent
  throw new Failure('IR_04', `There is no ${field} ${wrong}.`, { field })
}
