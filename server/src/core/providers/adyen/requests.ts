// Requests in Adyen's words.
import { toProviderAmount } from '../minor_units.ts'
import type { AuthorizeRequest, CaptureRequest, RefundRequest, VoidRequest } from '../request.ts'
import type { Address, Browser, Shopper } from '../shopper.ts'
import { offered, paymentMethod } from './methods.ts'
import { toReference } from './reference.ts'

/** Decimal digits that differ from ISO 4217. */
export const exponents = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 } as const

export interface Account {
  readonly merchant_account: string
  /** The Florin merchant: several of them may share a merchant account. */
  readonly merchant_id: string
}

/** A request that cannot be sent, and why. */
export interface Unsendable {
  readonly unsendable: string
}

export function composePayment(account: Account, request: AuthorizeRequest): string | Unsendable {
  const amount = toAmount(request.amount, request.currency)
  if (amount === undefined) return { unsendable: 'Adyen cannot express this amount.' }
  const method = paymentMethod(request)
  if (method === undefined) {
    return {
      unsendable: 'Adyen does not offer this method, or a field that it requires is missing.',
    }
  }
  return JSON.stringify({
    merchantAccount: account.merchant_account,
    reference: request.operation_id,
    amount,
    paymentMethod: method,
    returnUrl: request.return_url ?? NO_RETURN_URL,
    channel: 'Web',
    metadata: { payment: request.reference },
    ...captureFields(request),
    ...authenticationFields(request),
    ...credentialFields(account, request),
    ...shopperFields(account, request.shopper),
    ...orderFields(request),
    ...statement(request.descriptor),
  })
}

/** Adyen requires one. Without a page to return to, no authentication is attempted, so no customer is sent there. */
const NO_RETURN_URL = 'https://return.invalid/'

function toAmount(amount: number, currency: string) {
  const value = toProviderAmount(exponents, amount, currency)
  return value === undefined ? undefined : { currency, value }
}

/**
 * Every hold waits for our own capture, because a captured payment cannot be cancelled by its reference. A method that
 * cannot hold is captured at once, whatever the account's default is. An amount of 0 only verifies.
 */
function captureFields({ amount, instrument, stored_credential }: AuthorizeRequest) {
  const chain = networkChain(stored_credential)
  if (amount === 0) return chain === undefined ? {} : { additionalData: chain }
  if (offered(instrument)?.holds === false) return { captureDelayHours: 0 }
  return { additionalData: { manualCapture: 'true', ...chain } }
}

/** The network's id of the first payment, for a card that Adyen has not stored. */
function networkChain(credential: AuthorizeRequest['stored_credential']) {
  const id = credential?.use === 'first' ? null : credential?.network_transaction_id
  return id === null || id === undefined ? undefined : { networkTxReference: id }
}

/** Redirects by GET in both directions: the browser is sent to a URL and returns with its result in one. */
function authenticationFields({ authentication, return_url, customer_present }: AuthorizeRequest) {
  const redirects = { redirectToIssuerMethod: 'GET', redirectFromIssuerMethod: 'GET' }
  if (!customer_present) return redirects
  if (authentication === 'three_ds') return { ...redirects, ...attempt('always') }
  const isImpossible = authentication === 'no_three_ds' || return_url === undefined
  return isImpossible ? { ...redirects, ...attempt('never') } : redirects
}

function attempt(attemptAuthentication: 'always' | 'never') {
  return { authenticationData: { attemptAuthentication } }
}

const models = {
  first: 'UnscheduledCardOnFile',
  renewal: 'Subscription',
  unscheduled: 'UnscheduledCardOnFile',
} as const

function credentialFields(account: Account, request: AuthorizeRequest) {
  const { stored_credential, saved_method, customer_present, shopper } = request
  const shopperInteraction = customer_present ? 'Ecommerce' : 'ContAuth'
  if (stored_credential === undefined) {
    const isReturning = saved_method !== undefined
    return {
      shopperInteraction,
      ...(isReturning ? { recurringProcessingModel: 'CardOnFile' } : {}),
    }
  }
  const { use } = stored_credential
  const isStored = use === 'first' && shopperReference(account, shopper) !== undefined
  return {
    shopperInteraction,
    recurringProcessingModel: models[use],
    ...(isStored ? { storePaymentMethod: true } : {}),
  }
}

