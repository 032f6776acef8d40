import { Link } from '@tanstack/react-router'
import { useDisclosure } from '@mantine/hooks'
import { Card } from '../lib/details.tsx'
import { daysIn } from '../lib/clock.ts'
import { plainMoney } from '../lib/money.ts'
import { Figures, SaveFigures } from '../analytics/figures.tsx'
import { amountsIn } from '../analytics/format.ts'
import { metricValue } from '../analytics/metrics.ts'
import { createdIn } from '../analytics/period.ts'
import { SeriesChart, seriesColumns, type SeriesOf, useMarks } from '../analytics/series.tsx'
import styles from './home.module.css'
import type { HomeFigures } from './read.ts'

export function Volume({ figures, currency }: { figures: HomeFigures; currency: string }) {
  const [isTable, table] = useDisclosure(false)
  const series: SeriesOf = {
    points: figures.points,
    unit: 'day',
    time_zone: figures.period.time_zone,
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
      <p className={styles.zone}>{daysIn(figures.period.time_zone)}</p>
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
      </details>
    </Card>
  )
}
