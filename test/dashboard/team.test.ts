// The people of a merchant, their roles, and the audit trail of what they did: each carried out in the browser and
// checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { addPerson, codeNow, PASSWORD } from '../support/signing_in.ts'
import { anotherShop, changeRole, cardEntry, invite, linkWorks } from '../support/team_users.ts'
import { openStage, signInAt, type Visit, visitWith, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: { FLORIN_PROVIDER: 'instant' } }))

const asAdmin = (path: string, work: (visit: Visit) => Promise<void>) =>
  workAs({ browser, shop, role: 'merchant_admin' }, path, work)

test('a changed role applies to the next request of the person', async () => {
  const user = await addUser(shop, 'merchant_operator', { name: 'Grace Hopper' })
  const grace = await openSessionOf(shop, user)
  assert.equal((await grace.post('/customers', {})).status, 201)
  await asAdmin(`/team/${user.user_id}`, async (visit) => {
    await visit.press(visit.button('Change role'))
    await visit.choose(visit.dialog.getByRole('combobox', { name: 'Role' }), 'View only')
    await visit.press(visit.confirm('Change the role'))
    await visit.announced(/Grace Hopper is now View only/)
  })
  assert.equal((await cardEntry(shop, user.email)).role_id, 'merchant_view_only')
  assert.equal((await grace.post('/customers', {})).status, 403)
})

test('an invitation that is sent again has a new link, and the earlier one stops working', async () => {
  const { email, user_id, invite_url } = await invite(shop)
  await asAdmin(`/team/${user_id}`, async (visit) => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit.press(visit.button('Send the invitation again'))
    await visit.press(visit.confirm('Send again'))
    await visit.announced(/new link is made/)
    await visit.press(visit.button(`Copy the link for ${email}`))
    await visit.button(/^Copied/).waitFor()

    const copied: string = await visit.page.evaluate('navigator.clipboard.readText()')
    assert.equal(await linkWorks(shop, { email, invite_url }), false)
    assert.equal(await linkWorks(shop, { email, invite_url: copied }), true)
  })
})

test('a removed person is out of the dashboard at once, and cannot sign in again', async () => {
  const user = await addPerson(shop, 'merchant_operator', { name: 'Grace Hopper' })
  await using theirs = await visitWith(browser, shop, await openSessionOf(shop, user))
  await theirs.open('/payments')
  await theirs.page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await asAdmin(`/team/${user.user_id}`, async (visit) => {
    await visit.press(visit.button('Remove'))
    await visit.press(visit.confirm('Remove Grace Hopper'))
    await visit.announced(/is removed/)
    await visit.page.waitForURL('**/dashboard/team')
  })
  assert.equal(await cardEntry(shop, user.email), undefined)

  await theirs.press(theirs.page.getByRole('link', { name: 'Customers' }))
  await theirs.page.getByRole('heading', { level: 1, name: 'Sign in to Florin' }).waitFor()
  await signInAt(theirs, user.email, PASSWORD)
  await theirs.page.getByRole('alert').filter({ hasText: 'password is wrong' }).waitFor()
})

test('the last admin of an organization cannot be removed, and the message says why', async () => {
  const own = await anotherShop(shop)
  const [first, last] = [await addUser(own, 'org_admin'), await addUser(own, 'org_admin')]
  const path = `/team/${last.user_id}`
  await using visit = await visitWith(browser, own, await openSessionOf(own, first))
  await visit.open(path)
  await visit.press(visit.button('Remove'))
  // Meanwhile the other one was faster.
  const demoted = await changeRole(await openSessionOf(own, last), first.email, 'merchant_admin')
  assert.equal(demoted.status, 200, demoted.text)

  await visit.press(visit.confirm(/^Remove/))
  await visit.dialog.getByRole('alert').filter({ hasText: 'the last admin' }).waitFor()
  assert.equal((await cardEntry(own, last.email)).role_id, 'org_admin')
  await visit.page.keyboard.press('Escape')
  await visit.page.getByText('This role may do more than yours.').waitFor()
  assert.equal(await visit.button('Remove').count(), 0)
  assert.deepEqual(visit.faults, [])
})

interface ShownRole {
  role_id: string
  role_name: string
  groups: string[]
  scopes: string[]
  refund_limit: object[] | null
}

async function roleNamed(name: string) {
  const { body } = await shop.get('/user/role/list')
  return (body as ShownRole[]).find(({ role_name }) => role_name === name)
}

