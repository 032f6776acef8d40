import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { type Envelope, envelope, pageRequest, valuesOf } from '../http/lists.ts'
import { isCurrency } from '../kernel/money.ts'
import { entityTypes, type ListPayouts, type Payout, payoutTypes } from './schema.ts'
import { shown } from './shown.ts'
import { payout } from './state.ts'
import { pageOfPayouts } from './store.ts'

const entities = entityTypes.map(letters)

/** `Non_Profit` and `nonprofit` are the same kind of recipient. */
function letters(entity_type: string): string {
  return entity_type.toLowerCase().replaceAll('_', '')
}

export async function listPayouts(context: Context, input: ListPayouts): Promise<Envelope<Payout>> {
  const request = pageRequest(input)
  const types = valuesOf(input, 'payout_type')?.map((type) => type.toLowerCase())
  const entity_types = valuesOf(input, 'entity_type')?.map(letters)
  const filter = {
    ...input,
    payout_id: valuesOf(input, 'payout_id'),
    status: known('status', valuesOf(input, 'status'), (name) =>
      Object.hasOwn(payout.states, name),
    ),
    customer_id: valuesOf(input, 'customer_id'),
    currency: known('currency', valuesOf(input, 'currency'), isCurrency),
    payout_type: known('payout_type', types, (name) => payoutTypes.some((type) => type === name)),
    entity_type: known('entity_type', entity_types, (name) => entities.includes(name)),
    profile_id: valuesOf(input, 'profile_id'),
  }
  const page = await pageOfPayouts(context.db, context.merchant_id, filter, request)
  return envelope(request, page, (row) => shown(context.keyring, row))
}

/** A value that nothing can have is a mistake, not an empty list. */
function known(field: string, sent: string[] | undefined, is: (name: string) => boolean) {
  const wrong = sent?.find((name) => !is(name))
  if (wrong === undefined) return sent
  throw new Failure('IR_04', `There is no ${field} ${wrong}.`, { field })
}
