// List filters: periods on the shop's clock, several values, amounts; all in the URL, in words.
import assert from 'node:assert/strict'
import { before, after, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { DISPUTE_DELAY_MS, disputed, FRAUDULENT, INQUIRY } from '../support/disputing.ts'
import { APPROVED, DECLINED, pay, payingShop } from '../support/paying.ts'
import { openStage, type Visit, visitAs } from './dashboard.ts'

delayBank(DISPUTE_DELAY_MS)

const { browser, shop } = await openStage(payingShop())

let visit: Visit
before(async () => {
  visit = await visitAs(browser, shop, 'org_admin')
})
after(() => visit[Symbol.asyncDispose]())

const chip = (name: RegExp) => visit.page.getByRole('button', { name })
const rows = () => visit.page.locator('main tbody tr:not([aria-hidden])')

/** The first cells of the list, once it has so many rows. */
async function listed(count: number): Promise<string[]> {
  await eventually(`${count} rows`, async () => {
    await visit.settled()
    return (await rows().count()) === count
  })
  return rows().locator('td:first-child').allInnerTexts()
}

async function edit(name: string): Promise<void> {
  await visit.press(visit.button('Add filter'))
  await visit.press(visit.page.getByRole('menuitem', { name, exact: true }))
}

test('a period is chosen by one filter, and the clock of the shop decides what is today', async () => {
  await shop.post('/customers', { name: 'Three days ago' })
  await shop.post('/sandbox/clock', { advance: '3d' })
  await shop.post('/customers', { name: 'Today' })
  await visit.open('/customers')
  await listed(2)

  await edit('Created')
  await visit.press(visit.confirm('Today'))

  await visit.page.waitForURL(/created=today/)
  assert.deepEqual(await listed(1), ['Today'])
  await visit.press(chip(/^Created Today/))
  await visit.press(visit.confirm('Last 7 days'))
  await listed(2)
  await visit.press(visit.button('Remove the filter Created'))
  await visit.page.waitForURL((url) => url.search === '')
})

test('a range of days is one filter, and a last day before the first one is refused in words', async () => {
  const { created } = (await shop.post('/customers', { name: 'Of this day' })).body
  const [year, month, day] = created.slice(0, 10).split('-')
  await visit.open('/customers')
  await edit('Created')
  const typed = async (label: string, keys: string) =>
    visit.typeParts(visit.dialog.getByLabel(label), keys)
  await typed('First day', `${month}${day}${year}`)
  await typed('Last day', `${month}${day}${Number(year) - 1}`)
  await visit.press(visit.confirm('Apply'))
  await visit.dialog.getByText('The last day is before the first one.').waitFor()

  await typed('Last day', `${month}${day}${year}`)
  await visit.press(visit.confirm('Apply'))

  await visit.page.waitForURL((url) => url.searchParams.get('created_lte') === created.slice(0, 10))
  assert.equal(await visit.page.getByRole('button', { name: /^Remove the filter/ }).count(), 1)
})

test('a filter takes several values, which its chip names in words', async () => {
  const email = 'several@example.com'
  await pay(shop, APPROVED, { email })
  await pay(shop, DECLINED, { email })
  await shop.post('/payments', { amount: 500, currency: 'EUR', email })
  await visit.open(`/payments?email=${email}`)
  await listed(3)

  await edit('Status')
  await visit.press(visit.confirm('Paid'))
  await listed(1)
  await visit.press(visit.confirm('Failed'))
  await visit.page.keyboard.press('Escape')

  await visit.page.waitForURL(/status=succeeded(%2C|,)failed/)
  await chip(/^Status Paid, Failed$/).waitFor()
  await listed(2)
})

test('an amount is entered as money, exactly or as a range, and stays in the URL with its currency', async () => {
  const email = 'amounts@example.com'
  for (const amount of [1_999, 2_000, 2_100]) await pay(shop, APPROVED, { amount, email })
  await pay(shop, APPROVED, { amount: 2_000, currency: 'USD', email })
  await visit.open(`/payments?email=${email}`)
  await edit('Amount')
  await visit.press(visit.confirm('Apply'))
  await visit.dialog.getByText('Enter a number such as 25.00, in EUR.').waitFor()

  await visit.type(visit.field('Amount'), '20.00')
  await visit.press(visit.confirm('Apply'))
  assert.deepEqual(await listed(1), ['€20.00'])
  await visit.press(chip(/^Amount €20.00/))
  await visit.press(visit.dialog.getByRole('radio', { name: 'At least' }))
  await visit.press(visit.confirm('Apply'))

  assert.deepEqual(await listed(2), ['€21.00', '€20.00'])
  await chip(/^Amount from €20.00/).waitFor()
  const { searchParams } = new URL(visit.page.url())
  assert.deepEqual(
    ['amount_gte', 'amount_lte', 'currency'].map((name) => searchParams.get(name)),
    // In quotes, text that could be a number stays text.
    ['"2000"', null, 'EUR'],
  )
})

test('tabs over the payments are links that set a filter, and the failed ones say why', async () => {
  const email = 'tabs@example.com'
  await pay(shop, APPROVED, { email, description: 'Two books' })
  await pay(shop, DECLINED, { email })
  const refunded = await pay(shop, APPROVED, { email, amount: 4_200 })
  await shop.post('/refunds', { payment_id: refunded.body.payment_id, amount: 100 })
  await visit.open(`/payments?email=${email}`)
  await listed(3)
  await visit.page.getByRole('cell', { name: 'Two books' }).waitFor()
  const tab = (name: string) =>
    visit.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })
  assert.equal(await tab('All').getAttribute('aria-current'), 'page')

  await visit.press(tab('Failed'))
  await listed(1)
  await visit.page.getByRole('columnheader', { name: 'Reason' }).waitFor()
  await visit.page.getByRole('cell', { name: 'The card was declined by the issuer' }).waitFor()
  await visit.press(tab('Refunded'))

  assert.deepEqual(await listed(1), ['€42.00'])
  assert.equal(await tab('Refunded').getAttribute('aria-current'), 'page')
  assert.equal(await tab('Failed').getAttribute('aria-current'), null)
  const { searchParams } = new URL(visit.page.url())
  assert.deepEqual([...searchParams.keys()].toSorted(), ['email', 'is_refunded'])
})

