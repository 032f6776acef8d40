// The invoice page and its requests, as a browser makes them: without a key.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { dataUrl, png } from '#testing/images.ts'
import { insertInvoice, payInvoice, type TestInvoice } from '#testing/invoice.ts'
import { pageData } from '#testing/payment_link.ts'

const NO_FUNDS = '4000000000009995'
const CHALLENGED = '4000003800000446'

let shop: Shop

before(async () => {
  shop = await harness({ env: (await testBank()).env })
})
after(() => shop?.[Symbol.asyncDispose]())

const open = (path: string, headers: Record<string, string> = {}) =>
  shop.with(undefined).get(path, { headers })

async function statusOf({ path }: TestInvoice): Promise<string> {
  return (await open(`${path}/status`)).body.status as string
}

async function readInvoice({ invoice_id }: TestInvoice) {
  return (await shop.get(`/invoices/${invoice_id}`)).body
}

test('the page shows the invoice, and the reason of the decline while it can be paid', async () => {
  const made = await insertInvoice(shop)

  const page = await open(made.path)

  assert.equal(page.status, 200)
  const data = pageData(page)
  assert.equal(data['status'], 'active')
  assert.equal(data['path'], made.path)
  const invoice = data['invoice'] as Record<string, unknown>
  assert.equal(invoice['state'], 'open')
  assert.equal(invoice['unified_code'], 'UE_1001')
  assert.deepEqual((invoice['customer'] as { name: string }).name, 'Ada King')
  assert.deepEqual(data['methods'], [{ method: 'card', type: 'credit', flow: 'card', fields: [] }])
})