/** At least three characters, and the same customer id of another merchant is another shopper. */
function shopperReference({ merchant_id }: Account, shopper: Shopper | undefined) {
  return shopper?.customer_id === undefined ? undefined : `${merchant_id}/${shopper.customer_id}`
}

function shopperFields(account: Account, shopper: Shopper | undefined) {
  const { email, phone, billing, shipping, browser } = shopper ?? {}
  return withoutUndefined({
    shopperReference: shopperReference(account, shopper),
    shopperEmail: email,
    telephoneNumber: phone,
    shopperName: toName(shopper),
    shopperIP: browser?.ip_address,
    browserInfo: toBrowserInfo(browser),
    countryCode: billing?.country,
    billingAddress: toAddress(billing),
    deliveryAddress: toAddress(shipping),
  })
}

function toName(shopper: Shopper | undefined) {
  const { first_name, last_name } = shopper?.billing ?? {}
  const [first, ...rest] = (shopper?.name ?? '').trim().split(/\s+/)
  const firstName = first_name ?? first
  const lastName = last_name ?? rest.join(' ')
  return firstName && lastName ? { firstName, lastName } : undefined
}

/** Adyen takes an address as a whole only. It wants the house number apart; ours is in the first line. */
function toAddress(address: Address | undefined) {
  const { line1, line2, city, state, zip, country } = address ?? {}
  if (!line1 || !city || !zip || !country) return undefined
  return withoutUndefined({
    street: line1,
    houseNumberOrName: line2 ?? 'N/A',
    city,
    postalCode: zip,
    // Adyen takes codes only.
    stateOrProvince: state !== undefined && /^[A-Z]{2,3}$/.test(state) ? state : undefined,
    country,
  })
}

/** Adyen takes it as a whole only. */
function toBrowserInfo(browser: Browser | undefined) {
  const info = {
    userAgent: browser?.user_agent,
    acceptHeader: browser?.accept_header,
    javaEnabled: browser?.java_enabled,
    colorDepth: browser?.color_depth,
    screenHeight: browser?.screen_height,
    screenWidth: browser?.screen_width,
    timeZoneOffset: browser?.time_zone_offset,
    language: browser?.language,
  }
  if (Object.values(info).includes(undefined)) return undefined
  return withoutUndefined({ ...info, javaScriptEnabled: browser?.java_script_enabled })
}

/** Pay later needs the order's lines; without any, the order is one line. */
function orderFields(request: AuthorizeRequest) {
  const { order_lines, instrument, amount, reference, currency } = request
  const isInvoiced = instrument.type === 'redirect' && instrument.method === 'pay_later'
  const whole = { name: reference, quantity: 1, amount }
  const lines = order_lines ?? (isInvoiced ? [whole] : [])
  const data = 'data' in instrument ? instrument.data : {}
  return withoutUndefined({
    lineItems:
      lines.length === 0
        ? undefined
        : lines.map(({ name, quantity, amount }) => ({
            description: name,
            quantity,
            amountIncludingTax: toProviderAmount(exponents, amount, currency),
          })),
    socialSecurityNumber: data['social_security_number'],
  })
}

/** Adyen's characters, and as many as banks print. */
function statement(descriptor: string | undefined) {
  const text = descriptor?.replace(/[^A-Za-z0-9 .,'_?+*/-]/g, ' ').slice(0, 22)
  return text?.trim() ? { shopperStatement: text } : {}
}

/** The request's bytes, which are stored before the first call. */
export function composeModification(
  account: Account,
  call: 'capture' | 'void' | 'refund',
  request: CaptureRequest | RefundRequest | VoidRequest,
): string | Unsendable {
  const { operation_id, currency } = request
  const merchantAccount = account.merchant_account
  const reference = toReference(operation_id, call)
  if (call === 'void') return JSON.stringify({ merchantAccount, reference })
  const amount = toAmount((request as CaptureRequest | RefundRequest).amount, currency)
  if (amount === undefined) return { unsendable: 'Adyen cannot express this amount.' }
  return JSON.stringify({ merchantAccount, reference, amount })
}

function withoutUndefined(fields: object) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
