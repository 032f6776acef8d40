import { isDeepStrictEqual } from 'node:util'
import { insert, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { mergeMetadata } from '#http/fields.ts'
import { getCustomer, toApi } from './read.ts'
import type { CreateCustomer, Customer } from './schema.ts'
import { type CustomerRow, customers, findAnyCustomer } from './store.ts'

/** Stores a customer under the merchant's id, or under a generated one. */
export async function createCustomer(context: Context, input: CreateCustomer): Promise<Customer> {
  const row = newCustomer(context, input)
  if (await context.tryCommit(insert(customers, row))) return toApi(row)
  // A generated id exists only if an earlier attempt at this request created it.
  if (input.customer_id === undefined) return getCustomer(context, row.customer_id)
  const earlier = context.isRetry ? await findEarlier(context, row) : undefined
  if (earlier === undefined) throw taken(row.customer_id)
  return toApi(earlier)
}

/** The customer that an earlier attempt at this request created: all its fields equal those sent. */
async function findEarlier({ db }: Context, wanted: CustomerRow): Promise<CustomerRow | undefined> {
  const existing = await findAnyCustomer(db, wanted.merchant_id, wanted.customer_id)
  if (existing === undefined) return undefined
  const { created, modified_at, version } = existing
  const isSame = isDeepStrictEqual(existing, { ...wanted, created, modified_at, version })
  return isSame ? existing : undefined
}

function taken(existing_id: string): Failure {
  return new Failure('HE_01', `A customer with the id ${existing_id} exists already.`, {
    field: 'customer_id',
    details: { existing_id },
  })
}

function newCustomer(context: Context, input: CreateCustomer): CustomerRow {
  return {
    merchant_id: context.merchant_id,
    customer_id: input.customer_id ?? context.id('cus'),
    email: input.email ?? null,
    name: input.name ?? null,
    phone: input.phone ?? null,
    phone_country_code: input.phone_country_code ?? null,
    description: input.description ?? null,
    address: input.address ?? null,
    metadata: mergeMetadata({}, input.metadata),
    default_payment_method_id: null,
    default_cleared_at: null,
    created: context.now,
    modified_at: context.now,
    deleted_at: null,
    redact_at: null,
    version: 1,
  }
}

/** The customer with this id, or a new one and the writes that create it. */
export async function attachCustomer(
  context: Context,
  person: CreateCustomer,
): Promise<{ customer: Customer; writes: Write[] }> {
  const known =
    person.customer_id === undefined
      ? undefined
      : await findAnyCustomer(context.db, context.merchant_id, person.customer_id)
  if (known?.deleted_at) throw taken(known.customer_id)
  if (known) return { customer: known, writes: [] }
  const customer = newCustomer(context, person)
  return { customer, writes: [insert(customers, customer)] }
}
