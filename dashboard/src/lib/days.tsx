import { isolated, usePreferences } from './preferences.ts'

/** Subscription periods are days in UTC, the same for every reader. */
function format(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

export function useDays() {
  const { locale } = usePreferences()
  const days = format(locale)
  return {
    day: (at: string | Date) => isolated(days.format(new Date(at))),
    period: (from: string, to: string) => isolated(days.formatRange(new Date(from), new Date(to))),
  }
}

/** A moment inside a sentence: `on Dec 16, 2026, 5:18 PM`, in the person's zone. */
export function At({ at }: { at: string | null | undefined }) {
  const { locale, time_zone } = usePreferences()
  if (at === null || at === undefined) return <span className="faint">–</span>
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  return (
    <time dateTime={at} className="num">
      {moment.format(new Date(at))}
    </time>
  )
}

export function Period({ from, to }: { from: string; to: string }) {
  const { period } = useDays()
  return <span className="num">{period(from, to)}</span>
}
