import { CliFailure, EXIT } from './failure.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A moment: `2h` ago, or a time such as 2026-11-19T08:00:00Z. */
export function parseSince(text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (UNITS[unit] ?? 0))
  const moment = new Date(text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw new CliFailure(
    `--since ${text} is no time.`,
    'Write how long ago, such as 30m, 2h or 7d, or a time such as 2026-11-19T08:00:00Z.',
    EXIT.usage,
  )
}
