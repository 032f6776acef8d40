// The API refuses each write that a role does not include when it is called directly: every write that the dashboard can send is sent from
// inside its page, with the cookie and the CSRF token of a person of each built-in role. The tables of this file say
// what is expected, without asking the code; a write of the dashboard that is missing here fails the test.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { builtInRoles } from '#http/permissions.ts'
import type { Shop } from '#testing/harness.ts'
import { isFullProof } from '#testing/proof.ts'
import { openSessionOf } from '#testing/team.ts'
import { payingShop } from '../support/paying.ts'
import { addPerson, PASSWORD } from '../support/signing_in.ts'
import { return_url } from '../support/subscribing.ts'
import { anotherShop, newEmail } from '../support/team_users.ts'
import { addressOf, openStage, type Visit, visitWith } from './dashboard.ts'
import { makeObjects, type Objects } from './objects.ts'

const { browser, shop } = await openStage(payingShop())
shop.services.public_url = addressOf(shop)

type Area =
  | 'operations'
  | 'account'
  | 'users'
  | 'providers'
  | 'provider_tests'
  | 'routing'
  | 'simulations'

const EVERYTHING: readonly Area[] = [
  'operations',
  'account',
  'users',
  'providers',
  'provider_tests',
  'routing',
  'simulations',
]

/** Areas that each role may change or try out. Every role may change its own account and ask for figures. */
const mayChange: Readonly<Record<string, readonly Area[]>> = {
  org_admin: EVERYTHING,
  merchant_admin: EVERYTHING,
  merchant_operator: ['operations', 'provider_tests', 'simulations'],
  merchant_developer: ['account', 'provider_tests'],
  merchant_iam_admin: ['users'],
  merchant_customer_support: [],
  merchant_view_only: ['provider_tests', 'simulations'],
}

type Body = (on: Objects) => object

type Write = readonly [
  /** As the sources of the dashboard name it. */
  call: string,
  area: Area | 'anybody',
  /** The object in the path, besides the merchant. */
  at?: keyof Objects | undefined,
  body?: Body,
]

const toRefund: Body = (on) => ({ payment_id: on.paid, amount: 1 })
const toEvidence: Body = (on) => ({ dispute_id: on.dispute, customer_name: 'Ada King' })
const toPlan: Body = () => ({
  name: 'Pro',
  prices: [{ amount: 1, currency: 'EUR', interval: 'month' }],
})
const toCoupon: Body = () => ({
  coupon_code: 'MAY',
  percent_off: 5,
  duration: 'once',
})
const toOrder: Body = (on) => ({
  customer_id: on.customer,
  item_price_id: on.price,
  payment_details: { return_url },
})
const toSubscription: Body = (on) => ({
  ...toOrder(on),
  payment_details: { return_url, payment_method_id: on.method },
})
const toOtherPlan: Body = (on) => ({ plan_id: on.plan, item_price_id: on.price })
const toResolution: Body = () => ({ action: 'accept' })
const toCredit: Body = () => ({ ...money(), reason: 'Goodwill' })
const toProfile: Body = () => ({ profile_name: 'Third' })
const toKey: Body = () => ({ name: 'Reports', scopes: ['payments:read'] })
const toEvent: Body = () => ({ event_type: 'payment_succeeded' })
const toRole: Body = () => ({ role_name: 'Night', groups: ['operations_view'] })
const toGrant: Body = (on) => ({ email: on.person, role_id: 'merchant_customer_support' })
const toInvite: Body = () => [{ email: newEmail(), role_id: 'merchant_view_only' }]
const toPerson: Body = (on) => ({ email: on.person })
const toPassword: Body = () => ({ old_password: PASSWORD, new_password: 'seven lamps of brass' })
const toConnector: Body = (on) => ({
  connector_name: 'bank',
  connector_label: 'Third bank',
  credentials: { key: on.bank_key },
})
const toSimulation: Body = () => ({ payment_method_type: 'credit', ...money() })
const money = () => ({ amount: 1, currency: 'EUR' })
const toDraft: Body = () => ({ revision: 0, customer_name: 'Ada King' })
const toNote: Body = () => ({ text: 'A bag arrived torn.' })
const toView: Body = () => ({ list: 'payments', name: 'Failed', query: 'status=failed' })
const totp: Body = () => ({ totp: '123456' })
const of =
  (body: object): Body =>
  () =>
    body

