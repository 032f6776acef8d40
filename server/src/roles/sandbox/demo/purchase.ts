// One purchase: the payment, the customer's choice on the bank's page, the capture and perhaps a refund.
import type { Purchase } from './plan.ts'
import type { Random } from './random.ts'
import { billingBody, cardData, type Shop } from './shop.ts'
import { refundReasons, TRANSFER } from './tables.ts'

/** For refunding some earlier purchases; the details are decided when the purchase is planned. */
export interface Refundable {
  readonly payment_id: string
  readonly amount: number
}

/** Returns a value if part of it can be refunded. */
export async function buy(shop: Shop, purchase: Purchase): Promise<Refundable | undefined> {
  const { api } = shop
  const { way, choice, amount } = purchase
  let payment = await api.post('/payments', paymentBody(shop, purchase))
  const path = `/payments/${payment.payment_id}`
  if (payment.status === 'requires_action' && choice !== 'leaves') {
    const page = payment.next_action?.redirect_to_url
    if (page === undefined) await api.post(`/sandbox${path}/settle`, { outcome: choice })
    else await chooseOn(page, choice === 'approved' ? 'approve' : 'decline')
    payment = await api.get(path)
  }
  if (payment.status === 'requires_capture') await finishCapture(shop, purchase, path)
  const isPaid = payment.status === 'succeeded' && way.method !== TRANSFER
  return isPaid ? { payment_id: payment.payment_id, amount } : undefined
}

/** Acts as the customer's browser: chooses on the bank's page, and returns to the shop through Florin. */
async function chooseOn(page: string, choice: 'approve' | 'decline'): Promise<void> {
  const chosen = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `choice=${choice}`,
  })
  const back = chosen.headers.get('Location')
  if (back === null) throw new Error(`The page of the bank answered ${chosen.status}.`)
  await fetch(back, { redirect: 'manual' })
}

function paymentBody({ profiles }: Shop, purchase: Purchase): object {
  const { person, product, amount, currency, way, capture, reference, profile } = purchase
  return {
    amount,
    currency,
    profile_id: profiles[profile],
    confirm: true,
    capture_method: capture === 'automatic' ? 'automatic' : 'manual',
    description: product.name,
    merchant_order_reference_id: reference,
    return_url: 'https://shop.example/thanks',
    payment_method: way.method,
    payment_method_type: way.type,
    payment_method_data: way.card === undefined ? way.data : cardData(way.card),
    billing: billingBody(person),
    ...(person === undefined
      ? { email: 'guest@example.com' }
      : { customer_id: person.customer_id, email: person.email, name: person.name }),
  }
}

async function finishCapture({ api }: Shop, { capture, amount }: Purchase, path: string) {
  if (capture === 'whole') await api.post(`${path}/capture`, {})
  if (capture === 'part') {
    await api.post(`${path}/capture`, { amount_to_capture: Math.round(amount / 2) })
  }
  if (capture === 'released') {
    await api.post(`${path}/cancel`, { cancellation_reason: 'requested_by_customer' })
  }
}

/** A part or the whole; an amount that ends in 77 would fail at the sandbox bank. */
export function planRefund(random: Random, { payment_id, amount }: Refundable): object {
  const part = random.chance(0.35) ? Math.max(100, Math.round(amount / 200) * 100) : amount
  return { payment_id, amount: part, reason: random.pick(refundReasons) }
}
