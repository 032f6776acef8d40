// Who is paid: the customer that is named, or one that is made with the payout.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { attachCustomer } from '#resources/customers/create.ts'
import type { EditPayout } from './schema.ts'
import type { PayoutRow } from './store.ts'

export interface Recipient {
  set: Pick<PayoutRow, 'customer_id' | 'email' | 'name' | 'phone' | 'phone_country_code'>
  writes: Write[]
}

const NAMES = ['email', 'name', 'phone', 'phone_country_code'] as const

/** Undefined when the recipient stays who it is. `owner` is whose saved method is used. */
export async function recipientOf(
  context: Context,
  current: PayoutRow,
  input: EditPayout,
  owner: string | undefined,
): Promise<Recipient | undefined> {
  const named = namedIn(input)
  const details = NAMES.flatMap((name) => {
    const value = input.customer?.[name] ?? input[name]
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  const isNew = current.customer_id === ''
  if (!isNew && named === undefined && details.length === 0) return undefined
  const sent = Object.fromEntries(details)
  const customer_id = named ?? (isNew ? owner : current.customer_id)
  const person = { ...sent, ...(customer_id === undefined ? {} : { customer_id }) }
  const { customer, writes } = await attachCustomer(context, person)
  const { email, name, phone, phone_country_code } = { ...customer, ...sent }
  const set = { customer_id: customer.customer_id, email, name, phone, phone_country_code }
  return { set, writes }
}

function namedIn({ customer, customer_id }: EditPayout): string | undefined {
  const old = customer_id ?? undefined
  if (customer?.id !== undefined && old !== undefined && customer.id !== old) {
    throw new Failure('IR_04', '`customer_id` and `customer.id` name two customers; send one.', {
      field: 'customer_id',
    })
  }
  return customer?.id ?? old
}