const PAYMENT = '/payments/{payment_id}'
const DISPUTE = '/disputes/{dispute_id}'
const CUSTOMER = '/customers/{customer_id}'
const PAYOUT = '/payouts/{payout_id}'
const SUBSCRIPTION = '/subscriptions/{subscription_id}'
const PROFILES = '/account/{merchant_id}/business_profile'
const SETTINGS = '/account/{merchant_id}/settings'
const CONNECTORS = '/account/{merchant_id}/connectors'
const ROUTING = `${PROFILES}/{profile_id}/routing`
const METRICS = '/analytics/v1/{scope}/metrics'

/** In the order in which they are sent: a sign-out ends the session. */
const writes: readonly Write[] = [
  [`POST ${PAYMENT}/capture`, 'operations', 'to_capture'],
  [`POST ${PAYMENT}/cancel`, 'operations', 'to_cancel'],
  [`POST ${PAYMENT}/approve`, 'operations', 'to_approve'],
  [`POST ${PAYMENT}/reject`, 'operations', 'to_reject'],
  ['POST /refunds', 'operations', undefined, toRefund],
  ['POST /refunds/{refund_id}', 'operations', 'refund', of({ metadata: { desk: '2' } })],
  ['POST /payment_link', 'operations', undefined, money],
  ['POST /payment_link/{payment_link_id}/deactivate', 'operations', 'link'],
  ['POST /payouts/create', 'operations', undefined, money],
  // A user who has changed a payout cannot approve it.
  [`POST ${PAYOUT}/approve`, 'operations', 'payout', of({})],
  [`PUT ${PAYOUT}`, 'operations', 'payout', of({ description: 'May' })],
  [`POST ${PAYOUT}/fulfill`, 'operations', 'payout', of({})],
  [`POST ${PAYOUT}/confirm`, 'operations', 'payout_to_confirm', of({})],
  [`POST ${PAYOUT}/cancel`, 'operations', 'payout_to_cancel', of({})],
  ['POST /files', 'operations', undefined, toEvidence],
  ['POST /disputes/evidence/{dispute_id}/draft', 'operations', 'dispute', toDraft],
  ['POST /disputes/evidence', 'operations', undefined, toEvidence],
  ['POST /disputes/accept/{dispute_id}', 'operations', 'dispute_to_accept'],
  ['POST /subscriptions/plans', 'operations', undefined, toPlan],
  ['POST /subscriptions/plans/{plan_id}', 'operations', 'plan', of({ name: 'Basic' })],
  ['DELETE /subscriptions/plans/{plan_id}', 'operations', 'plan_to_delete'],
  ['POST /subscriptions/coupons', 'operations', undefined, toCoupon],
  ['POST /subscriptions/coupons/{coupon_code}/stop', 'operations', 'coupon'],
  ['POST /subscriptions/create', 'operations', undefined, toOrder],
  ['POST /subscriptions', 'operations', undefined, toSubscription],
  [`PUT ${SUBSCRIPTION}/update`, 'operations', 'subscription', toOtherPlan],
  [`POST ${SUBSCRIPTION}/pause`, 'operations', 'subscription', of({ pause_option: 'immediately' })],
  [
    `POST ${SUBSCRIPTION}/resume`,
    'operations',
    'subscription',
    of({ resume_option: 'immediately' }),
  ],
  [
    `POST ${SUBSCRIPTION}/cancel`,
    'operations',
    'subscription',
    of({ cancel_option: 'immediately' }),
  ],
  ['POST /invoices/{invoice_id}/resolve', 'operations', 'invoice_to_resolve', toResolution],
  ['POST /customers', 'operations', undefined, of({})],
  ['POST /customers/{customer_id}/credit', 'operations', 'customer', toCredit],
  ['POST /customers/{customer_id}', 'operations', 'customer', of({ name: 'Ada King' })],
  ['DELETE /customers/{customer_id}', 'operations', 'customer_to_delete'],
  ['DELETE /payment_methods/{payment_method_id}', 'operations', 'method'],
  ['POST /sandbox/clock', 'operations', undefined, of({ advance: '1s' })],

  [`POST ${CONNECTORS}/{connector_id}`, 'providers', 'connector', of({ priority: 5 })],
  [`POST ${CONNECTORS}/{connector_id}/check`, 'provider_tests', 'connector'],
  [`DELETE ${CONNECTORS}/{connector_id}`, 'providers', 'connector_to_delete'],
  [`POST ${CONNECTORS}`, 'providers', undefined, toConnector],
  [`POST ${ROUTING}`, 'routing', 'profile', of({ max_fallbacks: 2 })],
  [`POST ${ROUTING}/simulate`, 'simulations', 'profile', toSimulation],

  [`POST ${SETTINGS}`, 'account', undefined, of({ time_zone: 'Asia/Kolkata' })],
  [`POST ${PROFILES}`, 'account', undefined, toProfile],
  [`POST ${PROFILES}/{profile_id}`, 'account', 'profile', of({ metadata: { desk: '2' } })],
  [`POST ${PROFILES}/{profile_id}/rotate_webhook_secret`, 'account', 'profile', of({})],
  [`DELETE ${PROFILES}/{profile_id}`, 'account', 'profile'],
  ['POST /api_keys/{merchant_id}', 'account', undefined, toKey],
  ['POST /api_keys/{merchant_id}/{key_id}', 'account', 'key', of({ name: 'Audits' })],
  ['POST /api_keys/{merchant_id}/{key_id}/roll', 'account', 'key', of({ old_key_hours: 24 })],
  ['DELETE /api_keys/{merchant_id}/{key_id}', 'account', 'key'],
  ['POST /events/{merchant_id}/test', 'account', undefined, toEvent],
  ['POST /events/{merchant_id}/{event_id}/retry', 'account', 'event'],

  ['POST /user/user/invite_multiple', 'users', undefined, toInvite],
  ['POST /user/user/resend_invite', 'users', undefined, (on) => ({ email: on.invited })],
  ['POST /user/user/update_role', 'users', undefined, toGrant],
  ['POST /user/user/end_sessions', 'users', undefined, toPerson],
  ['DELETE /user/user/delete', 'users', undefined, toPerson],
  ['POST /user/team_settings', 'users', undefined, of({ require_two_factor: false })],
  ['POST /user/role', 'users', undefined, toRole],
  ['PUT /user/role/{role_id}', 'users', 'role', of({ groups: ['analytics_view'] })],
  ['DELETE /user/role/{role_id}', 'users', 'role'],

  [`POST ${PAYMENT}/notes`, 'anybody', 'paid', toNote],
  [`DELETE ${PAYMENT}/notes/{note_id}`, 'anybody', 'paid'],
  [`POST ${DISPUTE}/notes`, 'anybody', 'dispute', toNote],
  [`DELETE ${DISPUTE}/notes/{note_id}`, 'anybody', 'dispute'],
  [`POST ${CUSTOMER}/notes`, 'anybody', 'customer', toNote],
  [`DELETE ${CUSTOMER}/notes/{note_id}`, 'anybody', 'customer'],
  ['POST /views', 'anybody', undefined, toView],
  ['POST /views/{view_id}', 'anybody', 'nothing', of({ name: 'Declined' })],
  ['DELETE /views/{view_id}', 'anybody', 'nothing'],
  ['POST /payment_link/preview', 'anybody', undefined, money],
  ['POST /disputes/evidence/preview', 'anybody', undefined, toEvidence],
  [`POST ${SUBSCRIPTION}/estimate`, 'anybody', 'subscription', of({ action: 'cancel' })],
  [`POST ${METRICS}/payments`, 'anybody', 'scope', of([])],
  [`POST ${METRICS}/refunds`, 'anybody', 'scope', of([])],
  [`POST ${METRICS}/disputes`, 'anybody', 'scope', of([])],
  ['POST /user/forgot_password', 'anybody', undefined, toPerson],
  ['POST /user', 'anybody', undefined, of({ name: 'Ada King' })],
  ['POST /user/preferences', 'anybody', undefined, of({ theme: 'auto' })],
  ['POST /user/passkeys/begin', 'anybody'],
  ['POST /user/passkeys', 'anybody', undefined, of({})],
  ['POST /user/passkeys/{passkey_id}', 'anybody', 'nothing', of({ name: 'Phone' })],
  ['DELETE /user/passkeys/{passkey_id}', 'anybody', 'nothing'],
  ['POST /user/passkeys/signin/begin', 'anybody'],
  ['POST /user/passkeys/signin', 'anybody', undefined, of({})],
  ['POST /user/2fa/totp/begin', 'anybody'],
  ['PUT /user/2fa/totp/verify', 'anybody', undefined, totp],
  ['POST /user/2fa/totp/verify', 'anybody', undefined, totp],
  ['DELETE /user/2fa/totp', 'anybody', undefined, totp],
  ['POST /user/2fa/recovery_code/generate', 'anybody', undefined, totp],
  ['POST /user/2fa/recovery_code/verify', 'anybody', undefined, of({ recovery_code: 'abcd' })],
  ['DELETE /user/sessions/{session_id}', 'anybody', 'nothing'],
  ['DELETE /user/sessions', 'anybody'],
  ['POST /user/change_password', 'anybody', undefined, toPassword],
  ['POST /user/switch_merchant', 'anybody', undefined, (on) => ({ merchant_id: on.merchant_id })],
  ['POST /user/signout', 'anybody'],
  ['POST /user/signin', 'anybody', undefined, (on) => ({ email: on.person, password: PASSWORD })],
]

