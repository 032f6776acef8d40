// Business profiles and the frame in the browser: every settings group, the switchers, and a user's preferences.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { addMembership, addUser, openSessionOf } from '#testing/team.ts'
import { openBrowser, type Visit, visitWith, workAs } from './dashboard.ts'

const browser = await openBrowser()

const openShop = () => harness({ env: { FLORIN_PROVIDER: 'instant' } })

function visited(
  shop: Shop,
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_admin',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

const profilesPath = ({ merchant }: Shop) => `/account/${merchant.merchant_id}/business_profile`

const profileOf = async (shop: Shop, profile_id = shop.merchant.profile_id) =>
  (await shop.get(`${profilesPath(shop)}/${profile_id}`)).body

const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true })

async function save(visit: Visit): Promise<void> {
  await visit.press(visit.button('Save changes'))
  // The message of an earlier save may still be there.
  await visit.button('Save changes').waitFor({ state: 'detached' })
  await visit.announced(/settings of .* are saved/)
}

/** Waits until the list of the page has so many rows. */
function listed({ page }: Visit, count: number): Promise<unknown> {
  return eventually(
    `${count} rows are listed`,
    async () => (await page.locator('tbody tr:not([aria-hidden])').count()) === count,
  )
}

test('a profile is created, its secret is shown once, and it is deleted', async () => {
  await using shop = await openShop()
  const names = async () =>
    ((await shop.get(profilesPath(shop))).body as { profile_name: string }[])
      .map(({ profile_name }) => profile_name)
      .toSorted()
  const before = await names()
  await visited(shop, '/settings', async (visit) => {
    const { page } = visit
    await visit.press(visit.button('New profile'))
    await page.getByText(`still go to ${(await profileOf(shop)).profile_name}.`).waitFor()
    await visit.type(visit.field('Name'), 'Shop in Lisbon')
    await visit.type(visit.field('Return URL'), 'https://shop.example/return')
    await visit.press(visit.confirm('Create the profile'))
    await visit.announced(/Shop in Lisbon is created/)
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    assert.match(secret, /^\S{32,}$/)
    await visit.press(visit.confirm(/^Copy/))
    assert.equal(await visit.copied(), secret)
    await visit.press(visit.confirm('I have stored it'))
    await page.waitForURL(/settings\/pro_/)
    await page.getByRole('heading', { name: 'Shop in Lisbon' }).waitFor()
    assert.ok(!(await page.content()).includes(secret))
    const profile_id = new URL(page.url()).pathname.split('/').at(-1)
    assert.equal((await profileOf(shop, profile_id)).return_url, 'https://shop.example/return')
    assert.deepEqual(await names(), [...before, 'Shop in Lisbon'].toSorted())

    const usual = async () => {
      const { body } = await shop.post('/payments', paymentBody({}))
      return body.profile_id
    }
    assert.equal(await usual(), shop.merchant.profile_id)
    await visit.press(visit.button('Make default'))
    await visit.press(visit.confirm('Make Shop in Lisbon the default'))
    await visit.announced(/Shop in Lisbon is the default profile/)
    await page.getByText('Default profile', { exact: true }).waitFor()
    assert.equal(await visit.button('Delete').count(), 0)
    assert.equal(await usual(), profile_id)
    await page.goto(new URL(shop.merchant.profile_id, page.url()).href)
    await visit.press(visit.button('Make default'))
    await visit.press(visit.confirm(/^Make .* the default$/))
    await visit.announced(/is the default profile/)
    await page.goto(new URL(profile_id ?? '', page.url()).href)

    await visit.press(visit.button('Delete'))
    await visit.press(visit.confirm('Delete Shop in Lisbon'))
    await visit.announced(/Shop in Lisbon is deleted/)
    await page.waitForURL(/\/settings$/)
  })
  assert.deepEqual(await names(), before)
})

