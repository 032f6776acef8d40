import { useMay } from '../api/session.ts'
import { Changed } from '../analytics/change.tsx'
import { relativeChange, percent, pointsOfChange } from '../analytics/format.ts'
import { type Counted, overallSuccessRate } from '../analytics/metrics.ts'
import { money } from '../lib/money.ts'
import styles from './home.module.css'
import { type HomeFigures, useBalances } from './read.ts'

/** The four figures that a merchant looks at first. */
export function Tiles({ figures, currency }: { figures: HomeFigures; currency: string }) {
  const may = useMay()
  const [now, before] = figures.payments
  const volumes = both(figures.payments, 'payment_processed_amount')
  const refunds = both(figures.refunds, 'refund_processed_amount')
  const rates = [overallSuccessRate(now), overallSuccessRate(before)] as const
  const formatAmount = (amount: number) => money(amount, currency)
  return (
    <div className={styles.tiles}>
      <section className={`card ${styles.tile}`}>
        <h2>Volume</h2>
        <b className="num">{formatAmount(volumes[0])}</b>
        <Changed change={relativeChange(...volumes)} good="up" before={formatAmount(volumes[1])} />
      </section>
      <section className={`card ${styles.tile}`}>
        <h2>Success rate</h2>
        <b className="num">{percent(rates[0])}</b>
        <Changed change={pointsOfChange(...rates)} good="up" before={percent(rates[1])} />
      </section>
      <section className={`card ${styles.tile}`}>
        <h2>Refunds</h2>
        <b className="num">{formatAmount(refunds[0])}</b>
        <Changed
          change={relativeChange(...refunds)}
          good="down"
          before={formatAmount(refunds[1])}
        />
      </section>
      {may('payouts:read') && <Available currency={currency} />}
    </div>
  )
}

function both([now, before]: readonly [Counted, Counted], metric: string) {
  return [now.total(metric), before.total(metric)] as const
}

function Available({ currency }: { currency: string }) {
  const balances = useBalances()
  const found = balances.data?.balances.find((balance) => balance.currency === currency)
  const { available = 0, held = 0, reserved_for_disputes = 0 } = found ?? {}
  return (
    <section className={`card ${styles.tile}`}>
      <h2>Available balance</h2>
      <b className="num">{balances.data ? money(available, currency) : '–'}</b>
      <p className="num">
        <bdi>
          {balances.isError
            ? 'The balance could not be read.'
            : reserved_for_disputes > 0
              ? `Held for disputes: ${money(reserved_for_disputes, currency)}`
              : held > 0
                ? `Authorized, not captured: ${money(held, currency)}`
                : 'Now, whatever the period'}
        </bdi>
      </p>
    </section>
  )
}
