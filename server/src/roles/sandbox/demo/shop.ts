// The demo's two shops: their profiles, customers and plans.
import { exampleCard } from '#resources/payments/payments/example.ts'
import type { SandboxFacts } from '../welcome.ts'
import { type DemoApi, inParallel } from './api.ts'
import { type Person, people } from './tables.ts'

export type ProfileName = 'Online shop' | 'Roastery'

export interface Shop {
  readonly api: DemoApi
  readonly merchant_id: string
  readonly profiles: Readonly<Record<ProfileName, string>>
}

export async function openShop(
  api: DemoApi,
  { merchant_id, profile_id }: SandboxFacts,
  webhooks: string,
): Promise<Shop> {
  const path = `/account/${merchant_id}/business_profile`
  await api.post(`${path}/${profile_id}`, {
    profile_name: 'Online shop',
    webhook_details: { webhook_url: `${webhooks}/shop` },
  })
  const roastery = await api.post(path, {
    profile_name: 'Roastery',
    webhook_details: { webhook_url: `${webhooks}/roastery` },
    return_url: 'https://roastery.example/thanks',
  })
  await inParallel(people, 4, (person) => {
    const { customer_id, name, email } = person
    return api.post('/customers', { customer_id, name, email, address: addressBody(person) })
  })
  await openPlans(api, profile_id)
  return {
    api,
    merchant_id,
    profiles: { 'Online shop': profile_id, Roastery: roastery.profile_id },
  }
}

function addressBody({ name, city, country, zip }: Person) {
  const [first_name = '', ...rest] = name.split(' ')
  const person = { first_name, last_name: rest.join(' ') }
  return { line1: '12 Mill Lane', city, state: city, country, zip, ...person }
}

async function openPlans(api: DemoApi, profile_id: string): Promise<void> {
  const post = (path: string, body: object) => api.post(`/subscriptions/${path}`, body, profile_id)
  await post('plans', {
    plan_id: 'beans',
    name: 'Beans every month',
    prices: [
      { item_price_id: 'beans-monthly', amount: 1490, currency: 'EUR', interval: 'month' },
      { item_price_id: 'beans-yearly', amount: 14_900, currency: 'EUR', interval: 'year' },
    ],
  })
  await post('plans', {
    plan_id: 'tasting',
    name: 'Tasting club',
    prices: [
      {
        item_price_id: 'tasting-monthly',
        amount: 3900,
        currency: 'EUR',
        interval: 'month',
        trial_period: 14,
      },
    ],
  })
  const coupon = { coupon_code: 'WELCOME20', percent_off: 20, duration: 'once' }
  await post('coupons', coupon)
}

export const CARD = { payment_method: 'card', payment_method_type: 'credit' } as const

/** American Express has a four-digit security code. */
export function cardData(card_number: string) {
  const card_cvc = card_number.startsWith('3') ? '1234' : exampleCard.card_cvc
  return { card: { ...exampleCard, card_number, card_cvc } }
}

export function billingBody(person = people[0] as Person) {
  const phone = { number: '7700900123', country_code: '+44' }
  return { address: addressBody(person), phone }
}

/** Pays in the online shop; the card number decides the outcome. */
export function payByCard(
  { api, profiles }: Shop,
  { amount, description }: { amount: number; description: string },
  person: Person,
  card: string,
) {
  return api.post('/payments', {
    amount,
    currency: 'EUR',
    profile_id: profiles['Online shop'],
    confirm: true,
    description,
    ...CARD,
    payment_method_data: cardData(card),
    billing: billingBody(person),
    customer_id: person.customer_id,
    email: person.email,
  })
}
