// Other merchants do not exist: every route, taken from the app itself, is called with a neighbour's ids. A new route
// is covered here automatically; it needs an example body in its row and, for a new kind of id, a neighbour's object
// below.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '#app.ts'
import { newId } from '#kernel/ids.ts'
import type { Route } from '#http/route.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Answer, Client } from '#testing/client.ts'
import { fileOf, formOf, upload } from '#testing/files.ts'
import { type Shop, harness } from '#testing/harness.ts'
import { DISPUTE_DELAY_MS, FRAUDULENT } from '../support/disputing.ts'
import { until } from '../support/expect.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'
import { untilLogged } from '../support/request_log.ts'

delayBank(DISPUTE_DELAY_MS)

type Ids = Record<string, string>

/** One object per kind, all belonging to the neighbour. */
async function neighboursObjects(shop: Shop): Promise<{ ids: Ids; secrets: string[] }> {
  const { client, merchant } = await shop.neighbour()
  const customer = await client.post('/customers', {
    name: 'Nadia Neighbour',
    email: 'n@neighbour.example',
  })
  const key = await client.post(`/api_keys/${merchant.merchant_id}`, { name: 'neighbour key' })
  const payment = await pay(client, APPROVED)
  const { payment_id } = payment.body
  const saved = await pay(client, APPROVED, {
    customer_id: customer.body.customer_id,
    setup_future_usage: 'off_session',
  })
  const refund = await client.post('/refunds', { payment_id, amount: 1 })
  await pay(client, FRAUDULENT)
  await until(async () => (await client.get('/disputes/list')).body.count > 0)
  const { dispute_id } = (await client.get('/disputes/list')).body.data[0]
  const file = await upload(client, fileOf('pdf'), 'nadias-receipt.pdf')
  const payout = await client.post('/payouts/create', { amount: 1, currency: 'EUR' })
  const link = await client.post('/payment_link', {
    amount: 1,
    currency: 'EUR',
    email: 'n@neighbour.example',
  })
  const account = await client.post(`/account/${merchant.merchant_id}/connectors`, {
    connector_name: 'bank',
    connector_label: 'Nadias bank',
    credentials: { key: (await testBank()).env['FLORIN_BANK_KEY'] },
  })
  const sending = profileOf(merchant)
  const price = { amount: 1, currency: 'EUR', interval: 'month' }
  const offer = { name: 'Nadias plan', prices: [price] }
  const plan = await client.post('/subscriptions/plans', offer, sending)
  const subscription = await client.post(
    '/subscriptions/create',
    {
      customer_id: customer.body.customer_id,
      item_price_id: plan.body.prices[0].item_price_id,
      payment_details: { return_url: 'https://neighbour.example/' },
    },
    sending,
  )
  const discount = { coupon_code: 'NADIAS-COUPON', percent_off: 5, duration: 'once' }
  const coupon = await client.post('/subscriptions/coupons', discount, sending)
  const groups = ['operations_view']
  const role = await client.post('/user/role', { role_name: 'Nadias role', groups })
  const person = { email: 'n@neighbour.example', role_id: role.body.role_id }
  await client.post('/user/user/invite_multiple', { ...person, name: 'Nadia' })
  const events = await client.get(`/events/${merchant.merchant_id}`)
  const [request] = await untilLogged(client, `object_id=${payment_id}`)
  const ids = {
    payment_id,
    payment_method_id: saved.body.payment_method_id,
    payout_id: payout.body.payout_id,
    payment_link_id: link.body.payment_link_id,
    plan_id: plan.body.plan_id,
    coupon_code: coupon.body.coupon_code,
    subscription_id: subscription.body.id,
    invoice_id: subscription.body.invoice.id,
    refund_id: refund.body.refund_id,
    dispute_id,
    file_id: file.body.file_id,
    passkey_id: 'psk_of_nadia',
    connector_id: account.body.connector_id,
    provider: 'bank',
    scope: 'merchant',
    merchant_id: merchant.merchant_id,
    organization_id: merchant.organization_id,
    profile_id: merchant.profile_id,
    customer_id: customer.body.customer_id,
    key_id: key.body.key_id,
    role_id: role.body.role_id,
    session_id: newId('ses'),
    note_id: newId('note'),
    view_id: newId('view'),
    event_id: events.body.data[0].event_id,
    request_id: request?.request_id ?? '',
  }
  const { provider: _, scope: __, ...secret } = ids
  return {
    ids,
    secrets: ['Nadia', 'nadias', 'NADIAS', 'n@neighbour.example', ...Object.values(secret)],
  }
}

