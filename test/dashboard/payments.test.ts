// Every action on a payment, carried out in the browser and checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { openStage, useKeyboardOnly, type Visit, visitAs, workAs } from './dashboard.ts'

useKeyboardOnly()

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))

const APPROVED = '4242424242424242'
const HELD_FOR_REVIEW = '4000000000009235'

async function pay(more: object = {}, card = APPROVED): Promise<string> {
  const body = paymentBody({ amount: 4_890, currency: 'EUR', ...withCard(card), ...more })
  const { status, body: made, text } = await shop.post('/payments', body)
  assert.equal(status, 200, text)
  return made.payment_id
}

const read = async (payment_id: string) => (await shop.get(`/payments/${payment_id}`)).body
const refundsOf = async (payment_id: string) =>
  (await shop.get(`/refunds/list?payment_id=${payment_id}`)).body.data as { amount: number }[]

function withPayment(
  payment_id: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_operator',
): Promise<void> {
  return workAs({ browser, shop, role }, `/payments/${payment_id}`, work)
}

test('a part of an authorized payment is captured, and the page shows it without a reload', async () => {
  const payment_id = await pay({ capture_method: 'manual' })
  await withPayment(payment_id, async (visit) => {
    await visit.press(visit.button(/^Capture €48.90/))
    await visit.type(visit.field('Amount'), '60.00')
    assert.ok(await visit.confirm(/^Capture/).isDisabled())
    await visit.type(visit.field('Amount'), '20.00')
    await visit.press(visit.confirm(/^Capture €20.00/))

    await visit.announced(/€20.00/)
    await visit.page.getByText('Paid, €20.00 captured').first().waitFor()
  })
  assert.equal((await read(payment_id)).amount_received, 2_000)
})

test('an authorized payment is cancelled', async () => {
  const payment_id = await pay({ capture_method: 'manual' })
  await withPayment(payment_id, async (visit) => {
    await visit.press(visit.button('Cancel'))
    await visit.press(visit.confirm(/^Cancel €48.90/))
    await visit.announced(/released/)
  })
  assert.equal((await read(payment_id)).status, 'cancelled')
})

for (const [verb, status] of [
  ['Approve', 'succeeded'],
  ['Reject', 'failed'],
] as const) {
  test(`a payment that is held for review: ${verb}`, async () => {
    const payment_id = await pay({}, HELD_FOR_REVIEW)
    await withPayment(payment_id, async (visit) => {
      await visit.press(visit.button(verb))
      await visit.press(visit.confirm(new RegExp(`^${verb} €48.90`)))
      await visit.announced(/payment is (approved|rejected)/)
    })
    assert.equal((await read(payment_id)).status, status)
  })
}

test('a double click on Refund makes one refund', async () => {
  const payment_id = await pay()
  await withPayment(payment_id, async (visit) => {
    await visit.press(visit.button('Refund'))
    await visit.type(visit.field('Amount'), '10.00')
    await visit.confirm(/^Refund €10.00/).dblclick()
    await visit.announced(/refund of €10.00/)
  })
  assert.deepEqual(
    (await refundsOf(payment_id)).map(({ amount }) => amount),
    [1_000],
  )
})

test('the connection is lost during a refund: the page says that it is not known, and trying again refunds once', async () => {
  const payment_id = await pay()
  await withPayment(payment_id, async (visit) => {
    let sent = 0
    await visit.page.route('**/refunds', async (route) => {
      sent += 1
      if (sent > 1) return route.continue()
      // The server gets the request; the browser never gets the answer.
      await route.fetch()
      return route.abort('connectionreset')
    })
    await visit.press(visit.button('Refund'))
    await visit.type(visit.field('Amount'), '12.00')
    await visit.press(visit.confirm(/^Refund €12.00/))
    await visit.dialog
      .getByRole('alert')
      .filter({ hasText: 'not known whether this was carried out' })
      .waitFor()
    assert.ok(await visit.dialog.getByLabel('Amount').isDisabled())

    await visit.press(visit.confirm(/^Try again/))
    await visit.announced(/refund of €12.00/)
    assert.equal(sent, 2)
  })
  assert.deepEqual(
    (await refundsOf(payment_id)).map(({ amount }) => amount),
    [1_200],
  )
})

