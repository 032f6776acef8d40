import { Tooltip } from '@mantine/core'
import { useNow } from './clock.ts'
import styles from './countdown.module.css'
import { whole } from './dates.tsx'
import { usePreferences } from './preferences.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `3 days left`; marked under three days and red under one, the full moment on hover. */
export function Countdown({ until }: { until: string }) {
  const style = usePreferences()
  const now = useNow()
  const moment = new Date(until)
  if (now === undefined) return <span className="faint">…</span>
  const left = moment.getTime() - now
  return (
    <Tooltip label={whole(moment, style)} openDelay={300}>
      <time dateTime={until} dir="auto" className={`num ${urgency(left)}`}>
        {leftText(left)}
      </time>
    </Tooltip>
  )
}

function urgency(left: number): string {
  if (left < DAY) return styles.soon ?? ''
  return left < 3 * DAY ? (styles.near ?? '') : ''
}

/** Rounded down, so that it never promises time that is not there. */
function leftText(left: number): string {
  if (left <= 0) return 'Deadline passed'
  if (left < MINUTE) return 'Less than a minute left'
  if (left < HOUR) return `${count(left / MINUTE, 'minute')} left`
  if (left < DAY) return `${count(left / HOUR, 'hour')} left`
  return `${count(left / DAY, 'day')} left`
}

function count(size: number, unit: string): string {
  const whole = Math.floor(size)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
