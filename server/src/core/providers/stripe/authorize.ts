// Authorizes in two steps. First the intent is created unconfirmed, and its id is committed; this moves nothing. Then it
// is confirmed. So a query by id is exact, a cancellation by id is final, and no authorize is ever sent again. Without
// a committed id, nothing was or will be confirmed.
import type { AuthorizeOutcome, Declined, NotSent } from '../provider.ts'
import type { AuthorizeRequest } from '../request.ts'
import {
  certainAfter,
  declinedBy,
  isNotSent,
  isRefusal,
  isUnknown,
  notSent,
  preparedAfter,
  readTransaction,
  type Refusal,
  unknown,
} from './answers.ts'
import { encodeForm, type Form } from './form.ts'
import { type Json, objectIn, textIn } from './json.ts'
import {
  cardForm,
  confirmForm,
  customerForm,
  intentForm,
  methodName,
  needsCustomer,
  sessionForm,
  setupForm,
  stripeAmount,
} from './requests.ts'
import type { Wire } from './wire.ts'

export async function authorize(
  wire: Wire,
  request: AuthorizeRequest,
  multicapture: boolean,
): Promise<AuthorizeOutcome> {
  const name = methodName(request.instrument)
  if (name === undefined) {
    return refusal('payment_method_unsupported_type', 'Stripe does not offer this method.')
  }
  if (stripeAmount(request) === undefined) {
    return refusal('invalid_amount', 'Stripe cannot express this amount in this currency.')
  }
  const customer = await customerFor(wire, request, name)
  if (customer !== undefined && 'result' in customer) return customer
  if (request.instrument.type === 'provider_page' && request.saved_method === undefined) {
    return openPage(wire, request, customer?.id, multicapture)
  }
  const prepared = await prepare(wire, request, name, customer?.id)
  if ('result' in prepared) return prepared
  const { path, id, method } = prepared
  if (!(await isCommitted(request, id))) return notSent('unreachable')
  const form = confirmForm(request, name, method, multicapture)
  return confirmed(await send(wire, request, `${path}/${id}/confirm`, form, 'confirm'), id)
}

interface Prepared {
  readonly path: string
  readonly id: string
  /** The PaymentMethod; absent for a method without a number. */
  readonly method: string | undefined
}

type Undone = NotSent | Declined

async function prepare(
  wire: Wire,
  request: AuthorizeRequest,
  name: string,
  customer: string | undefined,
): Promise<Prepared | Undone> {
  const isSetup = request.amount === 0
  const path = isSetup ? '/v1/setup_intents' : '/v1/payment_intents'
  const form = isSetup ? setupForm(request, name, customer) : intentForm(request, name, customer)
  const [intent, method] = await Promise.all([
    create(wire, request, path, form),
    methodFor(wire, request),
  ])
  if (method !== undefined && 'result' in method) return method
  return 'result' in intent ? intent : { path, id: intent.id, method: method?.id }
}

/** Undefined if the request needs none. */
async function methodFor(wire: Wire, request: AuthorizeRequest) {
  const { instrument, shopper, saved_method } = request
  if (saved_method !== undefined) return { id: splitSaved(saved_method).method }
  if (instrument.type !== 'card') return undefined
  return create(wire, request, '/v1/payment_methods', cardForm(instrument, shopper), 'method')
}

async function customerFor(wire: Wire, request: AuthorizeRequest, name: string) {
  if (request.saved_method !== undefined) return { id: splitSaved(request.saved_method).customer }
  if (!needsCustomer(request, name)) return undefined
  return create(wire, request, '/v1/customers', customerForm(request), 'customer')
}

function splitSaved(saved_method: string): { customer: string; method: string } {
  const [customer = '', method = ''] = saved_method.split(':')
  return { customer, method }
}

/** Creates an object that moves nothing: whatever becomes of the call, nothing was sent. */
async function create(
  wire: Wire,
  request: AuthorizeRequest,
  path: string,
  form: Form,
  step?: string,
): Promise<{ readonly id: string; readonly object: Json } | Undone> {
  const object = preparedAfter(await send(wire, request, path, form, step))
  if (isNotSent(object)) return object
  if (isRefusal(object)) return refusedPreparation(object)
  const id = textIn(object, 'id')
  return id === undefined ? notSent('unreachable') : { id, object }
}

/** Stripe's words for an account that may not send card numbers; there is no code for it. */
const RAW_CARDS = /card numbers directly/i

function refusedPreparation({ error }: Refusal): Undone {
  const isForbidden = RAW_CARDS.test(textIn(error, 'message') ?? '')
  return isForbidden ? notSent('not_configured') : declinedBy(error, null)
}

/** Each step has its own key, so that a proxy's repetition acts once. */
function send(wire: Wire, request: AuthorizeRequest, path: string, form: Form, step?: string) {
  const { operation_id } = request
  const key = step === undefined ? operation_id : `${operation_id}-${step}`
  return wire.post(path, operation_id, encodeForm(form), key)
}

/** False if the operation has been closed meanwhile. */
async function isCommitted(request: AuthorizeRequest, transaction_id: string): Promise<boolean> {
  try {
    await request.acknowledge?.(transaction_id)
    return true
  } catch {
    return false
  }
}

function confirmed(reply: Parameters<typeof certainAfter>[0], id: string): AuthorizeOutcome {
  const answer = certainAfter(reply)
  if (isUnknown(answer) || isNotSent(answer)) return answer
  if (!isRefusal(answer)) return readOutcome(answer, id) ?? unknown
  const { error } = answer
  const intent = objectIn(error, 'payment_intent') ?? objectIn(error, 'setup_intent')
  const reading = intent && readTransaction(intent)
  // A refused parameter leaves the intent as it was.
  if (intent === undefined || reading === 'never_seen') return declinedBy(error, id)
  return readOutcome(intent, id) ?? unknown
}

/** Undefined unless it is the outcome of this intent. */
function readOutcome(intent: Json, id: string): AuthorizeOutcome | undefined {
  const reading = intent['id'] === id ? readTransaction(intent) : undefined
  return reading === 'never_seen' || reading?.result === 'refused' ? undefined : reading
}

/**
 * The transaction is the session, because its payment does not exist before the customer pays; the approval then has
 * the payment's id.
 */
async function openPage(
  wire: Wire,
  request: AuthorizeRequest,
  customer: string | undefined,
  multicapture: boolean,
): Promise<AuthorizeOutcome> {
  const form = sessionForm(request, customer, multicapture)
  const session = await create(wire, request, '/v1/checkout/sessions', form)
  if ('result' in session) return session
  if (!(await isCommitted(request, session.id))) return notSent('unreachable')
  return readOutcome(session.object, session.id) ?? unknown
}

function refusal(code: string, message: string): Declined {
  return declinedBy({ code, message }, null)
}
