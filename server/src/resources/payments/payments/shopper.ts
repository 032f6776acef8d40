// A payment's customer and order, as acquirers ask for them.
import type { Address, OrderLine, Shopper } from '#core/providers/shopper.ts'
import type { PaymentRow } from './store.ts'

export function toShopper(row: PaymentRow): Shopper {
  const { customer_id, name, email, phone, phone_country_code, billing, shipping } = row
  const address = billing?.address
  const full = [address?.first_name, address?.last_name].filter(Boolean).join(' ')
  const number = billing?.phone
  return {
    customer_id: customer_id ?? undefined,
    name: (name ?? full) || undefined,
    email: email ?? billing?.email ?? undefined,
    phone: joined(phone_country_code, phone) ?? joined(number?.country_code, number?.number),
    billing: toAddress(address),
    shipping: toAddress(shipping?.address),
    browser: toBrowser(row),
  }
}

function joined(country_code: string | null | undefined, number: string | null | undefined) {
  return number ? `${country_code ?? ''}${number}` : undefined
}

type Sent = NonNullable<PaymentRow['billing']>['address']

function toAddress(address: Sent): Address | undefined {
  if (address === undefined) return undefined
  const { line2, line3, ...rest } = address
  return { ...rest, line2: line2 ?? undefined, line3: line3 ?? undefined }
}

function toBrowser({ browser_info: info }: PaymentRow): Shopper['browser'] {
  if (info === null) return undefined
  const { time_zone: time_zone_offset, accept_language, language = accept_language, ...rest } = info
  return { ...rest, language, time_zone_offset }
}

interface OrderDetail {
  product_name: string
  quantity: number
  amount: number
}

export function toOrderLines({ order_details }: PaymentRow): OrderLine[] | undefined {
  const lines = order_details as readonly OrderDetail[] | null
  return lines?.map(({ product_name: name, quantity, amount }) => ({ name, quantity, amount }))
}
