// Charts one metric over time, with its table.
import { Link } from '@tanstack/react-router'
import { usePreferences } from '../lib/preferences.ts'
import { dayAt } from '../list/period.ts'
import { Chart, type Mark } from './chart.tsx'
import type { FigureColumn } from './figures.tsx'
import type { Format } from './format.ts'
import type { Point, Row } from './metrics.ts'
import { createdIn, type Range, type Unit, unitName } from './period.ts'

/** The lists that analytics counts, filtered by what they have in common. */
export interface ListTarget {
  readonly to: '/payments' | '/refunds' | '/disputes'
  readonly search: Readonly<
    Partial<Record<'currency' | 'profile_id' | 'created_gte' | 'created_lte', string>>
  >
}

export interface SeriesOf {
  readonly points: readonly Point[]
  readonly unit: Unit
  /** In which the units begin. */
  readonly time_zone: string
  readonly format: Format
  valueOf: (row: Row | undefined) => number | null
  /** In the file: an amount without its currency sign. */
  readonly plain?: (value: number) => string | number
  /** The list behind a unit; the range of time is added to its filters. */
  readonly list?: ListTarget
}

/** One row for each unit, and the chart's marks. */
export function useMarks({ points, unit, time_zone, valueOf, list }: SeriesOf): readonly Mark[] {
  const { locale } = usePreferences()
  return points.map(({ start, range, row, before }) => ({
    key: start.toISOString(),
    name: unitName(start, unit, { locale, time_zone }),
    value: valueOf(row),
    before: before === undefined ? null : valueOf(before),
    ...(list === undefined ? {} : { target: createdWithin(list, range) }),
  }))
}

/** The list of what was created in a range of time. */
export function createdWithin({ to, search }: ListTarget, range: Range): ListTarget {
  return { to, search: { ...search, ...createdIn(range) } }
}

export function seriesColumns(
  title: string,
  { format, unit, time_zone, plain = (value) => value }: SeriesOf,
): readonly FigureColumn<Mark>[] {
  const shown = (value: number | null) => (value === null ? '–' : format.long(value))
  const saved = (value: number | null) => (value === null ? null : plain(value))
  return [
    {
      title: { day: 'Day', week: 'Week', month: 'Month' }[unit],
      cell: ({ name, target }) => (target === undefined ? name : <Link {...target}>{name}</Link>),
      text: ({ key }) => dayAt(Date.parse(key), time_zone),
    },
    {
      title,
      isNumber: true,
      cell: ({ value }) => shown(value),
      text: ({ value }) => saved(value),
    },
    {
      title: 'Before',
      isNumber: true,
      cell: ({ before }) => <span className="faint">{shown(before)}</span>,
      text: ({ before }) => saved(before),
    },
  ]
}

export function SeriesChart({ marks, format }: { marks: readonly Mark[]; format: Format }) {
  return (
    <div className="inset">
      <Chart marks={marks} format={format} />
    </div>
  )
}
