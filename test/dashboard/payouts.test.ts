// Payouts in the browser: the method form with its checks, a payout link, and every action, checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { openStage, type Visit, visitWith, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))

const sepa = {
  payout_type: 'bank',
  payout_method_data: {
    bank_transfer: {
      payout_method_type: 'sepa',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    },
  },
}

async function created(more: object = sepa): Promise<string> {
  const customer = { name: 'Ada King' }
  const made = await shop.post('/payouts/create', {
    amount: 4_200,
    currency: 'EUR',
    customer,
    ...more,
  })
  assert.equal(made.status, 201, made.text)
  return made.body.payout_id
}

const read = async (payout_id: string) => (await shop.get(`/payouts/${payout_id}`)).body

function visited(
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_admin',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

test('a wrong IBAN is found while it is typed, and the payout is created and sent', async () => {
  let payout_id = ''
  await visited('/payouts/new', async (visit) => {
    const { page } = visit
    await visit.type(page.getByRole('textbox', { name: 'Amount' }), '42')
    await visit.type(page.getByLabel('Name', { exact: true }), 'Ada King')
    await visit.type(page.getByLabel('IBAN'), 'DE89370400440532013001')
    await page.getByText('The check digits do not match').waitFor()
    await visit.type(page.getByLabel('IBAN'), 'DE89370400440532013000')
    await visit.type(page.getByLabel('BIC'), 'COBADEFFXXX')
    await visit.press(visit.button('Create the payout of €42.00'))
    await visit.press(visit.confirm(/^Create the payout of €42.00/))
    await page.waitForURL(/payouts\/po_/)
    payout_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    assert.equal((await read(payout_id)).status, 'requires_fulfillment')

    await visit.press(visit.button('Send €42.00'))
    await visit.press(visit.confirm(/^Send €42.00/))
    await visit.announced(/payout is (paid|sent)/)
  })
  const { amount, customer, attempts } = await read(payout_id)
  assert.deepEqual([amount, customer.name, attempts.length], [4_200, 'Ada King', 1])
})

test('a payout link is created, and what the recipient enters is confirmed', async () => {
  await visited('/payouts/new?amount=4200&currency=EUR', async (visit) => {
    const { page } = visit
    await visit.type(page.getByLabel('Name', { exact: true }), 'Ada King')
    await visit.press(page.getByRole('radio', { name: /with a payout link/ }))
    await visit.press(visit.button('Create the link for €42.00'))
    await visit.press(visit.confirm(/^Create the link for €42.00/))
    await page.waitForURL(/payouts\/po_/)
    const payout_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { status, payout_link } = await read(payout_id)
    assert.equal(status, 'requires_payout_method_data')
    await page.getByText(payout_link.link).waitFor()

    await shop.put(`/payouts/${payout_id}`, sepa)
    await page.reload()
    await visit.press(visit.button('Confirm'))
    await visit.press(visit.confirm(/^Confirm €42.00/))
    await visit.announced(/payout is confirmed/)
    assert.equal((await read(payout_id)).status, 'requires_fulfillment')
  })
})

test('a payout is changed, gets another method and is cancelled', async () => {
  const payout_id = await created()
  await visited(`/payouts/${payout_id}`, async (visit) => {
    const { page } = visit
    await visit.press(visit.button('Edit'))
    await visit.type(page.getByLabel('Description'), 'Commission for May')
    await visit.press(visit.confirm(/^Save/))
    await visit.announced(/payout is changed/)
    assert.equal((await read(payout_id)).description, 'Commission for May')

    await visit.press(visit.button('Change method'))
    await visit.choose(page.getByRole('combobox', { name: 'Method' }), 'Venmo')
    await visit.type(page.getByLabel('Phone number'), '+1 415 555 0100')
    await visit.press(visit.confirm(/^Save the method/))
    await visit.announced(/goes to Venmo/)
    assert.equal((await read(payout_id)).payout_type, 'wallet')

    await visit.press(visit.button('Cancel'))
    await visit.press(visit.confirm(/^Cancel €42.00/))
    await visit.announced(/payout is cancelled/)
  })
  assert.equal((await read(payout_id)).status, 'cancelled')
})

test('a role that may only read payouts is offered no action', async () => {
  const payout_id = await created()
  await visited(
    `/payouts/${payout_id}`,
    async (visit) => {
      const { page } = visit
      await page.getByText('Ready to send').waitFor()
      for (const name of ['Cancel', 'Edit', 'Change method', /^Send/]) {
        assert.equal(await visit.button(name).count(), 0)
      }
    },
    'merchant_view_only',
  )
})

test('a payout that needs two approvals is offered to be sent once two other users have approved it', async () => {
  const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
  const profile = { profile_name: 'Two approvals', payout_approvals: 2 }
  const { profile_id } = (await shop.post(profiles, profile)).body
  const creator = await signedInAs(shop, 'merchant_operator')
  const customer = { name: 'Ada King' }
  const body = { amount: 4_200, currency: 'EUR', customer, ...sepa, profile_id }
  const { payout_id } = (await creator.post('/payouts/create', body)).body
  const path = `/payouts/${payout_id}`

  await using own = await visitWith(browser, shop, creator)
  await own.open(path)
  await own.page.getByText('2 approvals are missing.').waitFor()
  assert.equal(await own.button('Approve').count(), 0, 'the creator cannot approve')
  for (const missing of [1, 0]) {
    await visited(path, async (visit) => {
      await visit.press(visit.button('Approve'))
      await visit.press(visit.confirm(/^Approve €42.00/))
      await visit.announced(missing === 0 ? /can be sent/ : /needs another approval/)
      await visit
        .card('Approvals')
        .getByText(`${2 - missing} of 2`)
        .waitFor()
      assert.equal(await visit.button('Approve').count(), 0, 'a user approves once')
      assert.equal(await visit.button(/^Send/).count(), missing === 0 ? 1 : 0)
    })
  }
  await own.open(path)
  await own.press(own.button('Send €42.00'))
  await own.press(own.confirm(/^Send €42.00/))
  await own.announced(/payout is (paid|sent)/)

  assert.equal((await read(payout_id)).approvals.length, 2)
  assert.deepEqual(own.faults, [])
})
