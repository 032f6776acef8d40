// The hosted page in a real browser, from the link to the receipt, and whatever can go wrong in between. The bank's own
// log is the judge of what was charged.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isOperation } from '#testing/bank_proxy.ts'
import {
  APPROVED,
  CHALLENGED,
  fillCard,
  heading,
  type Hosted,
  NO_FUNDS,
  payButton,
  startHosted,
} from './hosted_page.ts'

let hosted: Hosted
before(async () => {
  hosted = await startHosted()
})
after(() => hosted?.[Symbol.asyncDispose]())

const paid = (page: Page) => heading(page, 'Payment successful')

test('a shopper pays by card and gets a receipt; nothing is loaded from elsewhere', async () => {
  const link = await hosted.createLink()
  const hosts = new Set<string>()

  const mistakes = await hosted.visit(link.url, async (page) => {
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.reload()
    assert.equal(await page.title(), 'Pay Northwind Coffee')
    await fillCard(page, APPROVED)
    assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242')
    assert.equal(await page.getByLabel('Expiry date').inputValue(), '12 / 34')
    await page.getByRole('img', { name: 'Visa' }).waitFor()
    await page.getByRole('button', { name: 'Pay €48.90' }).click()
    await paid(page).waitFor()
    await page.getByText('Visa ending in 4242').waitFor()
  })

  assert.deepEqual(mistakes, [])
  assert.deepEqual(hosts, new Set([new URL(link.url).host]))
  assert.equal(await hosted.chargesOf(link), 1)
})

test('American Express is written 4-6-5 and has a code of four digits', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, '378282246310005')
    assert.equal(await page.getByLabel('Card number').inputValue(), '3782 822463 10005')
    assert.equal(await page.getByLabel('Security code').inputValue(), '1234')
    await payButton(page).click()
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a pasted number and dates as browsers fill them in are understood', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await page.getByLabel('Card number').fill('4242-4242-4242-4242')
    await page.getByLabel('Expiry date').fill('12/2034')
    assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242')
    assert.equal(await page.getByLabel('Expiry date').inputValue(), '12 / 34')
    const names = await page
      .locator('.card-form input')
      .evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete')))
    assert.deepEqual(names, ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
  })
})

test('what is missing is said under its field, and the first such field has the focus', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await page.getByLabel('Card number').fill('4242 4242 4242 4241')
    await payButton(page).click()
    const number = page.getByLabel('Card number')
    await page.getByText('Check the card number: a digit is wrong.').waitFor()
    assert.equal(await number.getAttribute('aria-invalid'), 'true')
    assert.match((await number.getAttribute('aria-describedby')) ?? '', /card-number-error/)
    await page.waitForFunction(`document.activeElement.id === 'card-number'`)
    assert.equal(await page.locator('.error').count(), 4)
  })
  assert.deepEqual(await hosted.paymentsOf(link), [])
})

