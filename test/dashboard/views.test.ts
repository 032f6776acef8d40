// Saved views in the browser: a user saves the filters of a list, and the team opens them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { signedInAs } from '#testing/team.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'
import { anotherShop } from '../support/team_users.ts'
import { saveView } from '../support/viewing.ts'
import { openStage, type Visit, visitWith } from './dashboard.ts'

const { browser, shop } = await openStage(payingShop())

async function work(
  merchant: Shop,
  by: Client,
  path: string,
  run: (visit: Visit) => Promise<void>,
) {
  await using visit = await visitWith(browser, merchant, by)
  await visit.open(path)
  await visit.settled()
  await run(visit)
  assert.deepEqual(visit.faults, [])
}

const tabs = ({ page }: Visit) => page.getByRole('navigation', { name: 'Saved views' })

test('a view that one user saves for the team is opened by another, also in a new tab', async () => {
  const merchant = await anotherShop(shop)
  const [ada, ben] = [
    await signedInAs(merchant, 'merchant_customer_support'),
    await signedInAs(merchant, 'merchant_view_only'),
  ]
  await pay(merchant, APPROVED)
  await work(merchant, ada, '/payments', async (visit) => {
    assert.equal(await visit.button('Save view').count(), 0, 'nothing to save')
    await visit.go('/payments?status=failed&columns=amount%2Cstatus')
    await visit.press(visit.button('Save view'))
    await visit.type(visit.field('Name'), 'Failed ones')
    await visit.press(visit.dialog.getByRole('switch', { name: 'Share with the team' }))
    await visit.press(visit.confirm('Save the view'))
    await visit.announced(/The view Failed ones is saved/)
    await tabs(visit).locator('a[aria-current="page"]', { hasText: 'Failed ones' }).waitFor()
    assert.equal(await visit.button('Save view').count(), 0, 'saved already')
  })

  await work(merchant, ben, '/payments', async (visit) => {
    const { page, context } = visit
    const link = tabs(visit).getByRole('link', { name: 'Failed ones' })
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      link.click({ modifiers: ['Control'] }),
    ])
    await tab.waitForURL(/status=failed/, { waitUntil: 'commit' })
    await tab.close()
    await visit.press(link)
    await page.waitForURL(/columns=amount%2Cstatus.*status=failed|status=failed.*columns=amount/)
    await page.getByText('Nothing matches these filters').waitFor()
    assert.equal(await visit.button('Change Failed ones').count(), 0, 'it is another user’s')
    await visit.press(tabs(visit).getByRole('link', { name: 'All' }))
    await page.locator('main tbody tr a').first().waitFor()
  })
})

test('a private view is shown to nobody else', async () => {
  const merchant = await anotherShop(shop)
  const [ada, admin] = [
    await signedInAs(merchant, 'merchant_operator'),
    await signedInAs(merchant, 'merchant_admin'),
  ]
  await saveView(ada, { name: 'Mine' })
  await saveView(ada, { name: 'Ours', is_shared: true })
  const shown = async (by: Client) => {
    const names: string[] = []
    await work(merchant, by, '/payments', async (visit) => {
      await tabs(visit).getByRole('link', { name: 'Ours' }).waitFor()
      names.push(...(await tabs(visit).getByRole('link').allInnerTexts()))
    })
    return names
  }

  assert.deepEqual(await shown(ada), ['All', 'Mine', 'Ours'])
  assert.deepEqual(await shown(admin), ['All', 'Ours'])
})

test('a view is renamed, found with Ctrl K and deleted', async () => {
  const merchant = await anotherShop(shop)
  const ada = await signedInAs(merchant, 'merchant_operator')
  await saveView(ada, { list: 'refunds', name: 'Pending' })
  await saveView(ada, { list: 'refunds', name: 'Lost', query: 'status=pending' })
  await work(merchant, ada, '/refunds?status=failed', async (visit) => {
    const { page } = visit
    const change = async (name: string, verb: string) => {
      await visit.press(visit.button(`Change ${name}`))
      await visit.press(page.getByRole('menuitem', { name: verb }))
    }
    await change('Pending', 'Edit view')
    await visit.type(visit.field('Name'), 'Sent back')
    await visit.press(visit.confirm('Save'))
    await tabs(visit).getByRole('link', { name: 'Sent back' }).waitFor()

    await visit.go('/customers')
    await page.keyboard.press('Control+K')
    await visit.type(page.getByRole('combobox', { name: 'Find' }), 'sent')
    await page.getByRole('option', { name: 'Sent back' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/refunds\?status=failed/)

    await change('Sent back', 'Delete view')
    await visit.press(visit.confirm('Delete the view'))
    await visit.announced(/The view Sent back is deleted/)
    assert.deepEqual(await tabs(visit).getByRole('link').allInnerTexts(), ['All', 'Lost'])
  })
})

test('a view with an e-mail address is not saved, and one of a customer goes with the customer', async () => {
  const merchant = await anotherShop(shop)
  const ada = await signedInAs(merchant, 'merchant_operator')
  const { customer_id } = (await merchant.post('/customers', { name: 'Nadia' })).body
  await work(merchant, ada, '/payments?email=nadia%40shop.example', async (visit) => {
    const save = async (name: string) => {
      await visit.press(visit.button('Save view'))
      await visit.type(visit.field('Name'), name)
      await visit.press(visit.confirm('Save the view'))
    }
    await save('Nadia')
    await visit.dialog.getByText('A view holds no e-mail address').waitFor()
    await visit.press(visit.confirm('Close').last())
    await visit.go(`/payments?customer_id=${customer_id}`)
    await save('Nadia')
    await tabs(visit).getByRole('link', { name: 'Nadia' }).waitFor()

    await merchant.delete(`/customers/${customer_id}`)
    await runSweeps(shop)
    await visit.page.reload()
    await visit.settled()
    await visit.button('Save view').waitFor()
    assert.equal(await tabs(visit).count(), 0)
  })
})