test('settings of every group are saved together', async () => {
  await using shop = await openShop()
  await visited(shop, `/settings/${shop.merchant.profile_id}`, async (visit) => {
    const text = (group: string, name: string) =>
      card(visit, group).getByRole('textbox', { name, exact: true })
    const list = (group: string, name: string) =>
      card(visit, group).getByRole('combobox', { name, exact: true })
    const toggle = (name: string) => visit.page.getByRole('switch', { name })
    await visit.type(text('General', 'Name'), 'Shop in Porto')
    await visit.type(text('General', 'Return URL'), 'https://shop.example/back')
    await visit.type(text('Payments', 'Capture window'), '12')
    await visit.choose(list('Payments', 'Accepted payment methods'), /^Credit card$/)
    await visit.choose(list('Payments', 'Accepted payment methods'), /^SEPA transfer$/)
    await visit.press(toggle('Failed payments can be confirmed again'))
    await visit.type(text('Payment pages', 'Seller name'), 'Porto Posters')
    await visit.type(text('Payment pages', 'Color'), '#b4232a')
    await visit.choose(list('Payment pages', 'Method layout'), 'Tabs')
    await visit.type(text('Wallets', 'Google Pay merchant ID'), 'BCR2DN4T')
    await visit.type(text('Card testing', 'Failures of one card'), '4')
    const dunning = 'Subscriptions that cannot be collected'
    await visit.type(text(dunning, 'Charge again on these days'), '2, 4, 8')
    await visit.choose(list(dunning, 'After the last try'), 'Pause it')
    await visit.typeParts(visit.page.getByLabel('Time for scheduled refunds'), '0330AM')
    await visit.press(toggle('Refuse payouts above the available balance'))
    await visit.type(text('Refunds and payouts', 'Approvals for a payout'), '2')
    await visit.press(visit.button('Add a value'))
    await visit.type(text('Metadata', 'Name'), 'region')
    await visit.type(text('Metadata', 'Value'), 'north')
    await save(visit)
  })
  const profile = await profileOf(shop)
  assert.partialDeepStrictEqual(profile, {
    profile_name: 'Shop in Porto',
    return_url: 'https://shop.example/back',
    capture_window_days: 12,
    allowed_payment_method_types: ['credit', 'sepa'],
    is_manual_retry_enabled: true,
    payment_link_config: { seller_name: 'Porto Posters', theme: '#b4232a', sdk_layout: 'tabs' },
    wallet_identities: { google_pay: { merchant_id: 'BCR2DN4T' } },
    card_testing_guard_config: { max_failed_per_card: 4 },
    dunning: { retry_days: [2, 4, 8], final_action: 'paused' },
    refund_batch_time: '03:30',
    refuse_payouts_above_balance: true,
    payout_approvals: 2,
    metadata: { region: 'north' },
  })
})

test('risk rules are added, put in another order and removed', async () => {
  await using shop = await openShop()
  const rules = async () => (await profileOf(shop)).risk_rules
  const countries = {
    field: 'billing_country',
    op: 'in',
    value: ['KP', 'IR'],
    action: 'block',
  }
  await visited(shop, `/settings/${shop.merchant.profile_id}`, async (visit) => {
    const { page } = visit
    const rule = (number: number) => page.getByRole('group', { name: `Rule ${number}` })
    const choice = (name: string) => rule(2).getByRole('combobox', { name })
    await visit.press(visit.button('Add a rule'))
    await visit.type(rule(1).getByRole('textbox', { name: 'Value' }), '900.00')
    await visit.press(visit.button('Add a rule'))
    await visit.choose(choice('2. If'), 'Billing country')
    await visit.choose(choice('Comparison'), 'is one of')
    for (const country of countries.value) {
      await visit.type(rule(2).getByLabel('Values'), country)
      await page.keyboard.press('Enter')
    }
    await visit.choose(choice('Then'), 'Decline the payment')
    await visit.press(visit.button('Move rule 2 up'))
    await save(visit)
    assert.equal(await rule(2).getByRole('textbox', { name: 'Value' }).inputValue(), '900.00')
    const large = { field: 'amount', op: 'gt', value: 90_000, action: 'review' }
    assert.deepEqual(await rules(), [countries, large])

    await visit.press(visit.button('Remove rule 2'))
    await save(visit)
    assert.deepEqual(await rules(), [countries])
  })
})

