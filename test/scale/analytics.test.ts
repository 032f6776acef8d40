import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureAnalytics } from './analytics.ts'
import { measureZones } from './analytics_zones.ts'
import { measureOrganization } from './analytics_organization.ts'

const DAYS = 30
/** In the seeded payments. */
const COMBINATIONS = 72

test('a query reads at most one sum for each day and combination, and equals a GROUP BY over the payments', async () => {
  const { sums, is_equal } = await measureAnalytics(15_000, 1, 5_000)

  assert.ok(is_equal)
  assert.ok(
    sums.every((n) => n > 0 && n <= DAYS * COMBINATIONS),
    sums.join(),
  )
})

test('an organization with one merchant costs the same as its merchant, and one with many equals a GROUP BY', async () => {
  const { whole, alone } = await measureOrganization(10, 500, 1)

  assert.ok(whole.is_equal)
  assert.ok(whole.sums > 0)
  const { org_pages, merchant_pages } = alone
  assert.ok(org_pages <= 1.5 * merchant_pages, `${org_pages} pages, and ${merchant_pages}`)
})

test('a series by day in a time zone equals a GROUP BY by the days that PostgreSQL computes', async () => {
  for (const { zone, is_equal } of await measureZones(4_000, 1, 60)) assert.ok(is_equal, zone)
})