test('a custom role is created, changed, and deleted once nobody has it', async () => {
  await asAdmin('/roles', async (visit) => {
    const { page, dialog } = visit
    const level = (area: string, name: string) =>
      dialog.getByRole('radiogroup', { name: area }).getByRole('radio', { name, exact: true })
    const change = async (verb: string) => {
      await visit.press(visit.button(/^Change the role Refund/))
      await visit.press(page.getByRole('menuitem', { name: verb }))
    }
    await visit.press(visit.button('New role'))
    await visit.type(visit.field('Name'), 'Refunds')
    await visit.press(level('Payments and customers', 'View and change'))
    await visit.press(level('Team', 'View'))
    await visit.press(visit.confirm('Create the role'))
    await visit.announced(/The role Refunds is saved/)
    const made = await roleNamed('Refunds')
    assert.deepEqual(made?.groups.toSorted(), ['operations_manage', 'users_view'])

    const user = await addUser(shop, made?.role_id ?? '')
    const session = await openSessionOf(shop, user)
    assert.equal((await session.post('/customers', {})).status, 201)
    await change('Edit')
    await visit.type(visit.field('Name'), 'Refund desk')
    await visit.press(level('Payments and customers', 'View'))
    await visit.press(level('Analytics', 'View'))
    await visit.press(visit.confirm('Save the role'))
    await visit.announced(/The role Refund desk is saved/)
    const changed = await roleNamed('Refund desk')
    assert.equal(changed?.role_id, made?.role_id)
    assert.deepEqual(changed?.groups.toSorted(), [
      'analytics_view',
      'operations_view',
      'users_view',
    ])
    assert.equal((await session.post('/customers', {})).status, 403)

    await change('Delete')
    await visit.press(visit.confirm('Delete Refund desk'))
    await dialog.getByRole('alert').filter({ hasText: 'Give them another role first' }).waitFor()
    await changeRole(shop, user.email, 'merchant_view_only')
    await visit.press(visit.confirm(/Delete Refund desk$/))
    await visit.announced(/The role Refund desk is deleted/)
    assert.equal(await roleNamed('Refund desk'), undefined)
  })
})

test('a role that refunds up to a limit, made in the dashboard, refunds no more there, and sends no payout', async () => {
  await asAdmin('/roles', async (visit) => {
    const { dialog } = visit
    await visit.press(visit.button('New role'))
    await visit.type(visit.field('Name'), 'Refunds to 5')
    await visit.press(dialog.getByRole('button', { name: 'Customer support' }))
    await visit.press(visit.button('Add a limit'))
    await visit.type(visit.field('At most'), '5.00')
    await visit.press(visit.confirm('Create the role'))
    await visit.announced(/The role Refunds to 5 is saved/)
  })
  const role = await roleNamed('Refunds to 5')
  assert.deepEqual(role?.groups, [
    'operations_view',
    'analytics_view',
    'users_view',
    'account_view',
  ])
  assert.deepEqual(role?.scopes, ['refunds:write'])
  assert.deepEqual(role?.refund_limit, [{ currency: 'EUR', amount: 500 }])

  const { body } = await shop.post('/payments', {
    ...withCard(),
    amount: 1000,
    currency: 'EUR',
    confirm: true,
  })
  const path = `/payments/${body.payment_id}`
  await workAs({ browser, shop, role: role?.role_id ?? '' }, path, async (visit) => {
    await visit.press(visit.button('Refund'))
    await visit.dialog.getByText('Your role refunds at most €5.00 of a payment').waitFor()
    await visit.type(visit.field('Amount'), '5.01')
    assert.equal(await visit.confirm(/^Refund/).isDisabled(), true)
    await visit.type(visit.field('Amount'), '5.00')
    await visit.press(visit.confirm('Refund €5.00'))
    await visit.announced(/The refund of €5.00 succeeded/)
    assert.equal(await visit.page.getByRole('link', { name: 'Payouts' }).count(), 1)
    await visit.open('/payouts')
    assert.equal(await visit.page.getByRole('button', { name: /Create/ }).count(), 0)
  })
  assert.equal((await shop.get(path)).body.amount_refundable, 500)
})