/** Each can be read by every role, if it is the merchant's own. */
const reads: readonly (readonly [path: string, at: keyof Objects])[] = [
  [PAYMENT, 'paid'],
  ['/refunds/{refund_id}', 'refund'],
  [DISPUTE, 'dispute'],
  ['/files/{file_id}', 'file'],
  [PAYOUT, 'payout'],
  [CUSTOMER, 'customer'],
  ['/payment_link/{payment_link_id}', 'link'],
  [SUBSCRIPTION, 'subscription'],
  ['/invoices/{invoice_id}', 'invoice_to_resolve'],
  ['/customers/{customer_id}/credit', 'customer'],
  [`${PROFILES}/{profile_id}`, 'profile'],
  ['/api_keys/{merchant_id}/{key_id}', 'key'],
  ['/events/{merchant_id}/{event_id}', 'event'],
  ['/user/role/{role_id}', 'role'],
]

/** The nearest `const url = '/payments'` above a call of `api.POST(url)`. */
function constantBefore(source: string, name: string): string | undefined {
  const all = [...source.matchAll(/const (\w+) = '(\/[^']*)'/g)]
  return all.findLast(([, each]) => each === name)?.[2]
}

/** Every write that the sources of the dashboard name. */
async function writesOfSources(): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const file of glob('dashboard/src/**/*.{ts,tsx}', { exclude: ['**/generated/**'] })) {
    const source = await readFile(file, 'utf8')
    // `post('/refunds')` of api/change.ts, or `api.POST('/files')`.
    for (const [, verb = '', path = ''] of source.matchAll(/\b(post|put|remove)\(\s*'([^']+)'/g)) {
      found.add(`${verb === 'remove' ? 'DELETE' : verb.toUpperCase()} ${path}`)
    }
    for (const { 1: method = '', 2: path, 3: name = '', index } of source.matchAll(
      /\.(POST|PUT|PATCH|DELETE)\b(?:\(\s*(?:'([^']+)'|(\w+)))?/g,
    )) {
      const known = path ?? constantBefore(source.slice(0, index), name)
      found.add(`${method} ${known ?? `of an unknown path in ${file}`}`)
    }
    for (const [sent, method, path] of source.matchAll(
      /\.open\('(\w+)', '([^']+)'|\bfetch\(|\bsendBeacon\(/g,
    )) {
      found.add(method === undefined ? `${sent} in ${file}` : `${method} ${path}`)
    }
  }
  return found
}