const parametersOf = (row: Route) =>
  [...row.url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)

/** Parameters that are not an object's id. */
const NO_ID: ReadonlySet<string> = new Set(['provider', 'scope'])

function fill(row: Route, ids: Ids): string {
  return row.url.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const id = ids[name]
    assert.ok(id, `give neighboursObjects() an object for :${name}`)
    return id
  })
}

/**
 * Subscriptions name the business profile in a header; it is the caller's own, regardless of who owns the ids in the
 * path.
 */
function profileOf({ profile_id }: { profile_id: string }) {
  return { headers: { 'X-Profile-Id': profile_id } }
}

function call(client: Client, row: Route, path: string, merchant: { profile_id: string }) {
  if (row.upload) {
    return client.send(row.method, path, undefined, {
      raw: formOf(row.example ?? {}, fileOf('pdf')),
    })
  }
  const body = row.body ? (row.example ?? {}) : undefined
  return client.send(row.method, path, body, row.profile ? profileOf(merchant) : {})
}

test('every route that takes a body has an example that is valid', async (t) => {
  await using shop = await harness()
  for (const row of routes.filter((each) => each.body)) {
    await t.test(`${row.method} ${row.url}`, async () => {
      assert.ok(row.example, 'the row needs an example')
      // A separate merchant for each, because one example must not affect the next.
      const { client, merchant } = await shop.neighbour()
      const absent = {
        customer_id: 'absent',
        connector_id: 'absent',
        key_id: 'absent',
        payment_id: 'absent',
        payout_id: 'absent',
        payment_link_id: 'absent',
        plan_id: 'absent',
        subscription_id: 'absent',
        invoice_id: 'absent',
        secret: 'absent',
        refund_id: 'absent',
        dispute_id: 'absent',
        note_id: 'absent',
        view_id: 'absent',
        passkey_id: 'absent',
        event_id: 'absent',
        role_id: 'absent',
        provider: 'bank',
        scope: 'merchant',
      }
      const path = fill(row, { ...merchant, ...absent })
      const answer = await call(client, row, path, merchant)
      // A mail's token cannot be made up.
      const isUnknownToken = answer.body.error?.field === 'token'
      if (!isUnknownToken) assert.notEqual(answer.status, 400, answer.text)
    })
  }
})

test("every route called with a neighbour's ids answers 404 or 403 (or 401, unsigned) and reveals nothing", async (t) => {
  await using shop = await payingShop({ FLORIN_REQUEST_LOG: 'yes' })
  const { ids, secrets } = await neighboursObjects(shop)
  const { merchant_id } = shop.merchant
  // A link's page is for anyone with the link.
  const ofMerchants = routes.filter((each) => each.limit === undefined)
  for (const row of ofMerchants.filter((each) => parametersOf(each).length > 0)) {
    const variants = [ids, { ...ids, merchant_id }]
    // A path with no id but the caller's own is the caller's own.
    const foreign = variants.filter((each) =>
      parametersOf(row).some((name) => !NO_ID.has(name) && each[name] !== merchant_id),
    )
    for (const [n, variant] of foreign.entries()) {
      await t.test(
        `${row.method} ${row.url} (${n === 0 ? 'all theirs' : 'under our merchant_id'})`,
        async () => {
          const path = fill(row, variant)
          const answer = await call(shop, row, path, shop.merchant)
          // Routes for acquirers need no key but a signature.
          const refusals = row.access === 'public' ? [401, 404] : [403, 404]
          assert.ok(refusals.includes(answer.status), `${answer.status} ${answer.text}`)
          const reported = secrets.filter(
            (secret) => answer.text.includes(secret) && !path.includes(secret),
          )
          assert.deepEqual(reported, [])
          if (answer.status !== 404) return
          // The same message as for an unused id, so an answer does not reveal which ids exist.
          const absent = fill(row, Object.fromEntries(absentIds(row, variant, merchant_id)))
          const unknown = await call(shop, row, absent, shop.merchant)
          assert.equal(withoutIds(unknown, absent), withoutIds(answer, path))
        },
      )
    }
  }
})

