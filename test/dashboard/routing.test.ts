// Routing rules in the browser: edited as a draft, simulated, and saved.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { connectAccount } from '../support/provider_accounts.ts'
import { faultsOf } from './axe.ts'
import { openBrowser, type Visit, workAs } from './dashboard.ts'

const browser = await openBrowser()
const { env } = await testBank()

const openShop = () => harness({ env })

function routingPath(
  { merchant: { merchant_id, profile_id } }: Shop,
  profile = profile_id,
): string {
  return `/account/${merchant_id}/business_profile/${profile}/routing`
}

const readRouting = async (shop: Shop) => (await shop.get(routingPath(shop))).body

function visited(shop: Shop, work: (visit: Visit) => Promise<void>): Promise<void> {
  return workAs({ browser, shop, role: 'merchant_admin' }, '/settings/routing', work)
}

const rule = ({ page }: Visit, name: string) => page.getByRole('listitem', { name, exact: true })

async function save(visit: Visit): Promise<void> {
  await visit.press(visit.button('Save changes'))
  await visit.announced(/routing is saved/)
  await visit.button('Save changes').waitFor({ state: 'detached' })
}

/** In the open dialog, in its nth row. */
async function chooseAccount(visit: Visit, nth: number, label: string): Promise<void> {
  const row = visit.dialog.getByRole('group', { name: `account ${nth}` })
  await visit.choose(row.getByRole('combobox', { name: 'Account' }), label)
}

test('rules are added, edited, put in another order and deleted, and nothing is live before it is saved', async () => {
  await using shop = await openShop()
  const north = await connectAccount(shop, 'North')
  const south = await connectAccount(shop, 'South')
  await visited(shop, async (visit) => {
    await visit.press(visit.button('Add a rule'))
    await visit.type(visit.field('Name'), 'Large euros')
    await visit.choose(visit.dialog.getByLabel('Currency'), 'EUR')
    await visit.type(visit.field('Amount at least'), '50000')
    await visit.type(visit.field('Billing country'), 'de, at')
    await visit.press(visit.confirm('Add metadata'))
    await visit.type(visit.field('Key'), 'channel')
    await visit.type(visit.field('Value'), 'shop')
    await visit.press(visit.confirm('Apply'))
    await visit.dialog.getByText('Choose an account.').waitFor()
    await chooseAccount(visit, 1, 'North')
    await visit.type(visit.dialog.getByRole('textbox', { name: 'Share' }), '3')
    await visit.press(visit.confirm('Add an account'))
    await chooseAccount(visit, 2, 'South')
    await visit.press(visit.confirm('Apply'))
    const first = rule(visit, 'Rule 1')
    for (const text of ['currency is EUR', 'amount is at least 50,000', '75% North', '25% South']) {
      await first.getByText(text, { exact: true }).waitFor()
    }
    assert.deepEqual((await readRouting(shop)).rules, [])
    await save(visit)
    const large = {
      name: 'Large euros',
      when: {
        currency: ['EUR'],
        amount: { min: 50_000 },
        billing_country: ['DE', 'AT'],
        metadata: { channel: 'shop' },
      },
      use: [
        { connector_id: north, weight: 3 },
        { connector_id: south, weight: 1 },
      ],
    }
    assert.deepEqual((await readRouting(shop)).rules, [large])

    await visit.press(visit.button('Add a rule'))
    await chooseAccount(visit, 1, 'South')
    await visit.press(visit.confirm('Apply'))
    await rule(visit, 'Rule 2').getByText('Every payment').waitFor()
    await visit.press(visit.button('Move rule 2 up'))
    await visit.press(visit.button('Edit rule 1'))
    await visit.choose(visit.dialog.getByLabel('Method', { exact: true }), 'Wallet')
    await visit.press(visit.confirm('Apply'))
    await visit.press(visit.button('Edit everything else'))
    await visit.press(visit.confirm('Add an account'))
    await chooseAccount(visit, 1, 'South')
    await visit.press(visit.confirm('Apply'))
    const further = visit.page.getByRole('combobox', { name: 'Further accounts to try' })
    await visit.choose(further, '3 accounts')
    await save(visit)
    const wallets = {
      when: { payment_method: ['wallet'] },
      use: [{ connector_id: south, weight: 1 }],
    }
    assert.partialDeepStrictEqual(await readRouting(shop), {
      rules: [wallets, large],
      default: [{ connector_id: south, weight: 1 }],
      max_fallbacks: 3,
    })

    await visit.press(visit.button('Delete rule 1'))
    await visit.press(visit.button('Discard'))
    await rule(visit, 'Rule 2').waitFor()
    await visit.press(visit.button('Delete rule 1'))
    await save(visit)
    assert.deepEqual((await readRouting(shop)).rules, [large])
  })
})