test('two people capture the same payment: one effect, and the other sees what happened', async () => {
  const payment_id = await pay({ capture_method: 'manual' })
  await withPayment(payment_id, async (visit) => {
    await visit.press(visit.button(/^Capture €48.90/))
    const other = await shop.post(`/payments/${payment_id}/capture`, {})
    assert.equal(other.status, 200, other.text)

    await visit.press(visit.confirm(/^Capture €48.90/))
    await visit.dialog.getByRole('alert').waitFor()
    await visit.page.getByText('Paid', { exact: true }).first().waitFor()
  })
  assert.equal((await read(payment_id)).amount_received, 4_890)
})

test('a role that only reads is offered no action', async () => {
  const payment_id = await pay({ capture_method: 'manual' })
  await withPayment(
    payment_id,
    async (visit) => {
      await visit.page.getByRole('heading', { name: 'Timeline' }).waitFor()
      for (const name of [/^Capture/, 'Cancel', 'Refund']) {
        assert.equal(await visit.button(name).count(), 0)
      }
    },
    'merchant_view_only',
  )
})

test('filters, columns and the place in the list are in the URL', async () => {
  await pay({ merchant_order_reference_id: 'order-of-the-url' })
  await using visited = await visitAs(browser, shop, 'merchant_view_only')
  const { page } = visited
  await visited.open(
    '/payments?merchant_order_reference_id=order-of-the-url&columns=amount,reference',
  )

  await page.getByRole('cell', { name: 'order-of-the-url' }).waitFor()
  assert.equal(await page.getByRole('row').count(), 2)
  assert.deepEqual(await page.getByRole('columnheader').allTextContents(), ['Amount', 'Reference'])
  await visited.press(visited.button('Remove the filter Reference'))
  await page.waitForURL((url) => !url.search.includes('merchant_order_reference_id'))
  assert.match(page.url(), /columns=amount/)
})

test('an export has every row of the filtered list', async () => {
  const description = 'exported'
  const email = 'export@example.com'
  for (let n = 0; n < 27; n++) await pay({ confirm: false, description, email })
  await using visited = await visitAs(browser, shop, 'merchant_view_only')
  const { page } = visited
  await visited.open(`/payments?email=${email}`)
  await page.getByRole('row').nth(1).waitFor()

  await visited.press(page.getByRole('button', { name: 'Export', exact: true }))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    visited.press(page.getByRole('menuitem', { name: 'All that the filters show' })),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  const lines = Buffer.concat(chunks).toString().trim().split(/\r?\n/)

  assert.equal(lines.length, 1 + 27)
  assert.match(lines[0] ?? '', /Amount/)
})

test('a refunded payment says how much went back, on its page and in the list', async () => {
  const payment_id = await pay({ amount: 4_321 })
  await withPayment(payment_id, async (visit) => {
    await visit.press(visit.button('Refund'))
    await visit.type(visit.field('Amount'), '10.00')
    await visit.press(visit.confirm(/^Refund €10.00/))
    await visit.page.getByText('Paid, €10.00 refunded').waitFor()
    await visit.page.getByText('Sent to the customer').first().waitFor()
    await visit.dialog.waitFor({ state: 'detached' })

    await visit.press(visit.button('Refund'))
    await visit.press(visit.confirm(/^Refund €33.21/))
    await visit.page.getByText('Paid, then refunded').waitFor()

    await visit.open('/payments')
    const row = visit.page.getByRole('row').filter({ hasText: '€43.21' })
    await row.getByText('Paid, then refunded').waitFor()
  })
})

test('payments are found by the name of their method', async () => {
  const ideal = {
    payment_method: 'bank_redirect',
    payment_method_type: 'ideal',
    payment_method_data: { bank_redirect: { ideal: {} } },
    return_url: 'https://shop.example/return',
  }
  const body = paymentBody({ amount: 1_234, currency: 'EUR', ...ideal })
  const made = await shop.post('/payments', body)
  assert.equal(made.status, 200, made.text)
  await workAs({ browser, shop, role: 'merchant_view_only' }, '/payments', async (visit) => {
    await visit.press(visit.button('Add filter'))
    await visit.press(visit.page.getByRole('menuitem', { name: 'Method type' }))
    await visit.press(visit.button('iDEAL'))

    await visit.page.getByRole('button', { name: 'Method type iDEAL' }).waitFor()
    const row = visit.page.getByRole('row').filter({ hasText: '€12.34' })
    await row.getByText('iDEAL', { exact: true }).waitFor()
  })
})