test('the table has every write that the dashboard can send, and every built-in role', async () => {
  const calls = writes.map(([call]) => call)
  assert.deepEqual(calls.toSorted(), [...(await writesOfSources())].toSorted())
  assert.deepEqual(Object.keys(mayChange).toSorted(), Object.keys(builtInRoles).toSorted())
})

/** Like the dashboard: same origin, so with the cookie, and with the CSRF token of the session. */
const SEND = `async ({ method, path, body, profile_id }) => {
  window.csrf ??= (await (await fetch('/user')).json()).csrf_token
  const headers = { 'x-csrf-token': window.csrf, 'x-profile-id': profile_id }
  if (path === '/files') {
    const form = new FormData()
    form.append('purpose', 'dispute_evidence')
    form.append('dispute_id', body.dispute_id)
    form.append('file', new Blob(['%PDF-1.7\\n']), 'receipt.pdf')
    body = form
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(body)
  }
  const answer = await fetch(path, { method, headers, body })
  return { status: answer.status, text: await answer.text() }
}`

interface Received {
  readonly status: number
  readonly text: string
}

function send(
  { page }: Visit,
  { merchant_id, default_profile: profile_id }: Pick<Objects, 'merchant_id' | 'default_profile'>,
  call: string,
  id: string,
  body?: object,
): Promise<Received> {
  const [method, template = ''] = call.split(' ')
  const path = template.replace('{merchant_id}', merchant_id).replace(/\{\w+\}/, id)
  return page.evaluate(`(${SEND})(${JSON.stringify({ method, path, body, profile_id })})`)
}