function absentIds(row: Route, ids: Record<string, string>, merchant_id: string) {
  return parametersOf(row).map((name) => {
    const isOurs = ids[name] === merchant_id || name === 'provider'
    return [name, isOurs ? (ids[name] ?? '') : 'absent'] as const
  })
}

/** The status and the message, without the path's ids. */
function withoutIds({ status, body }: Answer, path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  // The longest first: `role` is part of the URL, and the beginning of the id behind it.
  const ids = parts.toSorted((a, b) => b.length - a.length)
  const { code, message } = body.error
  return ids.reduce((text, id) => text.replaceAll(id, '…'), `${status} ${code} ${message}`)
}

test("no route without an id ever shows a neighbour's data", async (t) => {
  await using shop = await payingShop({ FLORIN_REQUEST_LOG: 'yes' })
  const { ids, secrets } = await neighboursObjects(shop)
  const query = new URLSearchParams({ customer_id: ids['customer_id'] ?? '' })
  // The request log repeats what its caller has sent, so it is read before the neighbour's id is sent.
  const rows = routes
    .filter((each) => parametersOf(each).length === 0)
    .toSorted((a, b) => Number(b.url === '/requests') - Number(a.url === '/requests'))
  for (const row of rows) {
    await t.test(`${row.method} ${row.url}`, async () => {
      const plain = await call(shop, row, row.url, shop.merchant)
      const asked = row.url.endsWith('/list')
        ? row.method === 'GET'
          ? await shop.get(`${row.url}?${query.toString()}`)
          : await shop.post(row.url, { customer_id: ids['customer_id'] })
        : plain
      for (const answer of [plain, asked]) {
        assert.deepEqual(
          secrets.filter((secret) => answer.text.includes(secret)),
          [],
        )
      }
    })
  }
})

test("a neighbour's ids in a body lead nowhere", async () => {
  await using shop = await payingShop({ FLORIN_REQUEST_LOG: 'yes' })
  const { ids } = await neighboursObjects(shop)
  const { payment_id, dispute_id } = ids
  await shop.post('/customers', { customer_id: 'ours' })
  const own = await pay(shop, FRAUDULENT)
  await until(async () => (await shop.get('/disputes/list')).body.count > 0)
  const ours = (await shop.get(`/disputes/list?payment_id=${own.body.payment_id}`)).body.data[0]

  const answers = await Promise.all([
    shop.post('/refunds', { payment_id }),
    shop.post('/disputes/evidence', { dispute_id, customer_name: 'Eve' }),
    shop.send('DELETE', '/disputes/evidence', { dispute_id, evidence_type: 'receipt' }),
    shop.post('/customers/ours', { default_payment_method_id: ids['payment_method_id'] }),
  ])
  const receipt = ids['file_id']
  const file = await shop.post('/disputes/evidence', { dispute_id: ours.dispute_id, receipt })

  assert.deepEqual(
    answers.map((answer) => answer.status),
    [404, 404, 404, 404],
  )
  assert.equal(file.status, 400, file.text)
})

test("a neighbour's objects are as they were after all that", async () => {
  await using shop = await harness()
  const { client, merchant } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'shared-id', name: 'Theirs' })
  await shop.post('/customers', { customer_id: 'shared-id', name: 'Ours' })

  await shop.post('/customers/shared-id', { name: 'Ours, changed' })
  await shop.delete('/customers/shared-id')

  const theirs = await client.get('/customers/shared-id')
  assert.equal(theirs.body.name, 'Theirs')
  assert.equal(theirs.body.merchant_id, merchant.merchant_id)
})