test('a wrong secret and an unknown invoice have the same page, and the same answers', async () => {
  const made = await insertInvoice(shop)
  const { merchant_id } = shop.merchant
  const secret = made.path.split('/').at(-1) ?? ''
  const other = await insertInvoice(shop)
  const wrong = `${made.path.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
  const unknown = `/invoice/${merchant_id}/inv_unknown/${secret}`
  const swapped = `/invoice/${merchant_id}/${other.invoice_id}/${secret}`

  const pages = await Promise.all([wrong, unknown, swapped].map((path) => open(path)))

  for (const page of pages) {
    assert.equal(page.status, 404)
    assert.equal(page.text, pages[0]?.text)
    assert.equal(pageData(page)['invoice'], null)
  }
  for (const path of [wrong, unknown, swapped]) {
    assert.equal((await open(`${path}/pdf`)).status, 404)
    assert.equal((await open(`${path}/status`)).status, 404)
    assert.equal((await payInvoice(shop, { path })).status, 404)
  }
})

test('the PDF is a file with the invoice number, in the requested language', async () => {
  const made = await insertInvoice(shop, { invoice: { number: '2026-000777' } })

  const english = await open(`${made.path}/pdf`)
  const japanese = await open(`${made.path}/pdf?lang=ja`)
  const again = await open(`${made.path}/pdf`, { 'accept-language': 'ja' })

  assert.equal(english.status, 200)
  assert.equal(english.headers.get('content-type'), 'application/pdf')
  assert.match(english.headers.get('content-disposition') ?? '', /"2026-000777\.pdf"/)
  assert.equal(english.headers.get('cache-control'), 'no-store')
  assert.match(english.text, /^%PDF-1\.7/)
  assert.match(japanese.text, /\/Lang \(ja\)/)
  assert.equal(again.text, japanese.text)
})

test('an invoice without a number, which is being given, has a PDF too', async () => {
  const made = await insertInvoice(shop, { invoice: { number: null } })
  const { headers } = await open(`${made.path}/pdf`)
  assert.match(headers.get('content-disposition') ?? '', /"inv_\w+\.pdf"/)
})

test('a card pays the invoice: it is paid at once, and cannot be paid again', async () => {
  const made = await insertInvoice(shop)

  const paid = await payInvoice(shop, made)

  assert.equal(paid.status, 200, paid.text)
  assert.equal(paid.body.status, 'succeeded')
  assert.equal((await readInvoice(made)).status, 'invoice_paid')
  assert.equal(await statusOf(made), 'completed')
  const invoice = pageData(await open(made.path))['invoice'] as Record<string, unknown>
  assert.equal(invoice['state'], 'paid')
  assert.deepEqual(invoice['card'], { brand: 'visa', last4: '4242' })
  const second = await payInvoice(shop, made)
  assert.equal(second.status, 409)
  assert.equal(second.body.error.code, 'IR_16')
})

test('a repeat of the same attempt is the same payment, and finds it again', async () => {
  const made = await insertInvoice(shop)
  const attempt_id = 'attempt-0123456789-abc'

  const first = await payInvoice(shop, made, { attempt_id })
  const second = await payInvoice(shop, made, { attempt_id })
  const found = await open(`${made.path}/attempts/${attempt_id}`)

  assert.equal(second.body.payment_id, first.body.payment_id)
  assert.equal(found.body.payment_id, first.body.payment_id)
  assert.equal((await open(`${made.path}/attempts/another-attempt-0001`)).status, 404)
  assert.equal((await readInvoice(made)).attempt_count, 2)
})

test('a declined card leaves the invoice open, and another card pays it', async () => {
  const made = await insertInvoice(shop)

  const declined = await payInvoice(shop, made, { card_number: NO_FUNDS })
  const status = await statusOf(made)
  const paid = await payInvoice(shop, made)

  assert.equal(declined.body.status, 'failed')
  assert.equal(declined.body.unified_code, 'UE_1001')
  assert.equal(status, 'active')
  assert.equal(paid.body.status, 'succeeded')
})

test('a payment that waits for the bank is on the page, which the browser returns to', async () => {
  const made = await insertInvoice(shop)

  const challenged = await payInvoice(shop, made, { card_number: CHALLENGED })

  assert.equal(challenged.body.status, 'requires_action')
  assert.equal(challenged.body.return_url, made.url)
  const invoice = pageData(await open(made.path))['invoice'] as Record<string, unknown>
  const waiting = invoice['waiting'] as Record<string, unknown>
  assert.equal(waiting['payment_id'], challenged.body.payment_id)
  assert.equal(waiting['client_secret'], challenged.body.client_secret)
  assert.equal(await statusOf(made), 'active')
})

test('a payment is read with its client_secret only, and only under its own invoice', async () => {
  const [made, other] = [await insertInvoice(shop), await insertInvoice(shop)]
  const { payment_id, client_secret } = (await payInvoice(shop, made)).body
  const read = (path: string, secret: string) =>
    open(`${path}/payments/${payment_id}`, { 'x-client-secret': secret })

  assert.equal((await read(made.path, client_secret)).body.status, 'succeeded')
  assert.equal((await read(made.path, 'wrong')).status, 404)
  assert.equal((await read(other.path, client_secret)).status, 404)
})

test('an invoice that is void or under review has no form', async () => {
  for (const [status, shown, state] of [
    ['voided', 'voided', 'void'],
    ['manual_review', 'review', 'pending'],
  ] as const) {
    const made = await insertInvoice(shop, { invoice: { status } })
    const data = pageData(await open(made.path))
    assert.equal(data['status'], shown)
    assert.deepEqual(data['methods'], [])
    assert.equal((data['invoice'] as Record<string, unknown>)['state'], state)
  }
})

test("the seller's name, logo and colour are those of the profile", async () => {
  const { profile_id, merchant_id } = shop.merchant
  const logo = dataUrl(png(8, 4))
  const payment_link_config = { seller_name: 'Northwind', theme: '#7c3aed', logo }
  const url = `/account/${merchant_id}/business_profile/${profile_id}`
  const changed = await shop.post(url, { payment_link_config })
  assert.equal(changed.status, 200, changed.text)

  const page = await open((await insertInvoice(shop)).path)

  const { payment_link_config: stored } = changed.body
  assert.match(stored.logo, /^data:image\/png;base64,/)
  const seller = { name: 'Northwind', logo: stored.logo, color: '#7c3aed' }
  assert.deepEqual(pageData(page)['seller'], seller)
})
