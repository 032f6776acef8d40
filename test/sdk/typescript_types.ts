// A merchant's program as an editor checks it: compiled by `npm run types` and never run.
import {
  type Florin,
  InvalidRequestError,
  type PaymentCreate,
  verifyWebhook,
} from '../../sdk/typescript/src/index.ts'

export async function pay(florin: Florin): Promise<void> {
  const card = {
    card_number: '4242424242424242',
    card_exp_month: '12',
    card_exp_year: '2099',
    card_cvc: '123',
  }
  const order: PaymentCreate = {
    amount: 1999,
    currency: 'EUR',
    confirm: true,
    payment_method: 'card',
    payment_method_data: { card },
    billing: { address: { first_name: 'Ada', country: 'GB' } },
    metadata: { order_id: '77' },
    description: undefined,
  }
  const payment = await florin.payments.create(order)
  payment.status satisfies string
  // @ts-expect-error: an unknown field.
  await florin.payments.create({ amount: 1, currency: 'EUR', descripton: 'x' })
  // @ts-expect-error: a missing field.
  await florin.payments.create({ amount: 1 })
}

export async function read(florin: Florin): Promise<void> {
  for await (const refund of florin.refunds.list({ limit: 1 })) refund.refund_id satisfies string
  const { data } = await florin.payments.list()
  data[0]?.payment_id satisfies string | undefined
}

export async function receive(body: string, headers: Headers): Promise<string> {
  const event = await verifyWebhook(body, headers, ['old', 'new'])
  if (event.event_type === 'payment_succeeded') return event.content.object.payment_id
  if (event.event_type === 'refund_failed') return event.content.object.refund_id
  // @ts-expect-error: other events have other objects.
  return event.content.object.payment_id
}

export function readFields(error: unknown): (string | undefined)[] {
  if (!(error instanceof InvalidRequestError)) return []
  return error.faults.map(({ field }) => field)
}
