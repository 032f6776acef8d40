// The ways to pay that the page of a link offers: what the link or its profile allows, in that order, if it is possible
// with the currency and the capture method.
import type { Method, MethodField } from '../../../../checkout/contract.ts'
import { methodTypes } from '#resources/payment_methods/types.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import type { PaymentLinkRow } from './store.ts'

interface Offer {
  /** The only currencies in which it can be paid. */
  readonly currencies?: readonly string[]
  readonly fields?: readonly MethodField[]
}

const EURO = { currencies: ['EUR'] }
const issuer = { name: 'issuer', kind: 'text', required: true, max: 64 } as const
const bank = { name: 'bank_name', kind: 'text', required: false, max: 64 } as const
const phone = { name: 'telephone_number', kind: 'tel', required: true, max: 32 } as const

/** Methods that are not here take every currency and need no details. */
const offers: Readonly<Record<string, Offer>> = {
  cashapp: { currencies: ['USD'] },
  venmo: { currencies: ['USD'] },
  twint: { currencies: ['CHF'] },
  vipps: { currencies: ['NOK'], fields: [phone] },
  mobile_pay: { currencies: ['DKK', 'EUR', 'NOK', 'SEK'] },
  gcash: { currencies: ['PHP'] },
  go_pay: { currencies: ['IDR'] },
  dana: { currencies: ['IDR'] },
  kakao_pay: { currencies: ['KRW'] },
  momo: { currencies: ['VND'] },
  touch_n_go: { currencies: ['MYR'] },
  mb_way: { ...EURO, fields: [phone] },
  pay_bright: { currencies: ['CAD'] },
  flexiti: { currencies: ['CAD'] },
  breadpay: { currencies: ['USD'] },
  alma: EURO,
  ideal: { ...EURO, fields: [bank] },
  bancontact_card: EURO,
  eps: { ...EURO, fields: [bank] },
  giropay: EURO,
  sofort: { ...EURO, fields: [{ name: 'country', kind: 'country', required: false }] },
  przelewy24: { currencies: ['EUR', 'PLN'] },
  blik: {
    currencies: ['PLN'],
    fields: [{ name: 'blik_code', kind: 'text', required: false, pattern: '[0-9]{6}', max: 6 }],
  },
  interac: { currencies: ['CAD'] },
  open_banking_uk: {
    currencies: ['GBP'],
    fields: [{ ...issuer, required: false }],
  },
  online_banking_fpx: { currencies: ['MYR'], fields: [issuer] },
  online_banking_poland: { currencies: ['PLN'] },
  online_banking_finland: EURO,
  online_banking_czech_republic: { currencies: ['CZK'] },
  online_banking_slovakia: EURO,
  online_banking_thailand: { currencies: ['THB'] },
  swish: { currencies: ['SEK'] },
  bizum: EURO,
  eft: { currencies: ['ZAR'] },
  pix: { currencies: ['BRL'] },
  ach: { currencies: ['USD'] },
  sepa: EURO,
  bacs: { currencies: ['GBP'] },
  multibanco: EURO,
  boleto: {
    currencies: ['BRL'],
    fields: [
      {
        name: 'social_security_number',
        kind: 'text',
        required: true,
        pattern: '[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9]{2}',
        max: 14,
      },
    ],
  },
  crypto_currency: {
    fields: [
      {
        name: 'pay_currency',
        kind: 'choice',
        required: true,
        choices: ['BTC', 'ETH', 'USDC', 'USDT'],
      },
      { name: 'wallet_address', kind: 'text', required: true, max: 255 },
    ],
  },
  upi_collect: {
    currencies: ['INR'],
    fields: [
      {
        name: 'vpa_id',
        kind: 'text',
        required: true,
        pattern: '[A-Za-z0-9._-]{2,256}@[A-Za-z0-9]{2,64}',
        max: 320,
      },
    ],
  },
  upi_intent: { currencies: ['INR'] },
}

const flows: Readonly<Record<Method['method'], Method['flow']>> = {
  card: 'card',
  wallet: 'redirect',
  pay_later: 'redirect',
  bank_redirect: 'redirect',
  bank_transfer: 'instructions',
  crypto: 'redirect',
  upi: 'instructions',
}

/** They cannot hold money for a later capture. */
const IMMEDIATE: ReadonlySet<string> = new Set(['bank_transfer', 'crypto', 'upi'])

/** These need the shopper's device; the page gets a token from them. */
const ON_DEVICE = ['apple_pay', 'google_pay'] as const

const methodOf: ReadonlyMap<string, Method['method']> = new Map(
  Object.entries(methodTypes).flatMap(([method, types]) =>
    types.map((type) => [type, method as Method['method']] as const),
  ),
)

type Settings = Pick<
  Profile,
  'allowed_payment_method_types' | 'payment_link_config' | 'wallet_identities'
>

/** Cards appear once, as `credit`. */
export function methodsOf(link: PaymentLinkRow, profile: Settings): Method[] {
  const allowed = allowedTypes(link, profile)
  const offered = allowed.filter((type) => isPossible(link, profile, type))
  const shown = offered.map((type) => (type === 'debit' ? 'credit' : type))
  return [...new Set(shown)].flatMap((type) => {
    const method = methodOf.get(type)
    if (method === undefined) return []
    const flow = ON_DEVICE.some((each) => each === type) ? 'wallet' : flows[method]
    return { method, type, flow, fields: [...(offers[type]?.fields ?? [])] }
  })
}

function allowedTypes(link: PaymentLinkRow, profile: Settings): readonly string[] {
  const ofLink =
    link.payment_link_config?.allowed_payment_method_types ??
    profile.payment_link_config?.allowed_payment_method_types ??
    []
  const ofProfile = profile.allowed_payment_method_types
  const all = ofProfile.length > 0 ? ofProfile : [...methodOf.keys()]
  return ofLink.length === 0 ? all : ofLink.filter((type) => all.includes(type))
}

function isPossible(
  { currency, capture_method }: PaymentLinkRow,
  { wallet_identities }: Settings,
  type: string,
): boolean {
  const wallet = ON_DEVICE.find((each) => each === type)
  if (wallet !== undefined && !wallet_identities[wallet]) return false
  if (capture_method !== 'automatic' && IMMEDIATE.has(methodOf.get(type) ?? '')) return false
  return offers[type]?.currencies?.includes(currency) ?? true
}

/** The type that is sent for a method of the page: a card may be allowed as `debit` only. */
export function sentType(
  link: PaymentLinkRow,
  profile: Settings,
  type: string,
): string | undefined {
  const allowed = allowedTypes(link, profile).filter((each) => isPossible(link, profile, each))
  if (allowed.includes(type)) return type
  const other = { credit: 'debit', debit: 'credit' }[type]
  return other !== undefined && allowed.includes(other) ? other : undefined
}
