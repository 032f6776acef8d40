// An empty string is a value: it never stands for an absent id, code or name.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const headers = { 'X-Profile-Id': shop.merchant.profile_id }
const { merchant_id, profile_id } = shop.merchant
const payment = { amount: 500, currency: 'EUR' }
const subscription = {
  customer_id: 'ada',
  item_price_id: 'monthly',
  payment_details: { return_url: 'https://shop.example/return' },
}

const requests: [url: string, body: object, field: string][] = [
  ['/payments', { ...payment, profile_id: '' }, 'profile_id'],
  ['/payments', { ...payment, customer_id: '' }, 'customer_id'],
  ['/payments', { ...payment, name: '' }, 'name'],
  ['/payments', { ...payment, merchant_order_reference_id: '' }, 'merchant_order_reference_id'],
  ['/payments', { ...payment, payment_method_id: '' }, 'payment_method_id'],
  [
    '/payments',
    { ...payment, billing: { address: { last_name: '' } } },
    'billing.address.last_name',
  ],
  ['/payment_link', { ...payment, customer_id: '' }, 'customer_id'],
  ['/payment_link', { ...payment, profile_id: '' }, 'profile_id'],
  ['/refunds', { payment_id: '' }, 'payment_id'],
  ['/payouts/create', { ...payment, profile_id: '' }, 'profile_id'],
  ['/payouts/create', { ...payment, payout_method_id: '' }, 'payout_method_id'],
  ['/payouts/create', { ...payment, customer: { name: '' } }, 'customer.name'],
  ['/customers', { name: '' }, 'name'],
  ['/customers', { address: { first_name: '' } }, 'address.first_name'],
  ['/subscriptions/create', { ...subscription, plan_id: '' }, 'plan_id'],
  ['/subscriptions/create', { ...subscription, coupon_code: '' }, 'coupon_code'],
  ['/subscriptions/create', { ...subscription, customer_id: '' }, 'customer_id'],
  ['/subscriptions/create', { ...subscription, item_price_id: '' }, 'item_price_id'],
  [
    '/subscriptions/create',
    { ...subscription, merchant_reference_id: '' },
    'merchant_reference_id',
  ],
  ['/disputes/evidence', { dispute_id: '', customer_name: 'Ada' }, 'dispute_id'],
  [
    `/events/${merchant_id}/test`,
    { event_type: 'payment_succeeded', profile_id: '' },
    'profile_id',
  ],
  [
    `/account/${merchant_id}/business_profile/${profile_id}`,
    { payment_link_config: { seller_name: '' } },
    'payment_link_config.seller_name',
  ],
  [
    '/user/user/invite_multiple',
    { email: 'a@shop.example', name: '', role_id: 'org_admin' },
    'name',
  ],
]

for (const [url, body, field] of requests) {
  test(`POST ${url.replace(merchant_id, '…').replace(profile_id, '…')} refuses an empty ${field}`, async () => {
    assertRefused(await shop.send('POST', url, body, { headers }), 400, 'IR_04', field)
  })
}

test('a plan change refuses an empty plan_id and an empty item_price_id', async () => {
  const url = '/subscriptions/sub_unknown/update'
  const change = { plan_id: 'basic', item_price_id: 'monthly' }

  for (const field of ['plan_id', 'item_price_id']) {
    const answer = await shop.send('PUT', url, { ...change, [field]: '' }, { headers })
    assertRefused(answer, 400, 'IR_04', field)
  }
})

test('a list refuses an empty id and an empty name as a filter', async () => {
  assertRefused(await shop.get('/payments/list?starting_after='), 400, 'IR_04', 'starting_after')
  assertRefused(await shop.get('/customers/list?name='), 400, 'IR_04', 'name')
})

test('text that is not an id, a code or a name may be empty', async () => {
  const answer = await shop.post('/payments', {
    ...payment,
    description: '',
    metadata: { note: '' },
    billing: { address: { line2: '', state: '' } },
    browser_info: { referer: '' },
  })

  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.description, '')
  assert.deepEqual(answer.body.metadata, { note: '' })
})

/** The fields that accept an empty string, by the reason. */
const mayBeEmpty: Readonly<Record<string, readonly string[]>> = {
  'prose of the merchant': [
    'description',
    'reason',
    'cancellation_reason',
    'sold_out_message',
    'statement_descriptor_prefix',
    'statement_descriptor_suffix',
  ],
  'parts of an address that some countries do not have': [
    'line1',
    'line2',
    'line3',
    'city',
    'state',
    'zip',
  ],
  'sent by browsers, which have an empty text where there is none': [
    'user_agent',
    'accept_header',
    'accept_language',
    'language',
    'locale',
    'os_type',
    'os_version',
    'device_model',
    'referer',
  ],
  'pairs of a name and any text': ['metadata.*', 'document_details.*', 'custom_http_headers.*'],
  'what a receiver answered, word for word': ['response_body'],
  'credentials: an empty one is wrong, like any other': ['client_secret', 'device_token'],
  'a discriminator: the schema around its branches lists the values': ['payout_method_type'],
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly then?: Schema
}

/** In evidence an empty text clears the field. Single sign-on and acquirers' pages decide which texts they send. */
const apart = [
  '/disputes/evidence',
  '/disputes/evidence/preview',
  '/disputes/evidence/:dispute_id/draft',
  '/user/oidc/callback',
  '/payments/return/:merchant_id/:payment_id',
]

test('every other text in a request has at least one character', () => {
  const known = new Set(Object.values(mayBeEmpty).flat())
  const accepted = routes
    .filter(({ url }) => !apart.includes(url))
    .flatMap(({ method, url, body, query }) =>
      [body, query].flatMap((schema) =>
        [...emptiable((schema ?? {}) as Schema)].map((field) => ({ field, url, method })),
      ),
    )

  const wrong = accepted.filter(
    ({ field }) => !known.has(field) && ![...known].some((each) => field.endsWith(`.${each}`)),
  )

  assert.deepEqual(wrong, [])
})

/** Paths to all texts that may be empty. */
function* emptiable(schema: Schema, path: readonly string[] = []): Generator<string> {
  if (acceptsEmpty(schema)) yield path.join('.')
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* emptiable(inner, [...path, name])
  }
  const { items, additionalProperties, then, allOf = [] } = schema
  if (typeof additionalProperties === 'object')
    yield* emptiable(additionalProperties, [...path, '*'])
  if (items) yield* emptiable(items, path)
  for (const each of [...allOf, ...(then ? [then] : [])]) yield* emptiable(each, path)
}

function acceptsEmpty({ type, minLength = 0, pattern, format, ...rest }: Schema): boolean {
  if (![type].flat().includes('string') || minLength > 0 || format !== undefined) return false
  if (rest.enum !== undefined || rest.const !== undefined) return false
  return pattern === undefined || new RegExp(pattern, 'u').test('')
}