test('the last four digits and the reason of a decline find a payment, and wrong digits are refused in words', async () => {
  const email = 'card@example.com'
  await pay(shop, APPROVED, { email })
  await pay(shop, DECLINED, { email })
  await visit.open(`/payments?email=${email}`)
  await listed(2)
  await edit('Last four digits')
  await visit.type(visit.field('Last four digits'), '42 42')
  await visit.press(visit.confirm('Apply'))
  await visit.dialog.getByText('Enter the last four digits of the card.').waitFor()
  await visit.type(visit.field('Last four digits'), '4242')
  await visit.press(visit.confirm('Apply'))
  await listed(1)
  await visit.press(visit.button('Remove the filter Last four digits'))

  await edit('Decline reason')
  await visit.press(visit.confirm('The card was declined by the issuer'))
  await visit.page.keyboard.press('Escape')

  await chip(/^Decline reason The card was declined by the issuer$/).waitFor()
  await listed(1)
})

test('disputes to answer come first, the earliest deadline on top, with their customers', async () => {
  const first = await disputed(shop, FRAUDULENT, { email: 'first@example.com' })
  const last = await disputed(shop, INQUIRY, { email: 'last@example.com' })
  const accepted = await disputed(shop, FRAUDULENT, { email: 'accepted@example.com' })
  await shop.post(`/disputes/accept/${accepted.body.dispute_id}`)
  const deadlines = [first, last].toSorted((a, b) =>
    a.body.challenge_required_by < b.body.challenge_required_by ? -1 : 1,
  )
  await visit.open('/disputes')
  await listed(2)
  const hrefs = () =>
    visit.page
      .locator('main tbody td:first-child > a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))

  assert.deepEqual(
    await hrefs(),
    deadlines.map(({ body }) => body.dispute_id),
  )
  await visit.page.getByRole('cell', { name: 'first@example.com' }).waitFor()
  await visit.page
    .getByText(/days left/)
    .first()
    .waitFor()
  await visit.press(visit.page.getByRole('link', { name: 'All, newest first' }))
  await listed(3)
  assert.equal((await hrefs())[0], accepted.body.dispute_id)
})

test('refunds show the customer and the order of their payment', async () => {
  const { body } = await pay(shop, APPROVED, {
    email: 'back@example.com',
    merchant_order_reference_id: 'order-back',
  })
  await shop.post('/refunds', { payment_id: body.payment_id, amount: 100 })
  await visit.open(`/refunds?payment_id=${body.payment_id}`)

  const row = rows().filter({ hasText: 'back@example.com' })
  await row.getByText('order-back').waitFor()
})

test('the title of a column orders the list by it: oldest first, in the URL, on every page and beside filters', async () => {
  const { customer_id } = (await shop.post('/customers', { name: 'The newest' })).body
  await visit.open(`/customers?customer_id=${customer_id}`)
  await listed(1)
  const title = visit.page.getByRole('columnheader', { name: 'Created' })
  assert.equal(await title.getAttribute('aria-sort'), 'descending')

  await visit.press(title.getByRole('link'))

  await visit.page.waitForURL(/order=oldest/)
  assert.match(visit.page.url(), /customer_id=/)
  assert.equal(await title.getAttribute('aria-sort'), 'ascending')
  await visit.press(visit.button('Remove the filter Customer ID'))
  const { data } = (await shop.get('/customers/list?limit=100')).body
  const names = data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await listed(names.length), names.toReversed())

  await visit.press(title.getByRole('link'))
  await visit.page.waitForURL(/order=newest/)
  await eventually('the newest first', async () => (await listed(names.length))[0] === names[0])
})
