// Parsed payment orders. An order is complete: everything that needs no lookup has been checked. Checks that need the
// profile, the customer or the payment are below, before anything is sent.
import { Failure, type Fault, missing, missingAmong, refuseFaults, required } from '#errors.ts'
import type { Billing } from '#http/money_fields.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { parseWithMethod, type WithMethod } from '#resources/methods/payment_methods/parse.ts'
import { checkTerms, type Resolved } from '#resources/methods/payment_methods/resolve.ts'
import { methods } from '#resources/methods/payment_methods/types.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { ConfirmPayment, CreatePayment, UpdatePayment } from './schema.ts'
import type { PaymentRow } from './store.ts'

export type PaymentOrder = WithMethod<CreatePayment>
export type ConfirmOrder = WithMethod<ConfirmPayment>

export interface UpdateOrder extends WithMethod<UpdatePayment> {
  /** Names of the fields in the request. */
  readonly fields: readonly string[]
}

export function parsePayment(body: Sent<CreatePayment>, now: Date): Parsed<PaymentOrder> {
  const { customer_id, billing = null, shipping } = body
  const isWhole = isSentWhole(body)
  const { payment_method, payment_method_data } = body
  // A customer may bring the address: then billing is checked once the customer is read.
  const isBilled = needsBilling(body) && !customer_id
  const { faults, order } = parseWithMethod<CreatePayment>(isWhole ? withData(body) : body, now)
  return {
    faults: [
      ...(isWhole ? missingAmong({ payment_method, payment_method_data }) : []),
      ...faults,
      ...(isBilled ? contactFaults('billing', billing) : []),
      ...(shipping ? contactFaults('shipping', shipping) : []),
    ],
    order,
  }
}

export function parseConfirmation(body: Sent<ConfirmPayment>, now: Date): Parsed<ConfirmOrder> {
  return parseWithMethod(body, now)
}

/** The address is merged with the stored one first, and checked after that. */
export function parseUpdate(body: Sent<UpdatePayment>, now: Date): Parsed<UpdateOrder> {
  const { faults, order } = parseWithMethod<UpdatePayment>(body, now)
  return { faults, order: () => ({ ...order(), fields: Object.keys(body) }) }
}

/** Confirmed at once, with a method that is in the request. */
function isSentWhole({ confirm, payment_method_id, payment_method_data }: Sent<CreatePayment>) {
  return confirm === true && !payment_method_id && payment_method_data?.token === undefined
}

/** Details that are absent are named one by one, if the method says which they are. */
function withData(body: Sent<CreatePayment>): Sent<CreatePayment> {
  const { payment_method, payment_method_data } = body
  return payment_method && !payment_method_data ? { ...body, payment_method_data: {} } : body
}

function needsBilling({ payment_method_data, payment_method_id, confirm }: Sent<CreatePayment>) {
  return payment_method_data !== undefined || (confirm === true && !payment_method_id)
}

const CONTACT = {
  address: ['line1', 'city', 'state', 'zip', 'country', 'first_name', 'last_name'],
  phone: ['number', 'country_code'],
} as const

function contactFaults(part: 'billing' | 'shipping', contact: Sent<Billing> | null): Fault[] {
  const faults = contact ? [] : [missing(part)]
  for (const group of ['address', 'phone'] as const) {
    const values = (contact?.[group] ?? {}) as Readonly<Record<string, unknown>>
    for (const name of CONTACT[group]) {
      if (!values[name]) faults.push(missing(`${part}.${group}.${name}`))
    }
  }
  return faults
}

export function checkBilling(billing: Billing | null): void {
  refuseFaults(contactFaults('billing', billing))
}

/** The fields that a confirmation with a new card must bring, because the payment lacks them. */
export function listMissingFields(row: PaymentRow): string[] {
  if (row.payment_link_id || row.invoice_id) return []
  if (row.billing === null) return ['billing']
  return contactFaults('billing', row.billing).flatMap(({ field = [] }) => field)
}

export function checkShipping(shipping: Billing | null): void {
  refuseFaults(contactFaults('shipping', shipping))
}

export function checkMethod(
  row: PaymentRow,
  { method, method_type, instrument, isSaved }: Omit<Resolved, 'masked' | 'writes'>,
  profile: Profile,
): void {
  const isEntered = instrument.type === 'provider_page' && !isSaved
  const isPage = methods[method].needs_return_url || isEntered
  if (isPage && row.return_url === null) throw required('return_url')
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