test('the time to pay is in minutes, sections are one click away, and ? shows the keys', async () => {
  await using shop = await openShop()
  await visited(shop, `/settings/${shop.merchant.profile_id}`, async (visit) => {
    const { page } = visit
    const field = text('Payments', 'Time to pay')
    function text(title: string, label: string) {
      return card(visit, title).getByLabel(label)
    }
    assert.equal(await field.inputValue(), '15')
    await visit.type(field, '1.5')
    await save(visit)
    assert.equal((await profileOf(shop)).session_expiry, 90)

    await visit.press(page.getByRole('navigation', { name: 'Sections' }).getByText('Card testing'))
    await page.waitForURL(/#testing$/)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })
})

test('a logo is taken from a file and removed', async () => {
  await using shop = await openShop()
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer }
  const logo = async () => (await profileOf(shop)).payment_link_config?.logo
  await visited(shop, `/settings/${shop.merchant.profile_id}`, async (visit) => {
    const choosing = visit.page.waitForEvent('filechooser')
    await visit.press(visit.button('Choose an image'))
    await (await choosing).setFiles(file)
    await visit.page.getByRole('img', { name: 'The logo' }).waitFor()
    await save(visit)
    assert.equal(await logo(), `data:image/svg+xml;base64,${buffer.toString('base64')}`)

    await visit.press(card(visit, 'Payment pages').getByRole('button', { name: 'Remove' }))
    await save(visit)
    assert.equal(await logo(), undefined)
  })
})

test('a wrong value is explained at its field, nothing is saved, and nobody leaves with changes by accident', async () => {
  await using shop = await openShop()
  const before = await profileOf(shop)
  await visited(shop, `/settings/${shop.merchant.profile_id}`, async (visit) => {
    const { page } = visit
    const days = page.getByRole('textbox', { name: 'Capture window' })
    const seller = page.getByRole('textbox', { name: 'Seller name' })
    await visit.type(seller, 'Porto Posters')
    await visit.type(days, '31')
    await visit.press(visit.button('Save changes'))
    await page.getByText('Not saved: correct the marked fields').waitFor()
    assert.equal(await days.getAttribute('aria-invalid'), 'true')
    await eventually('the field is focused', () =>
      days.evaluate((element) => element.ownerDocument.activeElement === element),
    )
    await card(visit, 'Payments')
      .getByText(/This must be .*30/)
      .waitFor()
    assert.deepEqual(await profileOf(shop), before)

    await visit.press(page.getByRole('link', { name: 'Home' }))
    await visit.press(visit.confirm('Stay'))
    await visit.dialog.waitFor({ state: 'detached' })
    assert.equal(await seller.inputValue(), 'Porto Posters')
    await visit.press(visit.button('Discard'))
    assert.equal(await seller.inputValue(), '')
    assert.equal(await days.getAttribute('aria-invalid'), null)

    await visit.type(seller, 'Porto Posters')
    await visit.press(page.getByRole('link', { name: 'Home' }))
    await visit.press(visit.confirm('Leave'))
    await page.waitForURL(/dashboard\/?$/)
  })
  assert.deepEqual(await profileOf(shop), before)
})

test('the profile switcher decides what lists show, also after a reload', async () => {
  await using shop = await openShop()
  const made = await shop.post(profilesPath(shop), { profile_name: 'Shop in Lisbon' })
  const first = shop.merchant.profile_id
  for (const profile_id of [first, first, made.body.profile_id]) {
    const answer = await shop.post('/payments', paymentBody({ profile_id }))
    assert.equal(answer.status, 200, answer.text)
  }
  await visited(shop, '/payments', async (visit) => {
    const { page } = visit
    const choose = async (name: string) => {
      await visit.press(page.getByRole('navigation').getByRole('button').first())
      await visit.press(page.getByRole('menuitemradio', { name }))
    }
    await listed(visit, 3)
    await choose('Shop in Lisbon')
    await listed(visit, 1)
    await page.reload()
    await listed(visit, 1)
    await choose('All profiles')
    await listed(visit, 3)
  })
})

test('a person at two merchants switches between them, with the role of each', async () => {
  await using shop = await openShop()
  const { client, merchant } = await shop.neighbour()
  await shop.post('/payments', paymentBody({}))
  await client.post('/customers', { customer_id: 'ada', name: 'Ada King' })
  const user = await addUser(shop, 'merchant_admin')
  await addMembership(shop, user, merchant.merchant_id, 'merchant_view_only')
  const session = await openSessionOf(shop, user)
  await using visit = await visitWith(browser, shop, session)
  const { page } = visit
  await visit.open('/customers')
  await visit.button('New customer').waitFor()

  await visit.press(page.getByRole('navigation').getByRole('button').first())
  await visit.press(page.getByRole('menuitemradio', { name: 'Neighbour' }))
  await visit.announced(/You now work for Neighbour/)
  assert.equal((await session.get('/user')).body.merchant_id, merchant.merchant_id)
  await visit.press(page.getByRole('link', { name: 'Customers' }))
  await page.getByText('Ada King').waitFor()
  assert.equal(await visit.button('New customer').count(), 0)
  await visit.press(page.getByRole('link', { name: 'Payments', exact: true }))
  await page.getByText('No payments yet').waitFor()
  assert.deepEqual(visit.faults, [])
})

test('the theme is light, dark or that of the system, also after a reload', async () => {
  await using shop = await openShop()
  await visited(shop, '/', async (visit) => {
    const { page } = visit
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    const choose = async (name: string) => {
      await visit.press(visit.button('Ada'))
      await visit.press(page.getByRole('menuitemradio', { name }))
      await page.keyboard.press('Escape')
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await choose('Dark')
    await eventually('it is dark', async () => (await scheme()) === 'dark')
    await page.reload()
    await visit.button('Ada').waitFor()
    assert.equal(await scheme(), 'dark')
    await choose('As the system')
    await eventually('it is light', async () => (await scheme()) === 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await eventually('it is dark', async () => (await scheme()) === 'dark')
    await visit.open('/account')
    await visit.press(page.getByRole('radio', { name: 'Light' }))
    await eventually('it is light', async () => (await scheme()) === 'light')
  })
})

/** A zone in which it is another day than in UTC, at that moment. */
function otherZone(moment: Date): { zone: string; time: string } {
  const zone = moment.getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  const parts = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('sv', { ...style, timeZone: zone }).format(moment)
  return { zone, time: parts({ timeStyle: 'short' }) }
}

test('format and time zone decide how dates and amounts read, also after a reload; days stay those of the merchant', async () => {
  await using shop = await openShop()
  const paid = await shop.post('/payments', paymentBody({ amount: 123_456, currency: 'EUR' }))
  const { zone, time } = otherZone(new Date(paid.body.created))
  const day = paid.body.created.slice(0, 10)
  // Younger moments are shown as so many hours ago.
  await shop.post('/sandbox/clock', { advance: '3d' })
  await visited(shop, '/payments', async (visit) => {
    const { page } = visit
    await page.getByText('€1,234.56').waitFor()
    await visit.open('/account')
    await visit.choose(
      page.getByRole('combobox', { name: 'Format of dates and amounts' }),
      /^German$/,
    )
    await page.getByText(/For example .*1\.234,56\s€/).waitFor()
    const zones = page.getByRole('combobox', { name: 'Time zone' })
    await visit.type(zones, zone)
    await visit.choose(zones, zone)

    await visit.open(`/payments?created_gte=${day}&created_lte=${day}`)
    await listed(visit, 1)
    await page.getByText(/^1\.234,56\s€$/).waitFor()
    await page.locator('tbody td > span > time').filter({ hasText: time }).waitFor()
    // The texts are English in every format.
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })
})

test('preferences are there on another device, before anything is chosen on it', async () => {
  await using shop = await openShop()
  const user = await addUser(shop, 'merchant_admin')
  {
    await using first = await visitWith(browser, shop, await openSessionOf(shop, user))
    await first.open('/account')
    await first.press(first.page.getByRole('radio', { name: 'Dark' }))
    const formats = first.page.getByRole('combobox', { name: 'Format of dates and amounts' })
    await first.choose(formats, /^German$/)
    const session = await openSessionOf(shop, user)
    await eventually('both are saved', async () => {
      const { theme, locale } = (await session.get('/user')).body.preferences
      return theme === 'dark' && locale === 'de'
    })
  }

  await using second = await visitWith(browser, shop, await openSessionOf(shop, user))
  await second.open('/account')

  await second.page.getByText(/For example .*1\.234,56\s€/).waitFor()
  assert.equal(await second.page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark')
})

test('a role that may only read sees the settings and can change none', async () => {
  await using shop = await openShop()
  await visited(
    shop,
    '/settings',
    async (visit) => {
      const { page } = visit
      const profile = page.getByRole('region', { name: 'Business profiles' }).getByRole('link')
      await profile.waitFor()
      assert.equal(await visit.button('New profile').count(), 0)
      await visit.press(profile)
      await page.getByText('Your role may see these settings, but not change them').waitFor()
      const open = page.locator('fieldset :is(input, button):enabled')
      assert.deepEqual(await open.evaluateAll((all) => all.map((each) => each.outerHTML)), [])
      for (const name of ['Delete', 'Save changes']) {
        assert.equal(await visit.button(name).count(), 0)
      }
    },
    'merchant_view_only',
  )
})
