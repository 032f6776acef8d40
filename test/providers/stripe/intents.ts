// PaymentIntents, SetupIntents and charges.
import { nextAction } from './actions.ts'
import { behaviorOf } from './cards.ts'
import { dispute } from './disputes.ts'
import { type Fields, fieldsIn, textIn } from './form.ts'
import {
  type Charge,
  find,
  type Intent,
  invalid,
  make,
  note,
  now,
  type Other,
  record,
  secretOf,
  StripeError,
  type World,
} from './state.ts'

export function createIntent(world: World, form: Fields): Intent {
  return make<Intent>(world, 'pi', 'payment_intent', {
    amount: Number(form['amount']),
    amount_capturable: 0,
    amount_received: 0,
    currency: form['currency'],
    capture_method: form['capture_method'] ?? 'automatic',
    confirmation_method: 'automatic',
    payment_method_types: form['payment_method_types'] ?? ['card'],
    status: 'requires_payment_method',
    customer: form['customer'] ?? null,
    setup_future_usage: form['setup_future_usage'] ?? null,
    metadata: form['metadata'] ?? {},
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    payment_method: null,
    canceled_at: null,
    cancellation_reason: null,
  })
}

export function createSetup(world: World, form: Fields): Intent {
  return make<Intent>(world, 'seti', 'setup_intent', {
    payment_method_types: form['payment_method_types'] ?? ['card'],
    status: 'requires_payment_method',
    usage: form['usage'] ?? 'off_session',
    customer: form['customer'] ?? null,
    metadata: form['metadata'] ?? {},
    latest_attempt: null,
    last_setup_error: null,
    next_action: null,
    payment_method: null,
  })
}

export function createMethod(world: World, form: Fields): Other {
  const card = fieldsIn(form, 'card')
  const number = textIn(card, 'number') ?? ''
  if (!world.raw_cards) {
    throw new StripeError(402, {
      type: 'invalid_request_error',
      message: 'Sending credit card numbers directly to the Stripe API is generally unsafe.',
    })
  }
  if (!/^\d{12,19}$/.test(number)) {
    const message = 'Your card number is incorrect.'
    throw new StripeError(402, { type: 'card_error', code: 'incorrect_number', message })
  }
  const method = make<Other>(world, 'pm', 'payment_method', {
    type: 'card',
    billing_details: form['billing_details'] ?? {},
    customer: null,
    card: cardFacts(card, number),
  })
  note(world, method.id, { number })
  return method
}

function otherFacts(type: string) {
  return type === 'boleto' ? { tax_id: '12345678909' } : {}
}

function cardFacts(card: Fields, number: string) {
  const [exp_month, exp_year] = [Number(card['exp_month']), Number(card['exp_year'])]
  return { brand: 'visa', exp_month, exp_year, funding: 'credit', last4: number.slice(-4) }
}

const open: ReadonlySet<string> = new Set(['requires_payment_method', 'requires_confirmation'])

export function checkState(intent: Intent, states: ReadonlySet<string>, verb: string): void {
  if (states.has(intent.status)) return
  const name = intent.object
  const message = `This ${name}'s status is ${intent.status}; it cannot be ${verb}.`
  throw invalid(`${name}_unexpected_state`, message, { [name]: { ...intent } })
}

/** Confirms a PaymentIntent or a SetupIntent. */
export function confirm(world: World, intent: Intent, form: Fields): Intent {
  checkState(intent, open, 'confirmed')
  const data = fieldsIn(form, 'payment_method_data')
  const type = textIn(data, 'type') ?? 'card'
  const method = textIn(form, 'payment_method')
  note(world, intent.id, { return_url: textIn(form, 'return_url') })
  if (type !== 'card') {
    const other = { type, billing_details: {}, customer: null, [type]: otherFacts(type) }
    intent.payment_method = make<Other>(world, 'pm', 'payment_method', other).id
    intent.status = 'requires_action'
    intent.next_action = nextAction(world, intent, type, form)
    return intent
  }
  intent.payment_method = find<Other>(world, method ?? null, 'payment_method').id
  const { challenges } = behaviorOf(secretOf(world, method ?? null).number ?? '')
  const options = fieldsIn(fieldsIn(form, 'payment_method_options'), 'card')
  const isForced = options['request_three_d_secure'] === 'any'
  if (challenges || isForced) {
    if (form['off_session'] === 'true' || form['error_on_requires_action'] === 'true') {
      return decline(world, intent, 'authentication_required', 'authentication_required')
    }
    return challenge(world, intent, form)
  }
  note(world, intent.id, { multicapture: options['request_multicapture'] === 'if_available' })
  return finish(world, intent)
}

