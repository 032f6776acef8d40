// A card that charts one metric over time, beside a table with the same figures.
import { Link } from '@tanstack/react-router'
import { Card } from '../lib/details.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import styles from './analytics.module.css'
import { Changed } from './change.tsx'
import { Figures, SaveFigures } from './figures.tsx'
import { type Change, relativeChange, type Format, pointsOfChange } from './format.ts'
import { type Counted, type Kind, pairPoints, type Row } from './metrics.ts'
import { type Both, useBoth, type View } from './read.ts'
import {
  createdWithin,
  type ListTarget,
  SeriesChart,
  seriesColumns,
  type SeriesOf,
  useMarks,
} from './series.tsx'

export interface SectionConfig {
  readonly name: string
  readonly title: string
  readonly kind: Kind
  readonly metrics: readonly string[]
  /** The value column's heading. */
  readonly column: string
  readonly good?: 'up' | 'down'
  format: (currency: string) => Format
  valueOf: (row: Row | undefined) => number | null
  totalOf: (counted: Counted) => number | null
  plain?: (value: number, currency: string) => string | number
  /** The list behind a unit. */
  readonly list: ListTarget['to']
  readonly list_name: string
  readonly isRate?: true
}

export function Section({ config, view }: { config: SectionConfig; view: View }) {
  const both = useBoth(config.kind, view, { metrics: config.metrics, unit: view.period.unit })
  return (
    <Loaded query={both} waiting={<LoadingCard height={360} />}>
      {(data) => <Drawn config={config} view={view} data={data} isStale={both.isPlaceholderData} />}
    </Loaded>
  )
}

interface DrawnProps {
  config: SectionConfig
  view: View
  data: Both
  isStale: boolean
}

function Drawn({ config, view, data: [now, before], isStale }: DrawnProps) {
  const { currency, period, scope } = view
  const format = config.format(currency)
  // Lists belong to the merchant, so an organization has none behind its figures.
  const hasList = scope.name !== 'org'
  const ofProfile = scope.name === 'profile' ? { profile_id: scope.profile_id } : {}
  const list: ListTarget = { to: config.list, search: { currency, ...ofProfile } }
  const series: SeriesOf = {
    points: pairPoints(now, before),
    unit: period.unit,
    time_zone: period.time_zone,
    format,
    valueOf: config.valueOf,
    plain: (value) => config.plain?.(value, currency) ?? value,
    ...(hasList ? { list } : {}),
  }
  const marks = useMarks(series)
  const columns = seriesColumns(config.column, series)
  const totals = [config.totalOf(now), config.totalOf(before)] as const
  const formatValue = (value: number | null) => (value === null ? '–' : format.long(value))
  return (
    <Card
      title={config.title}
      aside={
        <>
          {hasList && <Link {...createdWithin(list, period.now)}>{config.list_name}</Link>}
          <SaveFigures name={`${config.name}-${currency}`} columns={columns} rows={marks} />
        </>
      }
    >
      <div className={styles.section} aria-busy={isStale}>
        <div>
          <p className={styles.total}>
            <b className="num">{formatValue(totals[0])}</b>
            <Changed
              change={changed(totals, config.isRate)}
              before={formatValue(totals[1])}
              {...(config.good ? { good: config.good } : {})}
            />
          </p>
          <SeriesChart marks={marks} format={format} />
        </div>
        <div className={styles.figures}>
          <Figures
            caption={config.title}
            columns={columns}
            rows={marks.toReversed()}
            keyOf={({ key }) => key}
          />
        </div>
      </div>
    </Card>
  )
}

function changed(
  [now, before]: readonly [number | null, number | null],
  isRate: true | undefined,
): Change | undefined {
  return isRate ? pointsOfChange(now, before) : relativeChange(now ?? 0, before ?? 0)
}
