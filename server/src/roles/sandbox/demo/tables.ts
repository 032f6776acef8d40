// The demo shops' customers, prices and payment methods.
import type { ProfileName } from './shop.ts'

export interface Person {
  readonly customer_id: string
  readonly name: string
  readonly email: string
  readonly city: string
  readonly country: string
  readonly zip: string
}

const NAMES = `
  Ada King|Leeds|GB|LS1 4AP
  Grace Hopper|London|GB|EC1A 1BB
  Edsger Dijkstra|Rotterdam|NL|3011 AA
  Barbara Liskov|Dublin|IE|D02 X285
  Margaret Hamilton|Manchester|GB|M1 1AE
  Niklaus Wirth|Zürich|CH|8001
  Tove Jansson|Helsinki|FI|00100
  Linus Lindqvist|Stockholm|SE|111 29
  Marie Curie|Paris|FR|75005
  Sofia Rossi|Milan|IT|20121
  Jonas Weber|Berlin|DE|10115
  Lena Hoffmann|Hamburg|DE|20095
  Pieter de Vries|Utrecht|NL|3511 LK
  Anna Kowalska|Kraków|PL|31-001
  Miguel Torres|Madrid|ES|28001
  Inês Carvalho|Lisbon|PT|1100-001
  Camille Martin|Lyon|FR|69001
  Lukas Gruber|Vienna|AT|1010
  Emma Nielsen|Copenhagen|DK|1050
  Oliver Smith|Bristol|GB|BS1 4ST
  Fatima Haddad|Brussels|BE|1000
  Yuki Tanaka|Düsseldorf|DE|40210
  Nora Byrne|Cork|IE|T12 W8AP
  Tomas Novak|Prague|CZ|110 00`

export const people: readonly Person[] = NAMES.trim()
  .split('\n')
  .map((line) => {
    const [name = '', city = '', country = '', zip = ''] = line.trim().split('|')
    const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    const customer_id = plain.replaceAll(/[^a-z]+/g, '-')
    return {
      customer_id,
      name,
      email: `${customer_id.replaceAll('-', '.')}@example.com`,
      city,
      country,
      zip,
    }
  })

export interface Product {
  readonly name: string
  readonly amount: number
}

export const products: Readonly<Record<ProfileName, readonly Product[]>> = {
  'Online shop': [
    { name: 'House blend, 250 g', amount: 890 },
    { name: 'Single origin Yirgacheffe, 250 g', amount: 1450 },
    { name: 'Espresso beans, 1 kg', amount: 2690 },
    { name: 'Filter papers, 100', amount: 490 },
    { name: 'Hand grinder', amount: 7900 },
    { name: 'Pour-over set', amount: 4890 },
    { name: 'Gift card', amount: 5000 },
  ],
  Roastery: [
    { name: 'Beans for cafés, 5 kg', amount: 9900 },
    { name: 'Beans for cafés, 20 kg', amount: 36_800 },
    { name: 'Barista course', amount: 14_900 },
    { name: 'Machine service', amount: 21_500 },
  ],
}

/** A payment method, and its outcome at the sandbox bank. */
export interface Way {
  readonly method: string
  readonly type: string
  readonly card?: string
  /** Besides the card. */
  readonly data?: object
  /** It waits for the customer, or for the money to arrive. */
  readonly waits?: true
  readonly only?: string
}

function card(number: string, more: Partial<Way> = {}): Way {
  return { method: 'card', type: 'credit', card: number, ...more }
}

function redirect(method: string, type: string, only?: string): Way {
  return {
    method,
    type,
    data: { [method]: { [type]: {} } },
    waits: true,
    ...(only ? { only } : {}),
  }
}

export const ways: readonly (readonly [weight: number, way: Way])[] = [
  [26, card('4242424242424242')],
  [10, card('4111111111111111', { type: 'debit' })],
  [16, card('5555555555554444')],
  [5, card('378282246310005')],
  [8, card('4000003800000446', { waits: true })],
  [4, card('4000000000003220', { waits: true })],
  [10, redirect('bank_redirect', 'ideal', 'EUR')],
  [8, redirect('wallet', 'paypal')],
  [4, redirect('wallet', 'twint', 'CHF')],
  [4, redirect('pay_later', 'klarna')],
  [4, redirect('bank_transfer', 'sepa', 'EUR')],
  [2.6, card('4000000000009995')],
  [1.5, card('4000000000000002')],
  [0.9, card('4000000000000069')],
  [0.6, card('4000000000000127')],
  [0.4, card('4000000000006975')],
  [0.3, card('4000000000009979')],
  [0.6, card('4000009500100006', { waits: true })],
  [0.3, card('4000000000000119')],
]

/** A bank transfer is not a page: the money arrives, or it does not. */
export const TRANSFER = 'bank_transfer'
export const DISPUTED = [
  ['4000000000000259', { amount: 7900, description: 'Hand grinder' }],
  ['4000000000002685', { amount: 1990, description: 'House blend' }],
] as const
export const REVIEWED = '4000000000009235'

export const currencies: Readonly<
  Record<ProfileName, readonly (readonly [weight: number, currency: string])[]>
> = {
  'Online shop': [
    [78, 'EUR'],
    [14, 'GBP'],
    [8, 'CHF'],
  ],
  Roastery: [[100, 'EUR']],
}

export const refundReasons = [
  'The parcel was damaged',
  'Ordered twice',
  'The customer changed their mind',
  'Out of stock',
] as const
