// The oracle's own calendar, in UTC.

export type Unit = 'day' | 'week' | 'month' | 'year'

export interface Span {
  readonly start: Date
  readonly end: Date
}

/** A day that the month does not have becomes its last day. Count from the anchor, never from an earlier result. */
export function addUnits(anchor: Date, unit: Unit, count: number): Date {
  const date = new Date(anchor)
  if (unit === 'day' || unit === 'week') {
    date.setUTCDate(date.getUTCDate() + count * (unit === 'week' ? 7 : 1))
    return date
  }
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count * (unit === 'year' ? 12 : 1))
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date
}

/** Whole seconds. */
export function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1_000)
}

export function isSameMoment(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime()
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

export function text(moment: Date | null): string {
  return moment === null ? 'never' : moment.toISOString()
}
