import { Tooltip } from '@mantine/core'
import { useAheadMs } from './clock.ts'
import { isolated, usePreferences } from './preferences.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Style {
  readonly locale: string
  readonly time_zone: string
}

/** Relative up to a day, then absolute. */
export function readable(moment: Date, { locale, time_zone }: Style, now = new Date()): string {
  const ago = now.getTime() - moment.getTime()
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const size = Math.abs(ago)
  if (size < MINUTE) return isolated(relative.format(0, 'second'))
  if (size < HOUR) return isolated(relative.format(-Math.round(ago / MINUTE), 'minute'))
  if (size < DAY) return isolated(relative.format(-Math.round(ago / HOUR), 'hour'))
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: time_zone })
  const isThisYear = year.format(moment) === year.format(now)
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: time_zone,
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  return isolated(format.format(moment))
}

/** To the second, for steps whose order matters; without the day if it is today. */
function exact(moment: Date, { locale, time_zone }: Style, now = new Date()): string {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: time_zone })
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: time_zone })
  const isToday = day.format(moment) === day.format(now)
  const isThisYear = year.format(moment) === year.format(now)
  const format = new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: time_zone,
  })
  return isolated(format.format(moment))
}

export function whole(moment: Date, { locale, time_zone }: Style): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: time_zone,
  }).format(moment)
}

interface MomentProps {
  at: string | null | undefined
  /** For key use and deliveries, which stay in real time when the sandbox clock is moved. */
  isReal?: true
  isExact?: true
}

/** A moment that people read; the full one with its zone on hover. */
export function Moment({ at, isReal, isExact }: MomentProps) {
  const style = usePreferences()
  const ahead_ms = useAheadMs() ?? 0
  if (at === null || at === undefined) return <span className="faint">–</span>
  const moment = new Date(at)
  const format = isExact ? exact : readable
  return (
    <Tooltip label={whole(moment, style)} openDelay={300}>
      <time dateTime={at} className="num">
        {format(moment, style, new Date(Date.now() + (isReal ? 0 : ahead_ms)))}
      </time>
    </Tooltip>
  )
}
