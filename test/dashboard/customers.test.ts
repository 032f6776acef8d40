// Customers, refunds and balances in the browser: every action, checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { openStage, shownLines, type Visit, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))

async function made(path: string, body: object) {
  const answer = await shop.post(path, body)
  assert.ok(answer.status < 300, `${path} ${answer.text}`)
  return answer.body
}

function pay(more: object = {}) {
  const card = withCard('4242424242424242')
  return made('/payments', paymentBody({ amount: 4_890, currency: 'EUR', ...card, ...more }))
}

function visited(
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_operator',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

test('a customer is created after a fault in a field, changed and deleted', async () => {
  const read = () => shop.get('/customers/hedy')
  await visited('/customers', async (visit) => {
    const { page } = visit
    await visit.press(visit.button('Create customer'))
    await visit.type(visit.field('Name'), 'Hedy Lamarr')
    await visit.type(visit.field('E-mail'), 'hedy@example.com')
    await visit.type(visit.field('Phone'), 'abc')
    await visit.type(visit.field('Customer ID'), 'hedy')
    await visit.press(visit.confirm(/Create customer/))
    await visit.dialog.getByText(/must be a phone number/).waitFor()
    assert.equal((await read()).status, 404)
    await visit.type(visit.field('Phone'), '555 0100')
    await visit.press(visit.confirm(/Create customer/))
    await visit.announced(/Hedy Lamarr is a customer now/)
    await page.waitForURL(/customers\/hedy$/)
    assert.equal((await read()).body.phone, '555 0100')

    await visit.press(visit.button(/^Edit/))
    await visit.type(visit.field('E-mail'), '')
    await visit.type(visit.field('Description'), 'Inventor')
    await visit.press(visit.confirm(/Save/))
    await visit.announced(/Hedy Lamarr is saved/)
    const { email, description, phone } = (await read()).body
    assert.deepEqual([email, description, phone], [null, 'Inventor', '555 0100'])

    await visit.press(visit.button('Delete'))
    assert.ok(await visit.confirm(/Delete/).isDisabled())
    await visit.type(visit.field(/to confirm/), 'hedy')
    await visit.press(visit.confirm(/Delete/))
    await visit.announced(/customer is deleted/)
    await page.waitForURL(/\/customers$/)
  })
  assert.equal((await read()).status, 404)
})

test('a saved payment method becomes the default, and another is removed', async () => {
  await made('/customers', { customer_id: 'ada', name: 'Ada King' })
  await pay({ customer_id: 'ada', setup_future_usage: 'off_session' })
  const second = withCard('5555555555554444')
  await pay({ customer_id: 'ada', setup_future_usage: 'off_session', ...second })
  await visited('/customers/ada', async (visit) => {
    const { page } = visit
    await visit.press(visit.button('Actions for Mastercard ···· 4444'))
    await visit.press(page.getByRole('menuitem', { name: 'Make it the default' }))
    await visit.press(visit.confirm(/the default$/))
    await visit.announced(/is the default now/)

    await visit.press(visit.button('Actions for Visa ···· 4242'))
    await visit.press(page.getByRole('menuitem', { name: 'Remove' }))
    await visit.press(visit.confirm(/^Remove Visa/))
    await visit.announced(/is removed/)
  })
  const { data } = (await shop.get('/customers/ada/payment_methods')).body
  assert.equal(data.length, 1)
  assert.equal(data[0].payment_method_data.card.last4, '4444')
  assert.equal(data[0].is_default, true)
})

test('credit is corrected both ways with a reason, and never below nothing', async () => {
  await made('/customers', { customer_id: 'mary', name: 'Mary Ward' })
  const read = async () => (await shop.get('/customers/mary/credit')).body
  await visited('/customers/mary', async (visit) => {
    const amount = visit.field('Amount')
    const rows = visit.card('Credit').getByRole('row')
    await visit.press(visit.button('Correct credit'))
    await visit.type(amount, '5')
    await visit.choose(visit.dialog.getByRole('combobox', { name: 'Currency' }), 'GBP')
    assert.ok(await visit.confirm('Add £5.00').isDisabled())
    await visit.type(visit.field('Reason'), 'Late delivery')
    assert.deepEqual(await shownLines(visit.dialog), [
      'Credit now: £0.00',
      'Credit afterwards: £5.00',
    ])
    await visit.press(visit.confirm('Add £5.00'))
    await visit.announced(/The customer has £5.00 of credit now/)
    assert.deepEqual((await read()).balances, [{ currency: 'GBP', amount: 500 }])
    await rows.filter({ hasText: 'Late delivery' }).getByText('+£5.00').waitFor()

    await visit.press(visit.button('Correct credit'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Take credit away' }))
    await visit.type(visit.field('Reason'), 'Booked twice')
    await visit.type(amount, '5.01')
    await visit.dialog.getByText('The customer has £5.00. Enter at most that.').waitFor()
    assert.ok(await visit.confirm('Take away £5.01').isDisabled())
    await visit.type(amount, '2')
    await visit.press(visit.confirm('Take away £2.00'))
    await visit.announced(/The customer has £3.00 of credit now/)
    await rows.filter({ hasText: 'Booked twice' }).getByText('-£2.00').waitFor()
  })
  const { balances, entries } = await read()
  assert.deepEqual(balances, [{ currency: 'GBP', amount: 300 }])
  const shown = entries.map(({ amount, reason, note }: Entry) => [amount, reason, note])
  assert.deepEqual(shown, [
    [-200, 'correction', 'Booked twice'],
    [500, 'correction', 'Late delivery'],
  ])
})

interface Entry {
  amount: number
  reason: string
  note: string | null
}

test('a failed refund gets a reason and is repeated', async () => {
  const { payment_id } = await pay()
  const { refund_id } = await made('/refunds', { payment_id, amount: 1_077 })
  await visited(`/refunds/${refund_id}`, async (visit) => {
    const { page } = visit
    await page.getByText('The refund of €10.77 failed').waitFor()
    await visit.press(visit.button('Edit reason'))
    await visit.type(visit.field('Reason'), 'Wrong size')
    await visit.press(visit.confirm(/^Save/))
    await visit.announced(/reason is saved/)
    assert.equal((await shop.get(`/refunds/${refund_id}`)).body.reason, 'Wrong size')

    await visit.press(visit.button('Refund again'))
    assert.equal(await visit.field('Amount').inputValue(), '10.77')
    await visit.type(visit.field('Amount'), '10.80')
    await visit.press(visit.confirm(/^Refund €10.80/))
    await visit.announced(/refund of €10.80/)
  })
  const { data } = (await shop.get(`/refunds/list?payment_id=${payment_id}`)).body
  assert.deepEqual(
    data.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    [
      [1_080, 'succeeded'],
      [1_077, 'failed'],
    ],
  )
})

test('an amount of a balance leads to its transfers, and a transfer to its payment', async () => {
  const { payment_id } = await pay({ amount: 7_733, capture_method: 'manual' })
  await visited('/balances', async (visit) => {
    const { page } = visit
    await visit.press(page.getByRole('link', { name: '€77.33' }))
    await page.waitForURL(/account=held&currency=EUR/)
    await visit.press(page.getByRole('row', { name: 'Payment authorized' }))
    await page.waitForURL(new RegExp(`/payments/${payment_id}$`))
  })
})

test('a role that may only read is offered no action', async () => {
  await made('/customers', { customer_id: 'grace', name: 'Grace Hopper' })
  await visited(
    '/customers/grace',
    async (visit) => {
      const { page } = visit
      await page.getByText('None yet. Payments').waitFor()
      await page.getByText('None yet. Changes to a cheaper plan').waitFor()
      const actions = visit.button(/^(Edit|Delete|Correct credit)/)
      assert.equal(await actions.count(), 0)
    },
    'merchant_view_only',
  )
})
