// The merchant's time zone in the browser: its change, and the days that periods, charts and exports have by it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { catchUp } from '#testing/analytics.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { APPROVED, pay } from '../support/paying.ts'
import { openBrowser, type Visit, workAs } from './dashboard.ts'

const browser = await openBrowser()

const openShop = () => harness({ env: { FLORIN_PROVIDER: 'instant' } })

const visited = (shop: Shop, path: string, work: (visit: Visit) => Promise<void>, role?: string) =>
  workAs({ browser, shop, role: role ?? 'merchant_admin' }, path, work)

const settings = ({ merchant }: Shop) => `/account/${merchant.merchant_id}/settings`

/** A zone in which it is another day than in UTC and in the browser. */
function otherDay(moment: Date): { zone: string; day: string } {
  const zone = moment.getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  const day = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: zone }).format(moment)
  return { zone, day }
}

/** Waits until the list of the page has so many rows. */
function listed({ page }: Visit, count: number): Promise<unknown> {
  return eventually(
    `${count} rows are listed`,
    async () => (await page.locator('tbody tr:not([aria-hidden])').count()) === count,
  )
}

test('the time zone is found by a part of its name, says what time it is there, and is saved for everyone', async () => {
  await using shop = await openShop()
  await visited(shop, '/settings', async (visit) => {
    const { page } = visit
    const merchant = page.getByRole('region', { name: 'Merchant', exact: true })
    await merchant.getByText('UTC, now').waitFor()
    await visit.press(visit.button('Change the time zone'))
    const zones = page.getByRole('combobox', { name: 'Time zone' })
    await visit.type(zones, 'asia/kat')
    await visit.choose(zones, /^Asia\/Kat(h)?mandu$/)
    await page.getByText(/It is now .*:\d\d.* there\./).waitFor()
    await visit.press(visit.confirm('Save the time zone'))
    await visit.announced(/Days are in Asia\/Kat/)
    await merchant.getByText(/^Asia\/Kat(h)?mandu, now/).waitFor()
  })
  assert.match((await shop.get(settings(shop))).body.time_zone, /^Asia\/Kat/)
  assert.match((await shop.get('/audit?limit=1')).text, /Asia\/Kat/)
})

test('a role that may not change settings sees the time zone without a button', async () => {
  await using shop = await openShop()
  await visited(
    shop,
    '/settings',
    async (visit) => {
      await visit.page.getByText('UTC, now').waitFor()
      assert.equal(await visit.button('Change the time zone').count(), 0)
    },
    'merchant_view_only',
  )
})

test("lists, exports, charts and Home have the merchant's days, and say so", async () => {
  await using shop = await openShop()
  const paid = await pay(shop, APPROVED, { amount: 4_200, currency: 'EUR' })
  await catchUp(shop.services)
  // Periods end with the minute that has begun.
  await shop.post('/sandbox/clock', { advance: '5m' })
  const { zone, day } = otherDay(new Date(paid.body.created))
  const utc = paid.body.created.slice(0, 10)
  await shop.post(settings(shop), { time_zone: zone })
  await visited(shop, `/payments?created_gte=${day}&created_lte=${day}`, async (visit) => {
    const { page } = visit
    await listed(visit, 1)
    await visit.press(page.getByRole('button', { name: /^Created/ }).first())
    await page.getByText(`Days in ${zone}`).waitFor()
    await page.keyboard.press('Escape')
    await visit.press(visit.button('Export'))
    await page.getByText(`Days in ${zone}. Times in the file are in UTC.`).waitFor()
    const asked = page.waitForRequest((request) => /created_gte/.test(request.url()))
    await visit.press(page.getByRole('menuitem', { name: 'This month' }))
    const sent = new URL((await asked).url()).searchParams.get('created_gte') ?? ''
    const first = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(new Date(sent))
    assert.equal(first, `${day.slice(0, 8)}01 00:00:00`)

    await visit.open(`/payments?created_gte=${utc}&created_lte=${utc}`)
    await page.getByText('Nothing matches these filters').waitFor()

    const named = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
    for (const path of ['/analytics?days=7d', '/?days=7d']) {
      await visit.open(path)
      await page.getByText(`Days in ${zone}`).first().waitFor()
      const figures = page.getByText('The same figures as a table').first()
      if (path.startsWith('/?')) await visit.press(figures)
      const dayName = named.format(new Date(`${day}T00:00:00Z`))
      // Other tables have the same amount, by method and by decline.
      const row = page.getByRole('row').filter({ hasText: dayName })
      await row.filter({ hasText: '€42.00' }).first().waitFor()
    }
  })
})

test('an export has moments in UTC, whatever the zones of the merchant and the person', async () => {
  await using shop = await openShop()
  const paid = await pay(shop, APPROVED, { amount: 4_200, currency: 'EUR' })
  await shop.post(settings(shop), { time_zone: 'Asia/Kolkata' })
  await visited(shop, '/payments', async (visit) => {
    const { page } = visit
    await listed(visit, 1)
    const saved = page.waitForEvent('download')
    await visit.press(visit.button('Export'))
    await visit.press(page.getByRole('menuitem', { name: 'This month' }))
    const text = await readFile(await (await saved).path(), 'utf8')
    assert.ok(text.includes(paid.body.created), text)
  })
})
