// Requests to Stripe as forms.
import { createHash } from 'node:crypto'
import { toProviderAmount } from '../minor_units.ts'
import type { AuthorizeRequest, CaptureRequest, Instrument, RefundRequest } from '../request.ts'
import type { Address, Shopper } from '../shopper.ts'
import type { Form } from './form.ts'
import { amount_steps, exponents, methodFields, methodOptions, stripeName } from './methods.ts'

/** Undefined if Stripe cannot express the amount. */
export function stripeAmount({ amount, currency }: { amount: number; currency: string }) {
  return toProviderAmount(exponents, amount, currency, amount_steps)
}

/** Our ids, to find the object in Stripe's reports and to recognise its events. */
function metadata({ operation_id, reference }: { operation_id: string; reference: string }) {
  return { operation_id, reference }
}

/** Stripe's name for the instrument's method; undefined if it is not offered. */
export function methodName(instrument: Instrument): string | undefined {
  if (instrument.type === 'card' || instrument.type === 'provider_page') return 'card'
  return stripeName(instrument.method_type)
}

/** A later charge needs a customer, and so does a transfer to a virtual account. */
export function needsCustomer(request: AuthorizeRequest, name: string): boolean {
  if (request.saved_method !== undefined) return false
  return name === 'customer_balance' || request.amount === 0 || savesCard(request, name)
}

function savesCard({ stored_credential, customer_present }: AuthorizeRequest, name: string) {
  return name === 'card' && customer_present && stored_credential?.use === 'first'
}

export function customerForm({ shopper, ...request }: AuthorizeRequest): Form {
  const { name, email, phone } = shopper ?? {}
  return { name, email, phone, metadata: metadata(request) }
}

/** An unconfirmed PaymentIntent: it moves nothing. */
export function intentForm(
  request: AuthorizeRequest,
  name: string,
  customer: string | undefined,
): Form {
  const { capture, currency, shopper, descriptor } = request
  return {
    amount: stripeAmount(request),
    currency: currency.toLowerCase(),
    capture_method: capture ? 'automatic' : 'manual',
    payment_method_types: [name],
    customer,
    setup_future_usage: savesCard(request, name) ? 'off_session' : undefined,
    shipping: toShipping(shopper),
    ...toDescriptor(descriptor, name),
    metadata: metadata(request),
  }
}

/** An unconfirmed SetupIntent, for amount 0. */
export function setupForm(
  request: AuthorizeRequest,
  name: string,
  customer: string | undefined,
): Form {
  const { currency } = request
  return {
    payment_method_types: [name],
    usage: 'off_session',
    customer,
    metadata: { ...metadata(request), currency },
  }
}

/** A PaymentMethod with the card's number: confirmations do not take one. */
export function cardForm(
  { number, exp_month, exp_year, cvc, holder_name }: Extract<Instrument, { type: 'card' }>,
  shopper: Shopper | undefined,
): Form {
  const card = { number, exp_month, exp_year, cvc }
  return { type: 'card', card, billing_details: toBilling(shopper, holder_name) }
}

/** Confirms with a PaymentMethod, or with the fields of a method that has no number. */
export function confirmForm(
  request: AuthorizeRequest,
  name: string,
  payment_method: string | undefined,
  multicapture: boolean,
): Form {
  const { instrument, currency, customer_present, authentication, shopper, return_url } = request
  const data = 'data' in instrument ? instrument.data : {}
  const isSetup = request.amount === 0
  const isPaused = customer_present && authentication !== 'no_three_ds'
  const fields = { type: name, ...methodFields(name, data), billing_details: toBilling(shopper) }
  const card = {
    request_three_d_secure: authentication === 'three_ds' ? 'any' : undefined,
    request_multicapture: multicapture && !request.capture && !isSetup ? 'if_available' : undefined,
  }
  const options =
    name === 'card' ? { card } : methodOptions(name, currency, data, shopper?.billing?.country)
  return {
    payment_method,
    payment_method_data: payment_method === undefined ? fields : undefined,
    payment_method_options: options,
    return_url: isPaused ? return_url : undefined,
    // Without a customer a page is of no use: Stripe then declines with `authentication_required`.
    off_session: isSetup || customer_present ? undefined : true,
    error_on_requires_action:
      !isSetup && customer_present && authentication === 'no_three_ds' ? true : undefined,
    expand: [isSetup ? 'latest_attempt' : 'latest_charge'],
  }
}

