// Notation for dates, amounts and tables in scenarios.
import assert from 'node:assert/strict'
import { formatMinor, isCurrency, parseMajor } from '#kernel/money.ts'

/** `2027-01-31`, `2027-01-31 09:00` or `2027-01-31 09:00:30`, in UTC. */
export function moment(text: string): Date {
  const [date, time = '00:00'] = text.split(' ')
  const found = new Date(`${date}T${time}Z`)
  assert.ok(!Number.isNaN(found.getTime()), `${text} is not a date such as 2027-01-31 09:00`)
  return found
}

export function day(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export interface Money {
  readonly amount: number
  readonly currency: string
}

/** `10.00 EUR`, `1000 JPY`, `1.250 KWD`. */
export function money(text: string): Money {
  const [major = '', currency = ''] = text.split(' ')
  assert.ok(isCurrency(currency), `${text} has no currency`)
  return { amount: parseMajor(major, currency), currency }
}

export function decimal(amount: number, currency: string): string {
  assert.ok(isCurrency(currency))
  return formatMinor(amount, currency)
}

/** `1 month`, `14 days`. */
export function duration(text: string): { count: number; unit: string } {
  const [, count = '', unit = ''] = /^(\d+) (day|week|month|year)s?$/.exec(text) ?? []
  assert.ok(unit, `${text} is not a duration such as 1 month or 14 days`)
  return { count: Number(count), unit }
}

/** Compares line by line; how many spaces align the columns does not matter. */
export function sameTable(found: readonly string[], expected: string): void {
  assert.deepEqual(found.map(collapsed), expected.split('\n').map(collapsed).filter(Boolean))
}

function collapsed(line: string): string {
  return line.trim().replaceAll(/ +/g, ' ')
}
