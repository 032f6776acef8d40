// Payment links in the browser: the form with its preview, and what the page of a link offers, checked through the API.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { mailEnv } from '#testing/user_mails.ts'
import { startWorker } from '#testing/worker_process.ts'
import { daysAhead, openStage, useKeyboardOnly, type Visit, workAs } from './dashboard.ts'

useKeyboardOnly()

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))

function visited(path: string, work: (visit: Visit) => Promise<void>): Promise<void> {
  return workAs({ browser, shop, role: 'merchant_operator' }, path, work)
}

test('the preview of a payment link follows what is typed, and the link is what it showed', async () => {
  await visited('/payment-links/new', async (visit) => {
    const { page } = visit
    const preview = page.frameLocator('iframe[title="The page"]')
    const shows = (text: string) => preview.getByText(text).first().waitFor()
    await visit.type(page.getByLabel('Amount to collect'), '25')
    await shows('Pay €25.00')
    await visit.type(page.getByLabel('Amount to collect'), '30.50')
    await shows('Pay €30.50')
    await visit.type(page.getByLabel('Description'), 'A poster')
    await shows('A poster')
    await visit.press(page.getByRole('radio', { name: 'Desktop' }))
    await visit.press(visit.button('Add an item'))
    await visit.type(page.getByLabel('Item', { exact: true }), 'Frame')
    await visit.type(page.getByLabel('Count'), '2')
    await visit.type(page.getByLabel('Each'), '20')
    await shows('Frame')
    await shows('2 × €20.00')
    await visit.press(visit.button(/^Use their sum, €40.00/))
    await shows('Pay €40.00')
    await visit.press(visit.button('Remove item 1'))
    await preview.getByText('Frame').waitFor({ state: 'detached' })
    await visit.type(page.getByLabel('Seller name'), 'Corner Shop')
    await shows('Corner Shop')
    await visit.press(page.getByLabel('Ask for name, e-mail address and billing address'))
    await preview.getByLabel('City').waitFor()
    await visit.choose(page.getByRole('combobox', { name: 'Payment methods' }), 'PayPal')
    await page.keyboard.press('Escape')
    await shows('Continue with PayPal')

    await visit.press(page.getByRole('radio', { name: 'The customer chooses' }))
    await visit.type(page.getByLabel('Amounts to offer'), '5 10')
    await visit.choose(page.getByRole('combobox', { name: 'Currency' }), 'GBP')
    await shows('£5.00')
    await shows('£10.00')
    await visit.press(visit.button('Create the link'))
    await page.waitForURL(/payment-links\/plink_/)
    const { body } = await shop.get(`/payment_link/${lastPart(visit)}`)
    assert.deepEqual([body.link_type, body.currency], ['donation', 'GBP'])
    assert.deepEqual(body.suggested_amounts, [500, 1_000])
    assert.deepEqual([body.description, body.require_customer_info], ['A poster', true])
    const { seller_name, allowed_payment_method_types } = body.payment_link_config
    assert.deepEqual([seller_name, allowed_payment_method_types], ['Corner Shop', ['paypal']])
  })
})

test('a payment link with everything that the form offers is what the API then has', async () => {
  await shop.post('/customers', { customer_id: 'hedy', name: 'Hedy Lamarr' })
  const expiry = daysAhead(20)
  await visited('/payment-links/new', async (visit) => {
    const { page } = visit
    const choice = (name: string) =>
      page.getByRole('combobox', { name: new RegExp(`^${name}( \\(optional\\))?$`) })
    await visit.type(page.getByLabel('Amount to collect'), 'ten')
    await visit.press(visit.button('Create the link'))
    await page.getByText('Enter a number such as 25.00, in EUR.').waitFor()
    await visit.type(page.getByLabel('Amount to collect'), '10')
    await visit.press(page.getByRole('radio', { name: 'Many times' }))
    await visit.type(page.getByLabel('At most this many payments'), '20')
    await visit.choose(choice('Expires'), 'At a day and time')
    await visit.typeMoment(page.getByLabel('Day and time'), expiry)
    await visit.type(page.getByLabel(/^Color/), '#7c3aed')
    await visit.choose(choice('Method layout'), 'List')
    await choosesLogo(visit, Buffer.alloc(40_000))
    await page.getByText('The file is too large.').waitFor()
    await choosesLogo(visit, LOGO)
    await visit.button('Another image').waitFor()
    await visit.choose(choice('Customer'), /Hedy Lamarr/)
    await visit.type(page.getByLabel(/^E-mail address/), 'hedy@example.com')
    await visit.choose(choice('Capture'), 'By you, once')
    await visit.choose(choice('3-D Secure'), 'Always')
    await visit.type(
      page.getByRole('textbox', { name: 'Message when it is closed (optional)' }),
      'Sold out',
    )
    await visit.type(page.getByLabel('Metadata'), 'campaign = autumn')
    await visit.press(visit.button('Create the link'))
    await visit.announced(/payment link is ready/)
    await page.waitForURL(/payment-links\/plink_/)
    const { body } = await shop.get(`/payment_link/${lastPart(visit)}`)
    assert.deepEqual([body.amount, body.link_type, body.usage_limit], [1_000, 'recurring', 20])
    assert.equal(body.expiry, expiry.toISOString())
    assert.deepEqual([body.customer_id, body.email], ['hedy', 'hedy@example.com'])
    assert.deepEqual([body.capture_method, body.authentication_type], ['manual', 'three_ds'])
    assert.deepEqual([body.sold_out_message, body.metadata], ['Sold out', { campaign: 'autumn' }])
    const { theme, sdk_layout, logo } = body.payment_link_config
    assert.deepEqual([theme, sdk_layout], ['#7c3aed', 'accordion'])
    assert.match(logo, /^data:image\/png;base64,/)
  })
})