test('a simulation says which rule matched, which did not and why, and the order of the accounts', async () => {
  await using shop = await openShop()
  const north = await connectAccount(shop, 'North')
  await connectAccount(shop, 'South', { payment_methods_enabled: ['paypal'] })
  const west = await connectAccount(shop, 'West')
  const rules = [
    { name: 'Pounds', when: { currency: ['GBP'] }, use: [{ connector_id: north }] },
    {
      when: { payment_method: ['card'] },
      use: [
        { connector_id: west, weight: 1 },
        { connector_id: north, weight: 0 },
      ],
    },
    { when: {}, use: [{ connector_id: north }] },
  ]
  await shop.post(routingPath(shop), { rules })
  await visited(shop, async (visit) => {
    const panel = visit.card('Simulate')
    const texts = async () =>
      (await panel.locator('ol li').allInnerTexts()).map((text) =>
        text.split('\n').filter(Boolean).join(' | '),
      )
    await visit.press(visit.button('Simulate'))
    await panel.getByText('Rule 2 matches.').waitFor()
    await panel.getByText('If it certainly charged nothing: then North.').waitFor()
    assert.deepEqual(await faultsOf(visit.page, 'light'), [])
    assert.deepEqual(await texts(), [
      'Rule 1, Pounds | The currency is EUR. | does not match',
      'Rule 2 | matches',
      'Rule 3 | not reached',
      'Everything else | not reached',
      'West | place 1',
      'North | place 2',
      'South | It is not enabled for credit. | not tried',
    ])
    assert.equal(await rule(visit, 'Rule 2').getAttribute('data-matched'), 'true')

    await visit.press(visit.button('Delete rule 2'))
    await panel.getByText('The rules have changed. Simulate again.').waitFor()
    await visit.press(visit.button('Simulate'))
    await panel.getByText('Rule 2 matches.').waitFor()
    assert.equal((await texts())[2], 'Everything else | not reached')
    assert.equal((await readRouting(shop)).rules.length, 3)

    await visit.press(visit.button('Discard'))
    await visit.press(panel.getByRole('textbox', { name: 'Amount' }))
    await visit.type(panel.getByRole('textbox', { name: 'Billing country' }), 'ZZ')
    await visit.press(visit.button('Simulate'))
    await panel.getByText(/This must be|This is not/).waitFor()
  })
  const paid = await shop.post('/payments', paymentBody({ currency: 'EUR' }))
  assert.equal(paid.body.connector_id, west, paid.text)
})

test('each profile has its own rules, and the URL names the profile', async () => {
  await using shop = await openShop()
  const account = await connectAccount(shop, 'North')
  const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
  const { profile_id } = (await shop.post(profiles, { profile_name: 'Shop in Lisbon' })).body
  const rules = [{ when: { currency: ['CHF'] }, use: [{ connector_id: account }] }]
  await shop.post(routingPath(shop, profile_id), { rules })
  await visited(shop, async (visit) => {
    const { page } = visit
    await rule(visit, 'Everything else').waitFor()
    assert.equal(await rule(visit, 'Rule 1').count(), 0)
    await visit.choose(page.getByRole('combobox', { name: 'Business profile' }), 'Shop in Lisbon')
    await page.waitForURL(`**/settings/routing?profile_id=${profile_id}`)
    await rule(visit, 'Rule 1').getByText('currency is CHF').waitFor()
    await page.reload()
    await rule(visit, 'Rule 1').getByText('currency is CHF').waitFor()
  })
})
