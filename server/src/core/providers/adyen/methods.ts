// Adyen's name for each method type, or the reason why it is not offered.
import type { MethodTypeName } from '#core/method_types.ts'
import type { MethodSupport } from '../provider_type.ts'
import type { AuthorizeRequest, CardInstrument, Instrument } from '../request.ts'

/** Captured by the payment itself. */
const at_once = { holds: false } as const
const voucher = { holds: false, refunds: false } as const

const component = not('Adyen offers it only with its own script on the page.')
const issuer = not("Adyen needs the customer's bank, which the interface does not ask for.")
const qr = not('Adyen shows a QR code for it, and the interface expects a page.')
const debit = not('Adyen offers a direct debit under this name, not a transfer.')
const absent = not('Adyen does not offer it.')
const unverified = not('Adyen offers it, but Florin has not verified it yet.')
const closed = not('The scheme has ended.')

export const methods: Readonly<Record<MethodTypeName, MethodSupport>> = {
  credit: { as: 'scheme' },
  debit: { as: 'scheme' },
  apple_pay: { as: 'applepay' },
  google_pay: { as: 'googlepay' },
  paypal: { as: 'paypal', pinned: true },
  amazon_pay: component,
  samsung_pay: component,
  cashapp: component,
  venmo: component,
  ali_pay: { as: 'alipay', ...at_once },
  we_chat_pay: qr,
  revolut_pay: absent,
  mobile_pay: { as: 'mobilepay' },
  twint: { as: 'twint', ...at_once },
  vipps: { as: 'vipps' },
  gcash: { as: 'gcash', ...at_once },
  go_pay: qr,
  kakao_pay: { as: 'kakaopay', ...at_once },
  momo: { as: 'momo_wallet', ...at_once },
  touch_n_go: { as: 'touchngo', ...at_once },
  dana: { as: 'dana', ...at_once },
  mb_way: { as: 'mbway', ...at_once },
  klarna: { as: 'klarna' },
  affirm: { as: 'affirm' },
  afterpay_clearpay: { as: 'afterpaytouch' },
  alma: { as: 'alma', ...at_once },
  atome: { as: 'atome', ...at_once },
  walley: { as: 'walley' },
  pay_bright: closed,
  flexiti: absent,
  breadpay: absent,
  ideal: { as: 'ideal', ...at_once },
  bancontact_card: not('Adyen needs the card number, which the interface does not ask for.'),
  eps: issuer,
  giropay: closed,
  sofort: closed,
  przelewy24: issuer,
  blik: { as: 'blik', ...at_once },
  trustly: { as: 'trustly', ...at_once },
  interac: unverified,
  open_banking_uk: { as: 'paybybank', ...at_once },
  online_banking_fpx: { as: 'molpay_ebanking_fpx_MY', ...at_once },
  online_banking_poland: issuer,
  online_banking_finland: { as: 'ebanking_FI', ...at_once },
  online_banking_czech_republic: issuer,
  online_banking_slovakia: issuer,
  online_banking_thailand: issuer,
  swish: qr,
  bizum: unverified,
  eft: absent,
  pix: { as: 'pix', ...at_once },
  ach: debit,
  sepa: unverified,
  bacs: debit,
  multibanco: { as: 'multibanco', ...voucher },
  boleto: { as: 'boletobancario', ...voucher },
  crypto_currency: absent,
  upi_collect: { as: 'upi_collect', ...at_once },
  upi_intent: { as: 'upi_qr', ...at_once },
}

function not(reason: string) {
  return { not: reason }
}

/** Undefined if Adyen does not offer it. */
export function offered(instrument: Instrument) {
  const type = instrument.type === 'card' ? 'credit' : instrument.method_type
  const row = Object.hasOwn(methods, type) ? methods[type as MethodTypeName] : undefined
  return row !== undefined && 'as' in row ? row : undefined
}

type Data = Readonly<Record<string, unknown>>

/** Fields of `paymentMethod` besides its type; undefined if one that Adyen requires is missing. */
const details: Partial<
  Record<MethodTypeName, (data: Data, request: AuthorizeRequest) => object | undefined>
> = {
  apple_pay: (data) => wallet('applePayToken', applePayToken(data)),
  google_pay: (data) => wallet('googlePayToken', googlePayToken(data)),
  vipps: ({ telephone_number }) => whole({ telephoneNumber: telephone_number }),
  mb_way: ({ telephone_number }, { shopper }) =>
    whole({ telephoneNumber: telephone_number, shopperEmail: shopper?.email }),
  afterpay_clearpay: (_, { currency }) => (currency === 'GBP' ? { type: 'clearpay' } : {}),
  blik: ({ blik_code }) => (blik_code === undefined ? {} : { blikCode: blik_code }),
  online_banking_fpx: (data) => whole({ issuer: data['issuer'] }),
  upi_collect: ({ vpa }) => whole({ virtualPaymentAddress: vpa }),
}

/** Adyen's `paymentMethod`; undefined if it is not offered or a required field is missing. */
export function paymentMethod(request: AuthorizeRequest): object | undefined {
  const { instrument, saved_method } = request
  const row = offered(instrument)
  if (row === undefined || instrument.type === 'provider_page') return undefined
  const type = row.as
  if (saved_method !== undefined) return { type, ...saved(instrument, saved_method) }
  if (instrument.type === 'card') return { type, ...card(instrument) }
  const data = instrument.type === 'upi' ? { vpa: instrument.vpa } : instrument.data
  const build = details[instrument.method_type as MethodTypeName]
  const more = build === undefined ? {} : build(data, request)
  return more && { type, ...more }
}

function card(instrument: CardInstrument) {
  const { number, exp_month, exp_year, cvc, holder_name } = instrument
  return {
    number,
    expiryMonth: String(exp_month).padStart(2, '0'),
    expiryYear: String(exp_year),
    ...(cvc === undefined ? {} : { cvc }),
    ...(holder_name === undefined ? {} : { holderName: holder_name }),
  }
}

function saved(instrument: Instrument, storedPaymentMethodId: string) {
  const cvc = instrument.type === 'card' ? instrument.cvc : undefined
  return { storedPaymentMethodId, ...(cvc === undefined ? {} : { cvc }) }
}

/** Undefined unless every field is a text. */
function whole(fields: Data): object | undefined {
  const isWhole = Object.values(fields).every((value) => typeof value === 'string' && value !== '')
  return isWhole ? fields : undefined
}

function wallet(name: string, token: string | undefined): object | undefined {
  return whole({ [name]: token })
}

function tokenIn({ payment_data, token }: Data): Data | undefined {
  const given = payment_data ?? token
  return typeof given === 'object' && given !== null ? (given as Data) : undefined
}

function applePayToken(data: Data): string | undefined {
  const token = tokenIn(data)
  return token && Buffer.from(JSON.stringify(token)).toString('base64')
}

/** Google's `tokenizationData`, or its token alone. */
function googlePayToken(data: Data): string | undefined {
  const token = tokenIn(data)
  const inner = token?.['token']
  return typeof inner === 'string' ? inner : token && JSON.stringify(token)
}