/** Included writes are carried out; a request about one's own account can be invalid, but is never forbidden. */
function isExpected({ status, text }: Received, area: Write[1], areas: readonly Area[]): boolean {
  if (area === 'anybody') return status !== 403 && status < 500
  if (areas.includes(area)) return status < 300
  return status === 403 && text.includes('"AU_03"')
}

/** Signs in to the merchant's dashboard with this role. */
async function visitOf(merchant: Shop, role: string): Promise<Visit> {
  const client = await openSessionOf(merchant, await addPerson(merchant, role))
  const visit = await visitWith(browser, merchant, client)
  await visit.open('/')
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  return visit
}

/** In the check; test/conformance/permissions.test.ts tries every role at every route, without a browser. */
const SAMPLE: ReadonlySet<string> = new Set([
  'merchant_admin',
  'merchant_operator',
  'merchant_view_only',
])
const tried = Object.entries(mayChange).filter(([role]) => isFullProof || SAMPLE.has(role))

for (const [role, areas] of tried) {
  test(`${role}: a direct call is refused exactly if the role does not include it`, async () => {
    const merchant = await anotherShop(shop)
    const own = await makeObjects(merchant)
    await using visit = await visitOf(merchant, role)
    const wrong: string[] = []
    for (const [call, area, at = 'nothing', body] of writes) {
      const received = await send(visit, own, call, own[at], body?.(own))
      const { status, text } = received
      if (!isExpected(received, area, areas)) wrong.push(`${call}: ${status} ${text.slice(0, 200)}`)
    }
    assert.deepEqual(wrong, [])
  })
}

test('an object of another merchant is not found by its id, whatever the role', async () => {
  const own = await makeObjects(shop)
  const foreign = await makeObjects(await anotherShop(shop))
  for (const [role] of tried) {
    await using visit = await visitOf(shop, role)
    for (const [path, at] of reads) {
      const statuses = []
      for (const id of [own[at], foreign[at]]) {
        statuses.push((await send(visit, own, `GET ${path}`, id)).status)
      }
      assert.deepEqual(statuses, [200, 404], `${role} ${path}`)
    }
  }
})

/** The role includes the request, but not what it would grant. */
const grants = [
  ['merchant_developer', 'POST /api_keys/{merchant_id}', { name: 'All', scopes: ['*'] }],
  ['merchant_iam_admin', 'POST /user/role', { role_name: 'All', groups: ['operations_manage'] }],
  ['merchant_iam_admin', 'POST /user/user/update_role', { role_id: 'merchant_admin' }],
  ['merchant_admin', 'POST /user/user/update_role', { role_id: 'org_admin' }],
] as const

test('nobody grants more than their own role has', async () => {
  const merchant = await anotherShop(shop)
  const { email } = await addPerson(merchant, 'merchant_view_only')
  const { merchant_id, profile_id: default_profile } = merchant.merchant
  for (const [role, call, grant] of grants) {
    await using visit = await visitOf(merchant, role)
    const body = 'role_id' in grant ? { email, ...grant } : grant
    const { status } = await send(visit, { merchant_id, default_profile }, call, '', body)
    assert.equal(status, 403, `${role} ${call}`)
  }
})
