import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { zoneOffsets } from '#kernel/calendar.ts'
import {
  splitBuckets,
  granularities,
  MAX_BUCKETS,
  splitPieces,
  splitStatements,
} from './windows.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)

const window = fc
  .tuple(fc.integer({ min: 0, max: 300 * DAY_MS }), fc.integer({ min: 1, max: 60 * DAY_MS }))
  .map(([from, length]) => ({ from: START + from, to: START + from + length }))

const SPECIAL = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Havana',
  'America/Santiago',
  'Pacific/Kiritimati',
]
const zone = fc.oneof(
  fc.constantFrom(...SPECIAL),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
)

function offsetsOf(name: string, { from, to }: { from: number; to: number }) {
  return zoneOffsets(name, from - 32 * DAY_MS, to + 32 * DAY_MS)
}

/** The date and the time that a clock in the zone shows, by Intl alone. */
function clockOf(name: string) {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: name,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (moment: number) => format.format(moment)
}

test('the pieces of adjacent windows add up to each window exactly, from whole sums and few objects', () => {
  fc.assert(
    fc.property(window, zone, fc.constantFrom(...granularities), (whole, name, granularity) => {
      const buckets = splitBuckets(whole, granularity, offsetsOf(name, whole)) ?? [whole]
      const pieces = splitStatements(buckets).flatMap((split) =>
        split.pieces.map((piece) => ({ ...piece, terms: split.terms[piece.number] ?? [] })),
      )
      const changes = buckets.map(() => new Map<number, number>())
      for (const { level, from, to, terms } of pieces) {
        assert.ok(from < to)
        const unit = { day: DAY_MS, quarter: 900_000, object: 1 }[level]
        assert.equal(from % unit, 0)
        assert.equal(to % unit, 0)
        if (level === 'object') assert.ok(to - from < 2 * 900_000)
        for (const { window: index, sign } of terms) {
          const change = changes[index] ?? new Map<number, number>()
          change.set(from, (change.get(from) ?? 0) + Number(sign))
          change.set(to, (change.get(to) ?? 0) - Number(sign))
        }
      }
      for (const [index, { from, to }] of buckets.entries()) {
        const left = [...(changes[index] ?? [])].filter(([, n]) => n !== 0)
        assert.deepEqual(
          left.toSorted(([a], [b]) => a - b),
          [
            [from, 1],
            [to, -1],
          ],
        )
      }
    }),
  )
})

test('a series by day reads at most half a day in quarter hours for each of its days, in any zone', () => {
  fc.assert(
    fc.property(zone, (name) => {
      const whole = { from: START, to: START + 366 * DAY_MS }
      const buckets = splitBuckets(whole, 'G_ONE_DAY', offsetsOf(name, whole)) ?? []
      const { pieces } = splitPieces(buckets)
      const read = (level: string) =>
        pieces.reduce((ms, piece) => (piece.level === level ? ms + piece.to - piece.from : ms), 0)
      assert.ok(read('quarter') <= (buckets.length + 1) * (DAY_MS / 2), name)
      assert.equal(read('object'), 0)
      if (name === 'UTC') assert.equal(read('quarter'), 0)
    }),
  )
})

test("days, weeks and months begin at the first moment of a date on the zone's clock", () => {
  const units = { G_ONE_DAY: 1, G_ONE_WEEK: 7, G_ONE_MONTH: 28 }
  const names = Object.keys(units) as (keyof typeof units)[]
  fc.assert(
    fc.property(window, zone, fc.constantFrom(...names), (whole, name, granularity) => {
      const shows = clockOf(name)
      const day = (moment: number) => shows(moment).slice(0, 10)
      for (const { start, to } of splitBuckets(whole, granularity, offsetsOf(name, whole)) ?? []) {
        assert.ok(day(start - 1) < day(start), `${name} ${shows(start)}`)
        if (granularity === 'G_ONE_MONTH') assert.match(day(start), /-01$/)
        if (granularity === 'G_ONE_WEEK') assert.equal(new Date(day(start)).getUTCDay(), 1)
        const length = (Date.parse(day(to - 1)) - Date.parse(day(start))) / DAY_MS
        assert.ok(length < (granularity === 'G_ONE_MONTH' ? 31 : units[granularity]))
      }
    }),
  )
})

test("hours begin at full hours on the zone's clock, or where the clock changes", () => {
  fc.assert(
    fc.property(window, zone, (whole, name) => {
      const shows = clockOf(name)
      for (const { start } of splitBuckets(whole, 'G_ONE_HOUR', offsetsOf(name, whole)) ?? []) {
        const minute = (moment: number) => Number(shows(moment).slice(14, 16))
        const isChange = minute(start) !== (minute(start - 1) + 1) % 60
        assert.ok(minute(start) === 0 || isChange, `${name} ${shows(start)}`)
      }
    }),
    { numRuns: 30 },
  )
})

test('an hour ends where the clock changes within it, as in Caracas in 2016', () => {
  const whole = { from: Date.UTC(2016, 4, 1, 5, 30), to: Date.UTC(2016, 4, 1, 9) }
  const shows = clockOf('America/Caracas')
  const hours = splitBuckets(whole, 'G_ONE_HOUR', offsetsOf('America/Caracas', whole)) ?? []
  assert.deepEqual(
    hours.map(({ from, to }) => `${shows(from).slice(11, 16)} ${(to - from) / 60_000}`),
    ['01:00 60', '02:00 30', '03:00 60', '04:00 60'],
  )
})

test('buckets cover a window without a gap, and there are never too many', () => {
  fc.assert(
    fc.property(window, fc.constantFrom(...granularities), zone, (whole, granularity, name) => {
      const buckets = splitBuckets(whole, granularity, offsetsOf(name, whole))
      if (buckets === undefined) return
      assert.ok(buckets.length <= MAX_BUCKETS)
      let at = whole.from
      for (const { start, from, to } of buckets) {
        assert.ok(start <= from)
        assert.equal(from, at)
        at = to
      }
      assert.equal(at, whole.to)
    }),
  )
})
