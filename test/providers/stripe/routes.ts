// The routes that Florin uses.
import { closeDispute, updateDispute } from './disputes.ts'
import { type Fields, fieldsIn, textIn, textsIn } from './form.ts'
import { confirm, createIntent, createMethod, createSetup } from './intents.ts'
import { cancel, capture, refund } from './modifications.ts'
import { createSession, expire } from './sessions.ts'
import {
  type Dispute,
  type Entity,
  find,
  type Intent,
  invalid,
  list,
  make,
  type Other,
  type Session,
  type World,
} from './state.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly query: Fields
  readonly form: Fields
  readonly body: string
  /** The idempotency key: our operation id for modifications. */
  readonly key: string
  /** The id in the path. */
  readonly id: string
}

type Route = (world: World, call: Call) => object

const payment = (world: World, { id }: Call) => find<Intent>(world, id, 'payment_intent')
const setup = (world: World, { id }: Call) => find<Intent>(world, id, 'setup_intent')
const session = (world: World, { path }: Call) =>
  find<Session>(world, path.split(/[/?]/)[4] ?? '', 'checkout.session')
const dispute = (world: World, { id }: Call) => find<Dispute>(world, id, 'dispute')

export const routes: Readonly<Record<string, Route>> = {
  'POST /v1/payment_intents': (world, { form }) => createIntent(world, form),
  'GET /v1/payment_intents': (world, call) => page(world, call, 'payment_intent'),
  'GET /v1/payment_intents/{intent}': payment,
  'POST /v1/payment_intents/{intent}/confirm': (world, call) =>
    confirm(world, payment(world, call), call.form),
  'POST /v1/payment_intents/{intent}/capture': (world, call) =>
    capture(world, payment(world, call), call.form, call.key),
  'POST /v1/payment_intents/{intent}/cancel': (world, call) =>
    cancel(world, payment(world, call), call.key),
  'POST /v1/setup_intents': (world, { form }) => createSetup(world, form),
  'GET /v1/setup_intents/{intent}': setup,
  'POST /v1/setup_intents/{intent}/confirm': (world, call) =>
    confirm(world, setup(world, call), call.form),
  'POST /v1/setup_intents/{intent}/cancel': (world, call) =>
    cancel(world, setup(world, call), call.key),
  'POST /v1/payment_methods': (world, { form }) => createMethod(world, form),
  'POST /v1/customers': (world, { form }) =>
    make<Other>(world, 'cus', 'customer', { metadata: form['metadata'] ?? {} }),
  'POST /v1/checkout/sessions': (world, { form }) => createSession(world, form),
  'GET /v1/checkout/sessions/{session}': session,
  'POST /v1/checkout/sessions/{session}/expire': (world, call) =>
    expire(world, session(world, call)),
  'POST /v1/refunds': (world, { form }) => refund(world, form),
  'GET /v1/refunds': (world, call) => page(world, call, 'refund'),
  'GET /v1/disputes/{dispute}': dispute,
  'POST /v1/disputes/{dispute}': (world, call) =>
    updateDispute(world, dispute(world, call), call.form),
  'POST /v1/disputes/{dispute}/close': (world, call) => closeDispute(world, dispute(world, call)),
  'POST /v1/files': (world, { form }) =>
    make<Other>(world, 'file', 'file', { purpose: form['purpose'], size: Number(form['file']) }),
  'GET /v1/events': (world, call) => page(world, call, 'event'),
  'GET /v1/balance': ({ is_live: livemode }) => ({
    object: 'balance',
    available: [],
    pending: [],
    livemode,
  }),
}

/** The newest first; `ending_before` reads the page of newer objects that is next to it. */
function page(world: World, { query, path }: Call, object: Entity['object']): object {
  const limit = Number(textIn(query, 'limit') ?? 10)
  const types = textsIn(query, 'types')
  const gte = Number(textIn(fieldsIn(query, 'created'), 'gte') ?? 0)
  const wanted = textIn(query, 'payment_intent')
  const all = list<Entity>(world, object).filter((each) => {
    const { type, payment_intent } = each as { type?: string; payment_intent?: string }
    const isType = types.length === 0 || types.includes(type ?? '')
    return isType && each.created >= gte && (wanted === undefined || payment_intent === wanted)
  })
  const [after, before] = [textIn(query, 'starting_after'), textIn(query, 'ending_before')]
  const index = all.findIndex(({ id }) => id === (after ?? before))
  if ((after ?? before) !== undefined && index === -1) {
    throw invalid('resource_missing', `No such ${object}: '${after ?? before}'`)
  }
  const rest = before === undefined ? all.slice(index + 1) : all.slice(0, index)
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return { object: 'list', url: path.split('?')[0], has_more: rest.length > limit, data }
}
