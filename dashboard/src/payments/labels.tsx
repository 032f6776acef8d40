// The texts by which people know a payment, on its own list and on those that belong to payments.
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'

type Payment = Schemas['Payment']

export function customerLabel({
  email,
  name,
  customer_id,
}: Pick<Payment, 'email' | 'name' | 'customer_id'>): string | null {
  return email ?? name ?? customer_id
}

type Ordered = Pick<Payment, 'merchant_order_reference_id' | 'description'>

/** The order's reference, or what was bought. */
export function orderLabel({ merchant_order_reference_id, description }: Ordered) {
  if (merchant_order_reference_id !== null) return merchant_order_reference_id
  return description === null ? '–' : <span className="faint">{description}</span>
}

export interface WithPayment {
  /** Undefined if the role may not read payments. */
  readonly payment: Payment | undefined
}

interface Belonging {
  readonly payment_id: string
}

/** One request for all payments of a page. */
export async function withPayments<Row extends Belonging>(
  rows: readonly Row[],
): Promise<(Row & WithPayment)[]> {
  const ids = [...new Set(rows.map(({ payment_id }) => payment_id))]
  const found = ids.length === 0 ? [] : await readPayments(ids)
  const payments = new Map(found.map((payment) => [payment.payment_id, payment]))
  return rows.map((row) => ({ ...row, payment: payments.get(row.payment_id) }))
}

async function readPayments(ids: readonly string[]): Promise<readonly Payment[]> {
  const query = { payment_id: ids.join(','), limit: 100 }
  const read = unwrapAnswer(api.GET('/payments/list', { params: { query } }))
  return (await read.catch(() => ({ data: [] }))).data
}

/** Columns of a list whose entries belong to payments. */
export const paymentColumns = {
  customer: {
    id: 'customer',
    title: 'Customer',
    isWide: true,
    cell: ({ payment }: WithPayment) => (payment && customerLabel(payment)) ?? '–',
    text: ({ payment }: WithPayment) => (payment && customerLabel(payment)) ?? null,
  },
  order: {
    id: 'order',
    title: 'Order',
    isWide: true,
    cell: ({ payment }: WithPayment) => (payment ? orderLabel(payment) : '–'),
    text: ({ payment }: WithPayment) => payment?.merchant_order_reference_id ?? null,
  },
} as const
