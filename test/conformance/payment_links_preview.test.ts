// The preview of a payment link: what its page would show, and the inert page that shows it in a frame of the dashboard.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const preview = (body: object) => shop.post('/payment_link/preview', body)

test('a preview shows what the page of the link then shows, and creates nothing', async () => {
  const body = {
    amount: 2500,
    currency: 'EUR',
    description: 'Two tickets',
    order_details: [{ name: 'Ticket', quantity: 2, amount: 1250, currency: 'EUR' }],
    payment_link_config: { seller_name: 'The Theatre', theme: '#1a73e8' },
    expiry: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const before = (await shop.get('/payment_link/list')).body.total_count

  const { status, body: shown } = await preview(body)
  const made = await shop.post('/payment_link', body)
  const opened = await shop.with(undefined).get(`/pay/${made.body.payment_link_id}`)

  assert.equal(status, 200)
  assert.match(shown.colors, /--accent/)
  const [, json = ''] = /id="florin-data">(.*?)<\/script>/.exec(opened.text) ?? []
  const { path: _, ...page } = shown.page
  const { path: __, ...real } = JSON.parse(json)
  assert.deepEqual(page, real)
  assert.equal((await shop.get('/payment_link/list')).body.total_count, before + 1)
})

test('a draft may lack what is required; what it has must be right', async () => {
  const fixed = await preview({ currency: 'EUR' })
  const open = await preview({ currency: 'EUR', link_type: 'donation' })

  assert.equal(fixed.body.page.amount, 0)
  assert.equal(open.body.page.amount, null)
  assertRefused(await preview({ currency: 'EUR', amount: -1 }), 400, 'IR_04', 'amount')
  assertRefused(await preview({ currency: 'EUR', profile_id: 'nobody' }), 404, 'IR_05')
})

test('a preview needs a key or a session with payment_links:read', async () => {
  const other = await shop.keyWith('payments:read')

  assertRefused(await other.post('/payment_link/preview', { currency: 'EUR' }), 403, 'AU_03')
  const nobody = shop.with(undefined)
  assertRefused(await nobody.post('/payment_link/preview', { currency: 'EUR' }), 401, 'AU_01')
})

test('the page of the preview has no data, connects to nothing, and is framed by this server only', async () => {
  const page = await shop.with(undefined).get('/pay/new?preview')

  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /frame-ancestors 'self'/)
  assert.match(policy, /connect-src 'none'/)
  assert.match(policy, /form-action 'none'/)
  assert.equal(page.headers.get('x-frame-options'), 'SAMEORIGIN')
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.doesNotMatch(page.text, /florin-data/)
})
