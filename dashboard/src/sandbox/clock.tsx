// The merchant's sandbox time, which can be moved forward.
import { Button, NumberInput, Select, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { Card } from '../lib/details.tsx'
import { Loading } from '../lib/loading_region.tsx'
import { usePreferences } from '../lib/preferences.ts'
import { Unread } from '../lib/table.tsx'
import styles from './sandbox.module.css'

type MerchantClock = Schemas['MerchantClock']

const TICK_MS = 10_000
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

export function Clock() {
  const may = useMay()
  const isAllowed = may('payments:read')
  const [isOpen, setOpen] = useState(false)
  const clock = useQuery({
    queryKey: ['clock', 'sandbox'],
    enabled: isAllowed,
    refetchInterval: TICK_MS,
    queryFn: () => unwrapAnswer(api.GET('/sandbox/clock')),
  })
  if (!isAllowed) return null
  return (
    <Card
      title="Sandbox clock"
      aside={
        may('payments:write') &&
        clock.data && (
          <Button size="compact-sm" onClick={() => setOpen(true)}>
            Move forward
          </Button>
        )
      }
    >
      {clock.isError && <Unread error={clock.error} retry={() => void clock.refetch()} />}
      <div className={styles.clock}>
        {clock.data && <Time clock={clock.data} />}
        {clock.isPending && (
          <Loading name="Sandbox clock">
            <Skeleton height={26} width={240} mb={4} />
            <Skeleton height={21} width={180} />
          </Loading>
        )}
        <p className={styles.about}>
          Moving it forward runs everything that becomes due, each at its moment: holds that expire,
          dispute deadlines, subscription renewals and retries, payment links that expire, pending
          outcomes at the sandbox bank, webhook retries. The clock cannot be moved back. API keys,
          sessions and rate limits keep the real time.
        </p>
      </div>
      {isOpen && clock.data && <Advance clock={clock.data} close={() => setOpen(false)} />}
    </Card>
  )
}

function Time({ clock: { now, ahead_seconds } }: { clock: MerchantClock }) {
  return (
    <div>
      <p className={styles.time}>
        <time dateTime={now} className="num">
          {useWhole()(new Date(now))}
        </time>
      </p>
      <p className="faint">
        {ahead_seconds === 0
          ? 'The real time: the clock was never moved.'
          : `${spanText(ahead_seconds)} ahead of the real time`}
      </p>
    </div>
  )
}

function useWhole(): (moment: Date) => string {
  const { locale, time_zone } = usePreferences()
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: time_zone,
  })
  return (moment) => format.format(moment)
}

/** `8 days 3 h`: the two largest units. */
function spanText(seconds: number): string {
  const units: [number, string][] = [
    [Math.floor(seconds / DAY_S), 'days'],
    [Math.floor((seconds % DAY_S) / HOUR_S), 'h'],
    [Math.floor((seconds % HOUR_S) / MINUTE_S), 'min'],
    [Math.floor(seconds % MINUTE_S), 's'],
  ]
  const first = units.findIndex(([count]) => count > 0)
  const words = units.slice(first, first + 2).filter(([count]) => count > 0)
  return words
    .map(([count, unit]) => `${count} ${count === 1 ? unit.replace(/^days$/, 'day') : unit}`)
    .join(' ')
}

const modes = [
  { value: 'h', label: 'By hours' },
  { value: 'd', label: 'By days' },
  { value: 'date', label: 'To a date and time' },
]

const MAX_DAYS = 3_650

function Advance({ clock, close }: { clock: MerchantClock; close: () => void }) {
  const whole = useWhole()
  const [mode, setMode] = useState('d')
  const [count, setCount] = useState<number | string>(1)
  const [date, setDate] = useState('')
  const seconds =
    mode === 'date' ? secondsUntil(date, clock) : Number(count) * (mode === 'd' ? DAY_S : HOUR_S)
  const isReady = Number.isInteger(seconds) && seconds > 0 && seconds <= MAX_DAYS * DAY_S
  const to = new Date(Date.parse(clock.now) + (isReady ? seconds : 0) * 1000)
  return (
    <Action
      title="Move the sandbox clock forward"
      verb={isReady ? `Move forward by ${spanText(seconds)}` : 'Move forward'}
      isReady={isReady}
      close={close}
      run={post('/sandbox/clock', {
        body: { advance: formatAdvance(seconds) },
      })}
      done={({ now, due_remaining }) => doneText(whole(new Date(now)), due_remaining)}
    >
      <Select
        label="How far"
        data={modes}
        value={mode}
        allowDeselect={false}
        onChange={(next) => next && setMode(next)}
      />
      {mode === 'date' ? (
        <TextInput
          label="Date and time"
          description="In this device's time zone, later than the sandbox clock."
          type="datetime-local"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
          error={
            date !== '' && !isReady
              ? 'Choose a moment after the sandbox clock, at most ten years ahead.'
              : null
          }
        />
      ) : (
        <NumberInput
          label={mode === 'd' ? 'Days' : 'Hours'}
          min={1}
          max={mode === 'd' ? MAX_DAYS : MAX_DAYS * 24}
          allowDecimal={false}
          value={count}
          onChange={setCount}
          data-autofocus
        />
      )}
      <p className="flush">
        {isReady ? `The clock will show ${whole(to)}. ` : ''}
        Everything that is due by then runs before the answer comes. This cannot be undone.
      </p>
    </Action>
  )
}

function doneText(shown: string, due_remaining: number): string {
  if (due_remaining === 0) return `The clock shows ${shown}, and what was due has run.`
  return `The clock has only reached ${shown}. Move it forward once more to continue to the same time.`
}

function secondsUntil(date: string, { now }: MerchantClock): number {
  return Math.ceil((new Date(date).getTime() - Date.parse(now)) / 1000)
}

/** A number up to nine digits with a unit, in the largest unit that fits exactly. */
function formatAdvance(seconds: number): string {
  if (seconds % DAY_S === 0) return `${seconds / DAY_S}d`
  return seconds % HOUR_S === 0 ? `${seconds / HOUR_S}h` : `${seconds}s`
}