function challenge(world: World, intent: Intent, form: Fields): Intent {
  const url = `${world.base()}/_pages/${intent.id}`
  intent.status = 'requires_action'
  const return_url = form['return_url'] ?? null
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url } }
  return intent
}

/** The customer has returned from the page, or the money of a transfer has arrived. An intent that has ended stays. */
export function complete(world: World, intent: Intent, went: 'well' | 'badly'): void {
  if (intent.status !== 'requires_action') return
  intent.next_action = null
  note(world, intent.id, { authenticated: true })
  try {
    if (went === 'well') finish(world, intent)
    else {
      const isCard = intent.payment_method_types.includes('card')
      const code = isCard
        ? `${intent.object}_authentication_failure`
        : 'payment_method_customer_decline'
      decline(world, intent, undefined, code)
    }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
  }
}

function finish(world: World, intent: Intent): Intent {
  const number = secretOf(world, intent.payment_method).number ?? ''
  const [decline_code, code = 'card_declined'] = behaviorOf(number).declines ?? []
  if (decline_code !== undefined) return decline(world, intent, decline_code, code)
  return intent.object === 'setup_intent' ? setUp(world, intent) : charge(world, intent)
}

function setUp(world: World, setup: Intent): Intent {
  setup.status = 'succeeded'
  world.emit('setup_intent.succeeded', setup)
  return setup
}

function decline(
  world: World,
  intent: Intent,
  decline_code: string | undefined,
  code: string,
): never {
  const message = 'Your card was declined.'
  const method = methodOf(world, intent)
  const network = decline_code === 'insufficient_funds' ? { network_decline_code: '51' } : {}
  const error = {
    type: 'card_error',
    code,
    ...(decline_code && { decline_code }),
    message,
    ...network,
    ...(method && { payment_method: method }),
  }
  const isSetup = intent.object === 'setup_intent'
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  if (isSetup) intent.last_setup_error = error
  else intent.last_payment_error = error
  world.emit(isSetup ? 'setup_intent.setup_failed' : 'payment_intent.payment_failed', intent)
  throw new StripeError(402, { ...error, [intent.object]: { ...intent } })
}

function charge(world: World, intent: Intent): Intent {
  const { amount, currency, metadata, customer, payment_method, capture_method } = intent
  const isHold = capture_method === 'manual'
  const number = secretOf(world, payment_method).number
  const charged = make<Charge>(world, 'ch', 'charge', {
    amount,
    amount_captured: isHold ? 0 : amount,
    amount_refunded: 0,
    billing_details: {},
    captured: !isHold,
    currency,
    customer,
    disputed: false,
    metadata: { ...metadata },
    paid: true,
    payment_intent: intent.id,
    payment_method,
    payment_method_details: detailsOf(world, intent, isHold),
    refunded: false,
    status: 'succeeded',
    outcome: { type: 'authorized' },
  })
  intent.latest_charge = charged.id
  intent.status = isHold ? 'requires_capture' : 'succeeded'
  intent.amount_capturable = isHold ? amount : 0
  intent.amount_received = isHold ? 0 : amount
  record(world, metadata['operation_id'] ?? intent.id, isHold ? 'held' : 'charged', charged, amount)
  world.emit('charge.succeeded', charged)
  world.emit(
    isHold ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded',
    intent,
  )
  const { disputed, inquiry } = behaviorOf(number ?? '')
  if (disputed && !isHold) world.later(() => dispute(world, charged, disputed, inquiry === true))
  return intent
}

function methodOf(
  world: World,
  { payment_method }: Intent,
): (Other & { card?: object }) | undefined {
  return payment_method === null ? undefined : find<Other>(world, payment_method, 'payment_method')
}

function detailsOf(world: World, intent: Intent, isHold: boolean) {
  const method = methodOf(world, intent)
  const [type = ''] = intent.payment_method_types
  if (!method?.card) return { type, [type]: otherFacts(type) }
  const { authenticated, multicapture } = secretOf(world, intent.id)
  const three_d_secure = authenticated
    ? { result: 'authenticated', version: '2.2.0', electronic_commerce_indicator: '05' }
    : null
  const card = {
    ...method.card,
    network: 'visa',
    network_transaction_id: `7${intent.id.slice(-14).replaceAll(/\D/g, '0')}`,
    three_d_secure,
    multicapture: { status: multicapture ? 'available' : 'unavailable' },
    ...(isHold && { capture_before: now() + 7 * 86_400 }),
  }
  return { type: 'card', card }
}
