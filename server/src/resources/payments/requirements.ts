// The fields that a payment needs before it can be sent to the provider.
import { checkAll, Failure, requireAll, required } from '#errors.ts'
import type { Sent } from '#http/route.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import {
  checkInstrument,
  checkTerms,
  type PaymentMethod,
} from '#resources/payment_methods/instrument.ts'
import { methods } from '#resources/payment_methods/types.ts'
import type { Billing } from '#http/money_fields.ts'
import type { CreatePayment, UpdatePayment } from './schema.ts'
import type { PaymentRow } from './store.ts'

/** Everything that can be wrong with the body of a new payment, and needs no lookup. */
export function checkCreate(input: Sent<CreatePayment>, now: Date): void {
  checkAll(
    () => checkPayable(input, now),
    // A customer may bring the address: then billing is checked once the customer is read.
    () => needsBilling(input) && !input.customer_id && checkBilling(input.billing ?? null),
    () => input.shipping && checkShipping(input.shipping),
  )
}

/** The same through a link or for an invoice, which ask for the address themselves, if they want one. */
export function checkPayable(input: Sent<CreatePayment>, now: Date): void {
  checkAll(
    () => isSentWhole(input) && checkMethodSent(input),
    () => checkInstrument(isSentWhole(input) ? withData(input) : input, now),
  )
}

/** The address is merged with the stored one first, and checked after that. */
export function checkEdit(input: Sent<UpdatePayment>, now: Date): void {
  checkInstrument(input, now)
}

/** Confirmed at once, with a method that is in the request. */
function isSentWhole({ confirm, payment_method_id, payment_method_data }: Sent<CreatePayment>) {
  return confirm === true && !payment_method_id && payment_method_data?.token === undefined
}

function checkMethodSent({ payment_method, payment_method_data }: Sent<CreatePayment>): void {
  requireAll({ payment_method, payment_method_data })
}

/** Details that are absent are named one by one, if the method says which they are. */
function withData(input: Sent<CreatePayment>): Sent<CreatePayment> {
  const { payment_method, payment_method_data } = input
  return payment_method && !payment_method_data ? { ...input, payment_method_data: {} } : input
}

function needsBilling({ payment_method_data, payment_method_id, confirm }: Sent<CreatePayment>) {
  return payment_method_data !== undefined || (confirm === true && !payment_method_id)
}

const address = ['line1', 'city', 'state', 'zip', 'country', 'first_name', 'last_name'] as const
const phone = ['number', 'country_code'] as const

export function checkBilling(billing: Sent<Billing> | null): void {
  checkContact('billing', billing)
}

export function checkShipping(shipping: Sent<Billing> | null): void {
  checkContact('shipping', shipping)
}

function checkContact(part: string, contact: Sent<Billing> | null): void {
  const named = (of: string, names: readonly string[], values: Sent<object> = {}) =>
    names.map((name) => [`${part}.${of}.${name}`, (values as Record<string, unknown>)[name]])
  requireAll({
    [part]: contact,
    ...Object.fromEntries(named('address', address, contact?.address)),
    ...Object.fromEntries(named('phone', phone, contact?.phone)),
  })
}

export function checkMethod(
  row: PaymentRow,
  { method, method_type }: Pick<PaymentMethod, 'method' | 'method_type'>,
  profile: Profile,
): void {
  if (methods[method].needs_return_url && row.return_url === null) throw required('return_url')
  if (method === 'pay_later' && row.email === null && !row.billing?.email) throw required('email')
  const allowed = profile.allowed_payment_method_types
  if (allowed.length > 0 && !allowed.includes(method_type)) {
    throw new Failure('IR_29', `This profile does not take ${method_type}.`, {
      field: 'payment_method_type',
    })
  }
  checkWalletIdentity(method_type, profile)
  checkTerms(row)
}

function checkWalletIdentity(method_type: string, profile: Profile): void {
  if (method_type !== 'apple_pay' && method_type !== 'google_pay') return
  if (profile.wallet_identities[method_type]) return
  throw new Failure(
    'IR_04',
    `Give the profile a merchant identity for ${method_type} first, in wallet_identities.`,
    {
      field: 'payment_method_type',
    },
  )
}
