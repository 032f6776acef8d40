import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMediaQuery } from '@mantine/hooks'
import { useMay, useUser } from '../api/session.ts'
import { Failed } from '../frame/failed.tsx'
import { useMerchantNow } from '../lib/clock.ts'
import { Card, Columns } from '../lib/details.tsx'
import { Empty } from '../lib/empty.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { usePreferences } from '../lib/preferences.ts'
import { Bars } from '../analytics/bars.tsx'
import { chosenCurrency, CurrencyChoice, Segments, useChoices } from '../analytics/controls.tsx'
import { createdIn, parseDays, daysText, lengths } from '../analytics/period.ts'
import { Attention } from './attention.tsx'
import { declineBars, methodBars } from './bars.ts'
import styles from './home.module.css'
import { useCurrencies, useFigures } from './read.ts'
import { Tiles } from './tiles.tsx'

const Volume = lazy(async () => ({ default: (await import('./volume.tsx')).Volume }))
const Setup = lazy(async () => ({ default: (await import('./setup.tsx')).Setup }))

export function Home() {
  const may = useMay()
  const now = useMerchantNow()
  const [search, change] = useChoices()
  const currencies = useCurrencies(now)
  const days = parseDays(search['days'])
  const currency = currencies.data && chosenCurrency(currencies.data, search['currency'])
  const isCounted = may('analytics:read')
  const isNarrow = useIsNarrow()
  return (
    <>
      <div className={styles.head}>
        <Greeting />
        {isCounted && (
          <div className={styles.controls}>
            {currencies.data && currency !== undefined && (
              <CurrencyChoice
                currencies={currencies.data}
                value={currency}
                choose={(chosen) => change({ currency: chosen })}
              />
            )}
            <Segments
              name="Period"
              data={lengths}
              value={daysText(days)}
              choose={(chosen) => change({ days: chosen })}
            />
          </div>
        )}
      </div>
      {isNarrow && <Side now={now} />}
      {!isCounted ? (
        <>
          <p className="faint">Your role does not include the merchant's figures.</p>
          {!isNarrow && <Side now={now} />}
        </>
      ) : currencies.isError && currencies.data === undefined ? (
        <Unread error={currencies.error} now={now} />
      ) : (
        <Loaded query={currencies} waiting={<Outline />}>
          {(known) =>
            known.length === 0 ? (
              <Beginning now={now} />
            ) : (
              <Counted now={now} currency={currency ?? ''} days={days} />
            )
          }
        </Loaded>
      )}
    </>
  )
}

/** Columns stand below each other: tasks then come before figures, for the eye, the keyboard and the screen reader. */
function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
}

function Side({ now }: { now: Date | undefined }) {
  return (
    <>
      <Attention now={now} />
      <Suspense>
        <Setup />
      </Suspense>
    </>
  )
}

function Greeting() {
  const { name, email } = useUser()
  const { time_zone } = usePreferences()
  const hour = Number(
    new Intl.DateTimeFormat('en', {
      hour: 'numeric',
      hourCycle: 'h23',
      timeZone: time_zone,
    }).format(),
  )
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const [first = email] = (name ?? email).split(/[\s@]/)
  return (
    <h1>
      Good {part}, {first}
    </h1>
  )
}

/** The attention list is shown even if the figures cannot be read. */
function Unread({ error, now }: { error: Error; now: Date | undefined }) {
  const isNarrow = useIsNarrow()
  return (
    <Columns
      main={
        <Card title="Figures">
          <Failed error={error} />
        </Card>
      }
      side={!isNarrow && <Side now={now} />}
    />
  )
}

/** Before the first payment. */
function Beginning({ now }: { now: Date | undefined }) {
  const isNarrow = useIsNarrow()
  return (
    <Columns
      main={
        <section className={`card ${styles.beginning}`}>
          <Empty
            title="No payments yet"
            text="Volume, success rate and refunds appear here with the first payment."
            next={{
              scope: 'payment_links:write',
              text: (
                <>
                  Share a <Link to="/payment-links/new">payment link</Link>, or make a payment with{' '}
                  <code>POST /payments</code> and a <Link to="/test-cards">test card</Link>.
                </>
              ),
            }}
          />
        </section>
      }
      side={!isNarrow && <Side now={now} />}
    />
  )
}

interface CountedProps {
  now: Date | undefined
  currency: string
  days: number
}

function Counted({ now, currency, days }: CountedProps) {
  const figures = useFigures(now, currency, days)
  const isNarrow = useIsNarrow()
  if (figures.isError && figures.data === undefined) {
    return <Unread error={figures.error} now={now} />
  }
  return (
    <Loaded query={figures} waiting={<Outline />}>
      {(data) => (
        <div className={styles.page} aria-busy={figures.isPlaceholderData}>
          {!data.payments[0].isComplete && (
            <p role="status" className={styles.note}>
              The figures are being counted again and are not complete yet.
            </p>
          )}
          <Tiles figures={data} currency={currency} />
          <Columns
            main={
              <>
                <Suspense fallback={<LoadingCard height={320} />}>
                  <Volume figures={data} currency={currency} />
                </Suspense>
                <Card
                  title="Success rate by method"
                  aside={
                    <Link to="/analytics" search={{ currency, days: daysText(days) }}>
                      Analytics
                    </Link>
                  }
                >
                  <Bars
                    bars={methodBars(data, currency)}
                    empty="No payment was decided in this period."
                  />
                </Card>
                <Card
                  title="Top decline reasons"
                  aside={
                    <Link
                      to="/payments"
                      search={{ status: 'failed', currency, ...createdIn(data.period.now) }}
                    >
                      See failed
                    </Link>
                  }
                >
                  <Bars
                    isNarrow
                    bars={declineBars(data)}
                    empty="No payment failed in this period."
                  />
                </Card>
              </>
            }
            side={!isNarrow && <Side now={now} />}
          />
        </div>
      )}
    </Loaded>
  )
}

function Outline() {
  return (
    <>
      <div className={styles.tiles}>
        {['volume', 'rate', 'refunds', 'balance'].map((name) => (
          <LoadingCard key={name} height={112} isInGrid />
        ))}
      </div>
      <Columns main={<LoadingCard height={320} />} side={<LoadingCard height={320} />} />
    </>
  )
}
