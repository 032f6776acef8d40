// A browser sends the session cookie with a link on any site, so no GET with it may change anything. Every GET route
// is called with an admin's cookie, and the whole database is compared.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import type { Route } from '#http/route.ts'
import { fileOf, upload } from '#testing/files.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { addPerson, cookiesOf, signIn } from '../support/signing_in.ts'

const shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
after(() => shop.app.close())

const { merchant_id, profile_id, organization_id } = shop.merchant
const gets = routes.filter(({ method }) => method === 'GET')
const nameOf = ({ method, url }: Route) => `${method} ${url}`

/** Marks a GET that changes something: it is recorded in the audit trail, or refuses cookies. */
const isMarked = ({ audit, bearer_only }: Route) => audit !== undefined || bearer_only === true

test('a GET that is marked as changing something refuses the cookie with 405, and names POST', async () => {
  const cookie = await cookieOfAdmin()
  const marked = gets.filter(isMarked)
  assert.ok(marked.some(({ url }) => url === '/user/2fa/totp/begin'))

  for (const row of marked) {
    const answer = await shop.with(undefined).get(row.url, { headers: { Cookie: cookie } })
    assert.equal(`${answer.status} ${answer.body.error?.code}`, '405 IR_03', nameOf(row))
    assert.equal(answer.headers.get('allow'), 'POST')
    const isPosted = routes.some(({ method, url }) => method === 'POST' && url === row.url)
    assert.ok(isPosted, `POST ${row.url} exists`)
  }
})

test('no GET with the cookie of an admin changes a row of the database', async () => {
  const ids = await ownObjects()
  const cookie = await cookieOfAdmin()
  const headers = { Cookie: cookie, 'X-Profile-Id': profile_id }
  const call = (path: string) => shop.with(undefined).get(path, { headers })
  // A merchant's first request settles its API version.
  assert.equal((await call('/user')).status, 200)
  const statuses = new Map<string, number>()

  for (const row of gets) {
    const path = row.url.replaceAll(/:([a-z_]+)/g, (_, name: string) => ids[name] ?? 'none')
    const before = await contents()
    statuses.set(row.url, (await call(path)).status)
    assert.deepEqual(await contents(), before, nameOf(row))
  }

  const answered = [...statuses.values()].filter((status) => status === 200).length
  assert.ok(answered > gets.length / 2, `${answered} of ${gets.length} answered 200`)
})

async function cookieOfAdmin(): Promise<string> {
  const { email } = await addPerson(shop, 'org_admin')
  const answer = await signIn(shop, email, { transport: 'cookie' })
  assert.equal(answer.status, 200, answer.text)
  return cookiesOf(answer)
}

/** One object per kind, so that most routes find what they show. */
async function ownObjects(): Promise<Record<string, string>> {
  const sent = { headers: { 'X-Profile-Id': profile_id } }
  const made = async (path: string, body: object, options = {}) => {
    const answer = await shop.post(path, body, options)
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.body
  }
  const { customer_id } = await made('/customers', { name: 'Ada', email: 'ada@shop.example' })
  const { payment_id } = await made('/payments', paymentBody({ customer_id }))
  const { refund_id } = await made('/refunds', { payment_id, amount: 1 })
  const { payout_id } = await made('/payouts/create', { amount: 1, currency: 'EUR' })
  const { payment_link_id } = await made('/payment_link', { amount: 1, currency: 'EUR' })
  const prices = [{ amount: 1, currency: 'EUR', interval: 'month' }]
  const plan = await made('/subscriptions/plans', { name: 'Plan', prices }, sent)
  const coupon = { coupon_code: 'TEN', percent_off: 10, duration: 'once' }
  await made('/subscriptions/coupons', coupon, sent)
  const subscription = await made(
    '/subscriptions/create',
    {
      customer_id,
      item_price_id: plan.prices[0].item_price_id,
      payment_details: { return_url: 'https://shop.example/' },
    },
    sent,
  )
  const { key_id } = await made(`/api_keys/${merchant_id}`, { name: 'k' })
  const role = await made('/user/role', { role_name: 'R', groups: ['operations_view'] })
  const file = await upload(shop, fileOf('pdf'), 'receipt.pdf')
  const [event] = (await shop.get(`/events/${merchant_id}`)).body.data ?? []
  return {
    merchant_id,
    account_id: merchant_id,
    organization_id: organization_id ?? '',
    profile_id,
    customer_id,
    payment_id,
    refund_id,
    payout_id,
    payment_link_id,
    plan_id: plan.plan_id,
    coupon_code: coupon.coupon_code,
    subscription_id: subscription.id,
    key_id,
    role_id: role.role_id,
    file_id: file.body.file_id,
    event_id: event?.event_id ?? 'none',
  }
}

/** A digest for every table. */
async function contents(): Promise<Record<string, string>> {
  const { db } = shop.services
  const tables = await db.run<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'directory') order by 1`,
    [],
  )
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${name} t`,
  )
  const rows = await db.run<{ name: string; digest: string }>(digests.join(' union all '), [])
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