test('3-D Secure: the shopper goes to the bank and comes back to a receipt', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, CHALLENGED)
    await payButton(page).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await paid(page).waitFor()
    assert.equal(new URL(page.url()).search, '', 'the payment is still in the address')
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('3-D Secure that fails leads back to the form with the reason, and another card pays', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, CHALLENGED)
    await payButton(page).click()
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('The payment was not made').first().waitFor()
    await page.getByText('Your bank could not confirm that it is you.').first().waitFor()
    await fillCard(page, APPROVED)
    await payButton(page).click()
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a shopper who turns back at the bank continues there, or pays another way', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, CHALLENGED)
    await payButton(page).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.goBack()
    await heading(page, 'Confirm with your bank').waitFor()
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await fillCard(page, APPROVED)
    await payButton(page).click()
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a redirect method: iDEAL', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await page.getByLabel('iDEAL').check()
    await page.getByRole('button', { name: 'Continue with iDEAL' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await paid(page).waitFor()
    await page.getByText('iDEAL').first().waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a bank transfer: the page shows what to transfer, and the receipt when the money has arrived', async () => {
  const link = await hosted.createLink()
  const permissions = ['clipboard-read', 'clipboard-write']
  await hosted.visit(
    link.url,
    async (page) => {
      await page.getByLabel('SEPA').check()
      await page.getByRole('button', { name: 'Continue with SEPA' }).click()
      await heading(page, 'Make the bank transfer').waitFor()
      await page.getByRole('button', { name: 'Copy: Reference' }).click()
      await page.getByText('Copied').first().waitFor()
      const copied: string = await page.evaluate('navigator.clipboard.readText()')
      await page.getByText(copied, { exact: true }).waitFor()

      const [payment] = await hosted.paymentsOf(link)
      const settled = await hosted.shop.post(`/sandbox/payments/${payment?.payment_id}/settle`)
      assert.equal(settled.body.status, 'succeeded', settled.text)
      await paid(page).waitFor()
    },
    { permissions },
  )
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a decline says why and what to do; only the security code has to be entered again', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, NO_FUNDS)
    await payButton(page).click()
    await page.getByText('Your bank declined this card').first().waitFor()
    await page.getByText('The card has insufficient funds.').first().waitFor()
    assert.equal(await page.getByLabel('Card number').inputValue(), '4000 0000 0000 9995')
    assert.equal(await page.getByLabel('Name on card').inputValue(), 'Ada King')
    assert.equal(await page.getByLabel('Security code').inputValue(), '')

    await page.getByLabel('Card number').fill(APPROVED)
    await page.getByLabel('Security code').fill('123')
    await payButton(page).click()
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a double click on Pay charges once', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, APPROVED)
    await payButton(page).dblclick()
    await paid(page).waitFor()
  })
  assert.equal((await hosted.paymentsOf(link)).length, 1)
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a reload while the bank decides finds the payment again and shows its result', async () => {
  const link = await hosted.createLink()
  const held = hosted.proxy.hold(isOperation())
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, APPROVED)
    await payButton(page).click()
    await held.arrived
    await page.reload()
    await heading(page, 'Your payment is being processed').waitFor()
    held.release()
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('an answer that is lost is asked for, and nothing is paid again', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await page.route('**/payments', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fillCard(page, APPROVED)
    await payButton(page).click()
    await paid(page).waitFor()
  })
  assert.equal((await hosted.paymentsOf(link)).length, 1)
  assert.equal(await hosted.chargesOf(link), 1)
})