test('the audit trail finds what was just done by filters in the URL, with who, what, before and after', async () => {
  const user = await addUser(shop, 'merchant_operator', { name: 'Grace Hopper' })
  const admin = await addUser(shop, 'merchant_admin', { name: 'Katherine Johnson' })
  const session = await openSessionOf(shop, admin)
  await changeRole(session, user.email, 'merchant_developer')
  await changeRole(await signedInAs(shop, 'merchant_admin'), user.email, 'merchant_operator')
  await asAdmin('/audit', async (visit) => {
    const { page } = visit
    const addFilter = async (name: string, wanted: string, choice: RegExp) => {
      await visit.press(visit.button('Add filter'))
      await visit.press(page.getByRole('menuitem', { name, exact: true }))
      const search = page.getByLabel(`Search: ${name}`)
      const choices = page.getByRole('group', { name, exact: true })
      const found = choices.getByRole('button', { name: choice })
      await found.first().waitFor()
      if ((await search.count()) > 0) await visit.type(search, wanted)
      await visit.press(found)
    }
    await addFilter('What', 'change the role', /^Change the role of a user$/)
    await addFilter('User', 'katherine', /^Katherine Johnson/)
    await page.waitForURL(/user_id=/)
    const { searchParams } = new URL(page.url())
    assert.deepEqual(
      [searchParams.get('action'), searchParams.get('user_id')],
      ['POST /user/user/update_role', admin.user_id],
    )
    await page.reload()
    await page.getByText('1 in all').waitFor()
    await visit.press(
      page.getByRole('row', { name: /Change the role of a user/ }).getByRole('link'),
    )

    await page.getByRole('heading', { level: 1, name: 'Change the role of a user' }).waitFor()
    const fact = (name: string) => page.locator('dl div').filter({ hasText: name }).locator('dd')
    assert.equal(await fact('Who').first().textContent(), 'Katherine Johnson')
    await page.getByText(user.user_id).first().waitFor()
    const changed = page.getByRole('region', { name: 'What changed' }).getByRole('row')
    const cells = changed.filter({ hasText: 'Role ID' }).getByRole('cell')
    assert.deepEqual(await cells.allTextContents(), ['Role ID', 'Operator', 'Developer'])
  })
})

test('the audit trail opens with what people did, and shows everything and what led to an entry on request', async () => {
  const admin = await addUser(shop, 'merchant_admin', { name: 'Annie Easley' })
  const session = await openSessionOf(shop, admin)
  const customer_id = 'audited'
  assert.equal((await shop.post('/customers', { customer_id })).status, 201)
  assert.equal((await session.post(`/customers/${customer_id}`, { name: 'Ada' })).status, 200)
  await asAdmin('/audit', async (visit) => {
    const { page } = visit
    const rowOf = (what: string) =>
      page.getByRole('row').filter({ hasText: what }).filter({ hasText: customer_id })

    await rowOf('Annie Easley').waitFor()
    assert.equal(await rowOf('Create a customer').count(), 0)
    await visit.press(page.getByRole('radio', { name: 'Everything' }))
    await rowOf('Create a customer').waitFor()

    await visit.press(rowOf('Annie Easley').getByRole('link'))
    const latest = page.getByRole('region', { name: 'Latest changes to this object' })
    await latest.getByText('Annie Easley, this entry').waitFor()
    await latest.getByText('Create a customer').waitFor()
  })
})

test('an admin with two factors requires them of the team, and a person without sets one up first', async () => {
  const own = await anotherShop(shop)
  const admin = await addPerson(own)
  await using theirs = await visitWith(browser, own, await openSessionOf(own, admin, true))
  await theirs.open('/team')
  await theirs.press(theirs.button('Two-factor: optional'))
  await theirs.press(theirs.confirm('Require it'))
  await theirs.announced(/is required for everyone/)
  await theirs.button('Two-factor: required').waitFor()
  assert.equal((await own.get('/user/team_settings')).body.require_two_factor, true)

  const grace = await addPerson(own, 'merchant_operator')
  await using hers = await visitWith(browser, own, await openSessionOf(own, grace))
  await hers.open('/payments')
  await hers.page.waitForURL('**/dashboard/account')
  await hers.page.getByText('Set up a second factor to go on').waitFor()
  await hers.press(hers.button('Turn on'))
  const secret = (await hers.dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await hers.type(hers.field('Authenticator app code'), codeNow(own, secret))
  await hers.press(hers.confirm('Turn on'))
  await hers.press(hers.dialog.getByLabel('I have stored the codes'))
  await hers.press(hers.confirm('Done'))
  await hers.page.getByText('Set up a second factor to go on').waitFor({ state: 'detached' })
  await hers.open('/payments')
  await hers.page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
})