/** A page where the customer enters the card. It moves nothing until the customer has paid. */
export function sessionForm(
  request: AuthorizeRequest,
  customer: string | undefined,
  multicapture: boolean,
): Form {
  const { capture, currency, shopper, return_url, authentication, reference } = request
  const isSetup = request.amount === 0
  const marks = { ...metadata(request), entry: 'provider_page' }
  const unit = {
    currency: currency.toLowerCase(),
    unit_amount: stripeAmount(request),
    product_data: { name: request.descriptor ?? reference },
  }
  const payment = {
    line_items: [{ quantity: 1, price_data: unit }],
    payment_intent_data: {
      capture_method: capture ? 'automatic' : 'manual',
      setup_future_usage: savesCard(request, 'card') ? 'off_session' : undefined,
      shipping: toShipping(shopper),
      ...toDescriptor(request.descriptor, 'card'),
      metadata: marks,
    },
    payment_method_options: {
      card: {
        request_three_d_secure: authentication === 'three_ds' ? 'any' : undefined,
        request_multicapture: multicapture && !capture ? 'if_available' : undefined,
      },
    },
  }
  const setup = { setup_intent_data: { metadata: { ...marks, currency } } }
  return {
    mode: isSetup ? 'setup' : 'payment',
    payment_method_types: ['card'],
    customer,
    customer_email: customer === undefined ? shopper?.email : undefined,
    client_reference_id: reference,
    success_url: return_url,
    cancel_url: return_url,
    metadata: metadata(request),
    ...(isSetup ? setup : payment),
  }
}

/** The metadata shows later which captures were made. */
export function captureForm(request: CaptureRequest, multicapture: boolean): Form {
  const { operation_id, final, amount } = request
  return {
    amount_to_capture: stripeAmount(request),
    final_capture: multicapture ? final : undefined,
    metadata: { [captureKey(operation_id)]: amount },
  }
}

/** Keys of metadata have at most 40 characters. */
export function captureKey(operation_id: string): string {
  if (operation_id.length <= 40) return operation_id
  return createHash('sha256').update(operation_id).digest('hex').slice(0, 40)
}

export function refundForm(request: RefundRequest): Form {
  const { parent_transaction_id: payment_intent } = request
  return { payment_intent, amount: stripeAmount(request), metadata: metadata(request) }
}

function toBilling(shopper: Shopper | undefined, holder_name?: string): Form | undefined {
  const { email, phone, billing } = shopper ?? {}
  const name = holder_name ?? shopper?.name ?? fullName(billing)
  const form = { name, email, phone, address: billing && toAddress(billing) }
  return Object.values(form).some((value) => value !== undefined) ? form : undefined
}

/** Stripe takes an address of delivery only with a name. */
function toShipping(shopper: Shopper | undefined): Form | undefined {
  const { shipping, phone } = shopper ?? {}
  const name = fullName(shipping) ?? shopper?.name
  if (shipping?.line1 === undefined || name === undefined) return undefined
  return { name, phone, address: toAddress(shipping) }
}

function fullName(address: Address | undefined): string | undefined {
  const parts = [address?.first_name, address?.last_name].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}

function toAddress({ line1, line2, city, state, zip, country }: Address): Form {
  return { line1, line2, city, state, postal_code: zip, country }
}

/** Card statements show the account's own prefix and this; Stripe takes 22 characters, and not these. */
function toDescriptor(descriptor: string | undefined, name: string): Form {
  const text = descriptor
    ?.replaceAll(/[<>\\'"*]/g, '')
    .slice(0, 22)
    .trim()
  if (!text || !/[a-z]/i.test(text)) return {}
  return name === 'card' ? { statement_descriptor_suffix: text } : { statement_descriptor: text }
}
