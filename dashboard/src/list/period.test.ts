import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt, periodName, presetDays, toMoments } from './period.ts'
import { buildQuery } from './query.ts'

const READER = { locale: 'en-US', time_zone: 'UTC' }

test('presets are whole days that end today, across the turn of a month and a year', () => {
  assert.deepEqual(presetDays('today', '2026-03-01'), ['2026-03-01', '2026-03-01'])
  assert.deepEqual(presetDays('yesterday', '2026-03-01'), ['2026-02-28', '2026-02-28'])
  assert.deepEqual(presetDays('last_7_days', '2026-03-03'), ['2026-02-25', '2026-03-03'])
  assert.deepEqual(presetDays('last_30_days', '2026-01-10'), ['2025-12-12', '2026-01-10'])
  assert.deepEqual(presetDays('this_month', '2026-03-19'), ['2026-03-01', '2026-03-19'])
  assert.deepEqual(presetDays('last_month', '2026-01-31'), ['2025-12-01', '2025-12-31'])
  assert.deepEqual(presetDays('this_year', '2026-03-19'), ['2026-01-01', '2026-03-19'])
})

test("a day is the time zone's, including its last moment and on the day when clocks change", () => {
  assert.equal(dayAt(Date.parse('2026-11-19T14:00:00Z'), 'Australia/Sydney'), '2026-11-20')
  // 25 hours.
  assert.deepEqual(toMoments(['2026-10-25', '2026-10-25'], 'Europe/Berlin'), {
    created_gte: '2026-10-24T22:00:00.000Z',
    created_lte: '2026-10-25T22:59:59.999Z',
  })
})

test('a preset follows the clock of the merchant, and waits until it is known', () => {
  const search = { created: 'yesterday', currency: 'eur' }

  assert.equal(buildQuery(search, 'UTC', undefined), undefined)
  assert.deepEqual(buildQuery(search, 'UTC', new Date('2027-02-15T08:00:00Z')), {
    currency: 'EUR',
    created_gte: '2027-02-14T00:00:00.000Z',
    created_lte: '2027-02-14T23:59:59.999Z',
  })
})

test('an unknown preset is left to the API to refuse, and a moment stays as it is', () => {
  const moment = '2026-11-19T08:30:00.000Z'

  assert.deepEqual(buildQuery({ created: 'soon' }, 'UTC', undefined), { created: 'soon' })
  assert.deepEqual(buildQuery({ created_gte: moment }, 'UTC', undefined), { created_gte: moment })
})

test('a period is named by its preset, or by its first and last day', () => {
  const range = { created_gte: '2026-11-01', created_lte: '2026-11-19' }

  assert.equal(periodName({ created: 'last_7_days' }, READER), 'Last 7 days')
  assert.equal(periodName(range, READER)?.replaceAll(/\s/g, ' '), 'Nov 1 – 19, 2026')
  assert.equal(periodName({ created_gte: '2026-11-01' }, READER), 'from Nov 1, 2026')
  assert.equal(periodName({ created_lte: '2026-11-01T23:00:00Z' }, READER), 'until Nov 1, 2026')
  assert.equal(periodName({}, READER), undefined)
})