test('without a network the page says that the result is unknown, and finds it when the network is back', async () => {
  const link = await hosted.createLink()
  const held = hosted.proxy.hold(isOperation())
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, APPROVED)
    await page.route('**/payments', async (route) => {
      void route.fetch().catch(() => undefined)
      await held.arrived
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await payButton(page).click()
    await heading(page, 'We are checking your payment').waitFor()
    await page.getByText('Do not pay again').first().waitFor()
    assert.equal(await payButton(page).count(), 0)
    held.release()
    await page.context().setOffline(false)
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a payment that never reached the server is reported as such and can be sent again', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, APPROVED)
    await page.route('**/payments', (route) => route.abort('connectionrefused'), { times: 1 })
    await payButton(page).click()
    await page.getByText('Your payment did not reach us').first().waitFor()
    await page.getByLabel('Security code').fill('123')
    await payButton(page).click()
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('of two tabs that pay at the same moment one pays, and the other shows that the link is paid', async () => {
  const link = await hosted.createLink()
  const held = hosted.proxy.hold(isOperation())
  await hosted.visit(link.url, async (page) => {
    const other = await page.context().newPage()
    await other.goto(link.url)
    for (const tab of [page, other]) await fillCard(tab, APPROVED)
    await payButton(page).click()
    await held.arrived
    await payButton(other).click()
    await other.getByText('Another payment of this link is in progress').first().waitFor()
    held.release()
    await paid(page).waitFor()
    await heading(other, 'This link is paid').waitFor()
  })
  assert.equal((await hosted.paymentsOf(link)).length, 1)
  assert.equal(await hosted.chargesOf(link), 1)
})

test('in a sandbox a dialog stands for the sheet of a wallet', async () => {
  const { merchant_id } = hosted.shop.merchant
  const profiles = await hosted.shop.get(`/account/${merchant_id}/business_profile`)
  const { profile_id } = profiles.body[0]
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  const wallet_identities = { apple_pay: { merchant_identifier: 'merchant.example' } }
  const changed = await hosted.shop.post(path, { wallet_identities })
  assert.equal(changed.status, 200, changed.text)
  const link = await hosted.createLink({
    payment_link_config: { allowed_payment_method_types: ['apple_pay', 'credit'] },
  })

  await hosted.visit(link.url, async (page) => {
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    await sheet.getByRole('button', { name: 'Pay €48.90' }).click()
    await paid(page).waitFor()
  })
  assert.equal(await hosted.chargesOf(link), 1)
})

test('a donation takes an own amount within its bounds', async () => {
  const bounds = { suggested_amounts: [500, 1000], min_amount: 200, max_amount: 5000 }
  const link = await hosted.createLink({
    link_type: 'donation',
    amount: null,
    order_details: null,
    ...bounds,
  })
  await hosted.visit(link.url, async (page) => {
    await page.getByLabel('€10.00').check()
    await page.getByRole('button', { name: 'Donate €10.00' }).waitFor()
    await page.getByLabel('Another amount').check()
    await page.getByLabel('Amount (EUR)').fill('1,50')
    await fillCard(page, APPROVED)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByText('Enter an amount from €2.00 to €50.00.').waitFor()
    await page.getByLabel('Amount (EUR)').fill('12,50')
    await page.getByRole('button', { name: 'Donate €12.50' }).click()
    await paid(page).waitFor()
    await page.getByRole('button', { name: 'Make another payment' }).waitFor()
  })
  const [payment] = await hosted.paymentsOf(link)
  assert.equal(payment?.amount, 1250)
})

test('contact details are asked for and sent when the link wants them', async () => {
  const link = await hosted.createLink({ require_customer_info: true })
  await hosted.visit(link.url, async (page) => {
    await payButton(page).click()
    await page.waitForFunction(`document.activeElement.id === 'contact-name'`)
    await page.getByLabel('Full name').fill('Ada King')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Country').selectOption('NL')
    await page.getByLabel('Address').fill('Herengracht 1')
    await page.getByLabel('City').fill('Amsterdam')
    await fillCard(page, APPROVED)
    await payButton(page).click()
    await paid(page).waitFor()
  })
  const [made] = await hosted.paymentsOf(link)
  const payment = await hosted.shop.get(`/payments/${made?.payment_id}`)
  assert.equal(payment.body.email, 'ada@example.com')
  assert.equal(payment.body.billing.address.city, 'Amsterdam')
  assert.equal(payment.body.billing.address.last_name, 'King')
})

test('a link that is paid, expired, deactivated, sold out or unknown says so and takes no payment', async () => {
  const soldOut = {
    link_type: 'recurring',
    usage_limit: 1,
    sold_out_message: 'All seats are taken.',
  }
  const [off, sold, old] = [
    await hosted.createLink(),
    await hosted.createLink(soldOut),
    await hosted.createLink({ expiry: new Date(hosted.shop.clock.now().getTime() + 3_600_000) }),
  ]
  await hosted.shop.post(`/payment_link/${off.payment_link_id}/deactivate`)
  await hosted.visit(sold.url, async (page) => {
    await fillCard(page, APPROVED)
    await payButton(page).click()
    await paid(page).waitFor()
  })
  const unknown = new URL('/pay/plink_unknown', off.url).href

  await hosted.visit(off.url, async (page) => {
    await heading(page, 'This link is no longer active').waitFor()
    assert.equal(await page.getByRole('button').count(), 0)
    await page.goto(sold.url)
    await page.getByText('All seats are taken.').first().waitFor()
    const answer = await page.goto(unknown)
    assert.equal(answer?.status(), 404)
    await heading(page, 'This link does not exist').waitFor()
    hosted.shop.clock.advance(2 * 3_600_000)
    await page.goto(old.url)
    await heading(page, 'This link has expired').waitFor()
    assert.equal(await page.getByRole('button').count(), 0)
  })
})

test('the language follows the browser and can be switched without losing what was typed', async () => {
  const link = await hosted.createLink()
  await hosted.visit(
    link.url,
    async (page) => {
      await page.getByLabel('Kartennummer').fill('4242')
      await page.getByRole('button', { name: /^48,90.€ bezahlen$/ }).waitFor()
      await page.getByLabel('Sprache').selectOption('ar')
      await page.getByText('طريقة الدفع').waitFor()
      assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
      assert.equal(await page.getByLabel('رقم البطاقة').inputValue(), '4242')
    },
    { locale: 'de-DE' },
  )
})

test('a test card can be picked in a sandbox', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await page.getByText('Test cards').click()
    await page.getByRole('button', { name: /5555 5555 5555 4444/ }).click()
    await payButton(page).click()
    await paid(page).waitFor()
  })
})

test('without scripts the page shows seller and amount, and says what is missing', async () => {
  const link = await hosted.createLink()
  await hosted.visit(
    link.url,
    async (page) => {
      await page.getByText('Northwind Coffee').first().waitFor()
      await page.getByText('€48.90').first().waitFor()
      await page.locator('.no-script').waitFor()
    },
    { javaScriptEnabled: false },
  )
})
