// Counters in the navigation: they agree with Home, obey scopes and follow the chosen profile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { startReceiver } from '#testing/receiver.ts'
import { signedInAs } from '#testing/team.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { APPROVED, pay, payingShop, REVIEWED } from '../support/paying.ts'
import { create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { anotherShop } from '../support/team_users.ts'
import { openStage, type Visit, visitWith, workAs } from './dashboard.ts'

delayBank(DISPUTE_DELAY_MS)

const { browser, shop } = await openStage(payingShop())

const inNavigation = ({ page }: Visit, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

const work = (merchant: Shop, role: string, path: string, run: (visit: Visit) => Promise<void>) =>
  workAs({ browser, shop: merchant, role }, path, run)

test('the counter of disputes agrees with Home, and falls when one is accepted', async () => {
  const merchant = await anotherShop(shop)
  const [first] = [await disputed(merchant), await disputed(merchant)]
  await work(merchant, 'merchant_operator', '/', async (visit) => {
    await inNavigation(visit, 'Disputes 2 need a response').waitFor()
    const listed = visit.card('Needs attention').getByText('Dispute over')
    await listed.nth(1).waitFor()
    assert.equal(await listed.count(), 2)

    await visit.go(`/disputes/${first.body.dispute_id}`)
    await visit.press(visit.button('Accept'))
    await visit.press(visit.confirm(/Accept/))
    await inNavigation(visit, 'Disputes 1 needs a response').waitFor()
  })
})

test('a counter is for the chosen profile', async () => {
  const merchant = await anotherShop(shop)
  const profiles = `/account/${merchant.merchant.merchant_id}/business_profile`
  await merchant.post(profiles, { profile_name: 'Shop in Lisbon' })
  await pay(merchant, REVIEWED, { profile_id: merchant.merchant.profile_id })
  await work(merchant, 'merchant_operator', '/customers', async (visit) => {
    const { page } = visit
    const choose = async (name: string) => {
      await visit.press(page.getByRole('navigation').getByRole('button').first())
      await visit.press(page.getByRole('menuitemradio', { name }))
    }
    await inNavigation(visit, 'Payments 1 to review').waitFor()
    await choose('Shop in Lisbon')
    await inNavigation(visit, 'Payments').waitFor()
    await choose('All profiles')
    await inNavigation(visit, 'Payments 1 to review').waitFor()
  })
})

test('a role without the scope neither reads nor sees a counter', async () => {
  const merchant = await anotherShop(shop)
  await disputed(merchant)
  const role = { role_name: 'Desk', groups: ['users_view'] }
  const { role_id } = (await merchant.post('/user/role', role)).body
  await using visit = await visitWith(browser, merchant, await signedInAs(merchant, role_id))
  const read: string[] = []
  visit.page.on('request', (request) => read.push(new URL(request.url()).pathname))
  await visit.open('/team')
  await visit.settled()
  await visit.page.waitForLoadState('networkidle')

  assert.equal(await inNavigation(visit, 'Team').count(), 1)
  const counted = /^\/(disputes|payments|payouts|events)\b/
  assert.deepEqual(
    read.filter((path) => counted.test(path)),
    [],
  )
  assert.equal(await visit.page.getByRole('link', { name: /,/ }).count(), 0)
})

test('payouts that this user can approve are counted for nobody else', async () => {
  const merchant = await anotherShop(shop)
  const profiles = `/account/${merchant.merchant.merchant_id}/business_profile`
  const { profile_id } = (
    await merchant.post(profiles, { profile_name: 'Approved', payout_approvals: 1 })
  ).body
  const creator = await signedInAs(merchant, 'merchant_operator')
  const made = await create(creator, { ...toBank(), profile_id })
  assert.equal(made.body.approvals_required, 1, made.text)

  await work(merchant, 'merchant_operator', '/customers', async (visit) => {
    await inNavigation(visit, 'Payouts 1 waits for your approval').waitFor()
  })
  await using own = await visitWith(browser, merchant, creator)
  const asked = own.page.waitForResponse(/payouts\/list/)
  await own.open('/customers')
  await asked
  await own.page.waitForLoadState('networkidle')
  assert.equal(await inNavigation(own, 'Payouts').count(), 1)
})

test('failed deliveries are counted, and what a person opens in a new tab is the page itself', async () => {
  const merchant = await anotherShop(shop)
  await using receiver = await startReceiver(() => ({ status: 500 }))
  await using _ = await runEventPipeline(shop)
  const { merchant_id, profile_id } = merchant.merchant
  const webhook_details = { webhook_url: receiver.url }
  await merchant.post(`/account/${merchant_id}/business_profile/${profile_id}`, { webhook_details })
  await pay(merchant, APPROVED)
  await work(merchant, 'merchant_developer', '/', async (visit) => {
    const entry = inNavigation(visit, 'Webhooks 1 failed delivery')
    await entry.waitFor()
    assert.equal(await entry.getAttribute('href'), '/dashboard/webhooks')
  })
})
