import { Link } from '@tanstack/react-router'
import { useDisclosure } from '@mantine/hooks'
import { useMay, useUser } from '../api/session.ts'
import { Failed } from '../frame/failed.tsx'
import { useMerchantNow } from '../lib/clock.ts'
import { Card, Columns } from '../lib/details.tsx'
import { Empty } from '../lib/empty.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { plainMoney } from '../lib/money.ts'
import { usePreferences } from '../lib/preferences.ts'
import { Bars } from '../analytics/bars.tsx'
import { chosenCurrency, CurrencyChoice, Segments, useChoices } from '../analytics/controls.tsx'
import { Figures, SaveFigures } from '../analytics/figures.tsx'
import { amountsIn } from '../analytics/format.ts'
import { metricValue } from '../analytics/metrics.ts'
import { createdIn, parseDays, daysText, lengths } from '../analytics/period.ts'
import { SeriesChart, seriesColumns, type SeriesOf, useMarks } from '../analytics/series.tsx'
import { Attention } from './attention.tsx'
import { declineBars, methodBars } from './bars.ts'
import styles from './home.module.css'
import { type HomeFigures, useCurrencies, useFigures } from './read.ts'
import { Tiles } from './tiles.tsx'

export function Home() {
  const may = useMay()
  const now = useMerchantNow()
  const [search, change] = useChoices()
  const currencies = useCurrencies(now)
  const days = parseDays(search['days'])
  const currency = currencies.data && chosenCurrency(currencies.data, search['currency'])
  const isCounted = may('analytics:read')
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
      {!isCounted ? (
        <>
          <p className="faint">Your role does not include the merchant's figures.</p>
          <Attention now={now} />
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
  return (
    <Columns
      main={
        <Card title="Figures">
          <Failed error={error} />
        </Card>
      }
      side={<Attention now={now} />}
    />
  )
}

/** Before the first payment. */
function Beginning({ now }: { now: Date | undefined }) {
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
      side={<Attention now={now} />}
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
                <Volume figures={data} currency={currency} />
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
              </>
            }
            side={
              <>
                <Attention now={now} />
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
          />
        </div>
      )}
    </Loaded>
  )
}

function Volume({ figures, currency }: { figures: HomeFigures; currency: string }) {
  const [isTable, table] = useDisclosure(false)
  const series: SeriesOf = {
    points: figures.points,
    unit: 'day',
    format: amountsIn(currency),
    valueOf: (row) => metricValue(row, 'payment_processed_amount'),
    plain: (value) => plainMoney(value, currency),
    list: { to: '/payments', search: { currency } },
  }
  const marks = useMarks(series)
  const columns = seriesColumns(`Volume in ${currency}`, series)
  const search = { currency, ...createdIn(figures.period.now) }
  return (
    <Card
      title="Volume by day"
      aside={
        <>
          <Link to="/payments" search={search}>
            See payments
          </Link>
          <SaveFigures name={`volume-${currency}`} columns={columns} rows={marks} />
        </>
      }
    >
      <SeriesChart marks={marks} format={series.format} />
      <details
        className={styles.details}
        open={isTable}
        onToggle={(event) => (event.currentTarget.open ? table.open() : table.close())}
      >
        <summary>The same figures as a table</summary>
        <div className={styles.table}>
          <Figures
            caption="Volume by day"
            columns={columns}
            rows={marks.toReversed()}
            keyOf={({ key }) => key}
          />
        </div>
        <p className={styles.text}>Days begin at midnight UTC.</p>
      </details>
    </Card>
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