test('the form sends the link by e-mail, and its page says when it was sent', async () => {
  await using mail = await startMailServer()
  await using posting = await harness({ env: mailEnv(mail) })
  await using _ = await startWorker(mailEnv(mail))
  await workAs(
    { browser, shop: posting, role: 'merchant_operator' },
    '/payment-links/new',
    async (visit) => {
      const { page } = visit
      await visit.type(page.getByLabel('Amount to collect'), '10')
      await visit.press(page.getByLabel('Send the link to this e-mail address'))
      await visit.press(visit.button('Create the link'))
      await page.locator('input[type="email"][aria-invalid="true"]').waitFor()
      await visit.type(page.getByLabel(/^E-mail address/), 'hedy@example.com')
      await visit.press(visit.button('Create the link'))
      await page.getByText('hedy@example.com: sent').waitFor()
      const { url } = (await posting.get(`/payment_link/${lastPart(visit)}`)).body
      const [received] = mail.received
      assert.deepEqual(received?.to, ['hedy@example.com'])
      assert.ok(received.source.replaceAll('=\r\n', '').includes(url))
    },
  )
})

/** One pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function choosesLogo(visit: Visit, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    visit.page.waitForEvent('filechooser'),
    visit.press(visit.button('Choose an image')),
  ])
  await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
}

function lastPart({ page }: Visit): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('the address of a payment link is copied, opened and saved as a QR code, and its payments are listed', async () => {
  const payment_link_id = await createLink(shop, { amount: 4_321 })
  const { url } = (await shop.get(`/payment_link/${payment_link_id}`)).body
  const paid = await submit(shop, payment_link_id)
  assert.ok(paid.status < 300, paid.text)
  await visited('/payment-links', async (visit) => {
    const { page, context } = visit
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit.press(page.getByRole('row', { name: '€43.21' }).getByRole('link'))
    await page.waitForURL(new RegExp(`/payment-links/${payment_link_id}$`))
    await visit.press(visit.button('Copy the URL'))
    await visit.button('Copied').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), url)

    const svg = await saved(visit, visit.button('Save as SVG'))
    assert.equal(svg.name, `${payment_link_id}.svg`)
    const drawn = page.getByRole('img', { name: 'QR code' }).locator('path').last()
    assert.ok(svg.bytes.includes(`${await drawn.getAttribute('d')}`))
    const png = await saved(visit, visit.button('Save as PNG'))
    assert.equal(png.name, `${payment_link_id}.png`)
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG')
    assert.ok(png.bytes.readUInt32BE(16) >= 1_024)

    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      visit.press(page.getByRole('link', { name: 'Open the page' })),
    ])
    await opened.getByText('€43.21').first().waitFor()
    assert.equal(opened.url(), url)
    await opened.close()

    const payments = visit.card('Payments through this link')
    await visit.press(payments.getByRole('row').nth(1).getByRole('link'))
    await page.waitForURL(/payments\/pay_/)
    assert.equal((await shop.get(`/payments/${lastPart(visit)}`)).body.amount, 4_321)
  })
})

test('a payment through a link is found behind many others of the same amount', async () => {
  const amount = 1_357
  const payment_link_id = await createLink(shop, { amount })
  assert.ok((await submit(shop, payment_link_id)).status < 300)
  const other = () => shop.post('/payments', { amount, currency: 'EUR' })
  const others = await Promise.all(Array.from({ length: 100 }, other))
  assert.ok(others.every(({ status }) => status < 300))
  await visited(`/payment-links/${payment_link_id}`, async (visit) => {
    await visit.page.getByText('None of the newest payments came through this link.').waitFor()
    await visit.press(visit.button('Search older payments'))
    await visit.press(visit.card('Payments through this link').getByRole('row').getByRole('link'))
    await visit.page.waitForURL(/payments\/pay_/)
  })
})

/** The file that a button saves. */
async function saved(visit: Visit, target: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([visit.page.waitForEvent('download'), visit.press(target)])
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), bytes }
}
