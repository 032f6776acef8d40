// Customers, refunds and balances in the browser: every action, checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { indexNow } from '#testing/search.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { openStage, shownLines, type Visit, visitWith, workAs } from './dashboard.ts'

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
    await visit.press(visit.button('New customer'))
    await visit.type(visit.field('Name'), 'Hedy Lamarr')
    await visit.type(visit.field('E-mail'), 'hedy@example.com')
    await visit.type(visit.field('Phone'), 'abc')
    await visit.type(visit.field('Customer ID'), 'hedy')
    await visit.press(visit.confirm('Create the customer'))
    await visit.dialog.getByText(/must be a phone number/).waitFor()
    assert.equal((await read()).status, 404)
    await visit.type(visit.field('Phone'), '555 0100')
    await visit.press(visit.confirm('Create the customer'))
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
    await visit.press(page.getByTitle('Show its transfers').filter({ hasText: '€77.33' }))
    await page.waitForURL(/account=held&currency=EUR/)
    await visit.press(page.getByRole('row', { name: 'Payment authorized' }).getByRole('link'))
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
      assert.equal(await page.getByRole('link', { name: /^New / }).count(), 0)
    },
    'merchant_view_only',
  )
})

test('a customer page shows spend after refunds, and a timeline that leads to each object', async () => {
  const { customer_id } = await made('/customers', { name: 'Lise Meitner' })
  const { payment_id } = await pay({ customer_id, description: 'Hand grinder' })
  await pay({ customer_id, currency: 'USD', amount: 700 })
  await made('/refunds', { payment_id, amount: 1_000, reason: 'Wrong size' })
  await visited(`/customers/${customer_id}`, async (visit) => {
    const { page } = visit
    const fact = (name: string) => page.locator('dl.card > div').filter({ hasText: name })
    await fact('Spent').getByText('€38.90').waitFor()
    const spent = (await fact('Spent').innerText()).split('\n').slice(1)
    assert.deepEqual(spent, ['€38.90', 'after €10.00 refunded', 'US$7.00'])
    assert.match(await fact('Payments').innerText(), /\n2$/)

    const entries = visit.card('Timeline').getByRole('listitem')
    const titles = await entries.locator('b').allInnerTexts()
    assert.deepEqual(titles, [
      'Refund of €10.00',
      'Payment of US$7.00',
      'Payment of €48.90',
      'Customer created',
    ])
    assert.match(await entries.first().locator('time').innerText(), /\d:\d\d:\d\d/)
    await entries.getByText('Hand grinder').waitFor()
    await visit.press(entries.getByRole('link', { name: 'Payment of €48.90' }))
    await page.waitForURL(new RegExp(`/payments/${payment_id}$`))
  })
})

test('the timeline has pages in the URL', async () => {
  const { customer_id } = await made('/customers', { name: 'Emmy Noether' })
  for (let n = 1; n <= 10; n++) await made('/payment_link', { ...sale(n), customer_id })
  await visited(`/customers/${customer_id}`, async (visit) => {
    const entries = visit.card('Timeline').getByRole('listitem')
    await entries.getByText('Payment link for €10.00').waitFor()
    await visit.press(visit.card('Timeline').getByRole('link', { name: 'Next' }))
    await entries.getByText('Customer created').waitFor()
    assert.equal(await entries.count(), 1)
    await visit.press(visit.card('Timeline').getByRole('link', { name: 'Previous' }))
    await entries.getByText('Payment link for €1.00').waitFor()
    assert.equal(await entries.count(), 10)
  })
})

function sale(n: number) {
  return { amount: n * 100, currency: 'EUR' }
}

test('a link, a subscription and a payout begin with the customer', async () => {
  const { customer_id } = await made('/customers', { name: 'Rosalind Franklin' })
  for (const name of ['New link', 'New subscription', 'New payout']) {
    await visited(`/customers/${customer_id}`, async (visit) => {
      await visit.press(visit.page.getByRole('link', { name }))
      const field = visit.page.getByRole('combobox', { name: /^Customer( \(optional\))?$/ })
      await field.waitFor()
      await eventually('the field shows the customer', async () =>
        (await field.inputValue()) === 'Rosalind Franklin' ? true : undefined,
      )
    })
  }
})

test('the list finds customers by part of a name, and shows spend or that they receive payouts', async () => {
  const payer = await made('/customers', { name: 'Dorothy Hodgkin' })
  await pay({ customer_id: payer.customer_id })
  const supplier = await made('/customers', { name: 'Hodgkin Supplies' })
  await made('/payouts/create', { ...sale(10), customer_id: supplier.customer_id })
  await indexNow(shop.services)
  await visited('/customers?q=hodg', async (visit) => {
    const { page } = visit
    const row = (text: string) => page.getByRole('row').filter({ hasText: text })
    await row('Dorothy Hodgkin').getByText('€48.90').waitFor()
    await row('Hodgkin Supplies').getByText('Receives payouts').waitFor()
    assert.equal(await row('Dorothy Hodgkin').getByText('Receives payouts').count(), 0)
    assert.equal(await page.getByRole('row').count(), 3)
    await visit.open('/customers?q=nobodyatall')
    await page.getByText('Nothing matches these filters').waitFor()
  })
})

test('a note on a customer shows its author to colleagues, and only its author deletes it', async () => {
  const { customer_id } = await made('/customers', { name: 'Grace Hopper' })
  const path = `/customers/${customer_id}`
  const text = 'Photo received.\nOne bag arrived torn.'
  const name = 'Grete Hermann'
  const author = await openSessionOf(
    shop,
    await addUser(shop, 'merchant_customer_support', { name }),
  )
  const colleague = await signedInAs(shop, 'merchant_admin')
  await using writing = await visitWith(browser, shop, author)
  await writing.open(path)
  await writing.press(writing.button('Add the note'))
  await writing.page.getByText('Write the note first.').waitFor()
  await writing.type(writing.page.getByRole('textbox', { name: 'New note' }), text)
  await writing.press(writing.button('Add the note'))
  await writing.announced(/note is added/)
  assert.match(await writing.card('Notes').getByRole('listitem').innerText(), /^You/)

  await using reading = await visitWith(browser, shop, colleague)
  await reading.open(path)
  const seen = reading.card('Notes').getByRole('listitem')
  await seen.getByText(name).waitFor()
  assert.equal(await seen.getByText(text).count(), 1)
  assert.equal(await reading.card('Notes').getByRole('button', { name: 'Delete' }).count(), 0)

  await writing.press(writing.card('Notes').getByRole('button', { name: 'Delete' }))
  await writing.press(writing.confirm('Delete'))
  await writing.announced(/note is deleted/)
  assert.deepEqual((await shop.get(`${path}/notes`)).body.data, [])
  assert.deepEqual([...writing.faults, ...reading.faults], [])
})
