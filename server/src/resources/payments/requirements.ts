// The fields that a payment needs before it can be sent to the provider.
import { Failure, required } from '#errors.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import type { PaymentMethod } from '#resources/payment_methods/instrument.ts'
import type { Billing } from '#http/money_fields.ts'
import type { PaymentRow } from './store.ts'

const address = ['line1', 'city', 'state', 'zip', 'country', 'first_name', 'last_name'] as const
const phone = ['number', 'country_code'] as const

export function checkBilling(billing: Billing | null): void {
  checkContact('billing', billing)
}

export function checkShipping(shipping: Billing | null): void {
  checkContact('shipping', shipping)
}

function checkContact(part: string, contact: Billing | null): void {
  if (contact === null) throw required(part)
  for (const name of address) {
    if (!contact.address?.[name]) throw required(`${part}.address.${name}`)
  }
  for (const name of phone) if (!contact.phone?.[name]) throw required(`${part}.phone.${name}`)
}

const REDIRECTING: ReadonlySet<string> = new Set(['wallet', 'bank_redirect', 'crypto', 'pay_later'])

export function checkMethod(
  row: PaymentRow,
  { method, method_type }: Pick<PaymentMethod, 'method' | 'method_type'>,
  profile: Profile,
): void {
  if (REDIRECTING.has(method) && row.return_url === null) throw required('return_url')
  if (method === 'pay_later' && row.email === null && !row.billing?.email) throw required('email')
  const allowed = profile.allowed_payment_method_types
  if (allowed.length > 0 && !allowed.includes(method_type)) {
    throw new Failure('IR_29', `This profile does not take ${method_type}.`, {
      field: 'payment_method_type',
    })
  }
  checkWalletIdentity(method_type, profile)
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
