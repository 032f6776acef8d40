// Checkout Sessions: the customer enters the card on the provider's page.
import { type Fields, fieldsIn } from './form.ts'
import { confirm, createIntent, createMethod, createSetup } from './intents.ts'
import {
  find,
  type Intent,
  invalid,
  make,
  note,
  now,
  type Session,
  secretOf,
  StripeError,
  type World,
} from './state.ts'

export function createSession(world: World, form: Fields): Session {
  const isSetup = form['mode'] === 'setup'
  const [line] = (form['line_items'] ?? []) as Fields[]
  const price = fieldsIn(line ?? {}, 'price_data')
  const session = make<Session>(world, 'cs_test', 'checkout.session', {
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: form['cancel_url'] ?? null,
    client_reference_id: form['client_reference_id'] ?? null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    expires_at: now() + 86_400,
    metadata: form['metadata'] ?? {},
    mode: form['mode'],
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: isSetup ? 'no_payment_required' : 'unpaid',
    setup_intent: null,
    shipping_options: [],
    status: 'open',
    success_url: form['success_url'],
  })
  Object.assign(session, { url: `${world.base()}/_checkout/${session.id}` })
  const data = fieldsIn(form, isSetup ? 'setup_intent_data' : 'payment_intent_data')
  const amount = { amount: price['unit_amount'], currency: price['currency'] }
  const intent = { ...data, ...(isSetup ? {} : amount), customer: form['customer'] }
  note(world, session.id, { intent })
  return session
}

/** The customer pays on the page. A declined card leaves the session open. */
export function pay(world: World, session: Session, number: string): 'complete' | 'declined' {
  if (session.status !== 'open') throw invalid('session_closed', 'This page has expired.')
  const isSetup = session.mode === 'setup'
  const form = { ...(secretOf(world, session.id).intent as Fields) }
  const id = isSetup ? session.setup_intent : session.payment_intent
  const kind = isSetup ? 'setup_intent' : 'payment_intent'
  const known = id === null ? undefined : find<Intent>(world, id, kind)
  const intent = known ?? (isSetup ? createSetup(world, form) : createIntent(world, form))
  session[kind] = intent.id
  const card = { number, exp_month: '12', exp_year: '2040' }
  const method = createMethod({ ...world, raw_cards: true }, { type: 'card', card })
  try {
    confirm(world, intent, { payment_method: method.id, return_url: session.success_url })
  } catch (error) {
    if (error instanceof StripeError && error.status === 402) return 'declined'
    throw error
  }
  session.status = 'complete'
  session.payment_status = isSetup ? 'no_payment_required' : 'paid'
  world.emit('checkout.session.completed', session)
  return 'complete'
}

export function expire(world: World, session: Session): Session {
  if (session.status !== 'open') {
    throw invalid('session_closed', 'Only open sessions can be expired.')
  }
  session.status = 'expired'
  world.emit('checkout.session.expired', session)
  return session
}
