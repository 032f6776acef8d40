// A chart of one metric over time with its table.
import { Link } from '@tanstack/react-router'
import { usePreferences } from '../lib/preferences.ts'
import { Chart, type Mark } from './chart.tsx'
import type { FigureColumn } from './figures.tsx'
import type { Format } from './format.ts'
import type { Point, Row } from './metrics.ts'
import { createdIn, type Range, type Unit, unitName } from './period.ts'

export interface SeriesOf {
  readonly points: readonly Point[]
  readonly unit: Unit
  readonly format: Format
  valueOf: (row: Row | undefined) => number | null
  /** In the file: an amount without its currency sign. */
  readonly plain?: (value: number) => string | number
  /** The list behind a unit, and its filters besides the range of time. */
  readonly to?: string
  readonly search?: Readonly<Record<string, string>>
}

/** One row for each unit, and the marks of the chart. */
export function useMarks({ points, unit, valueOf, to, search }: SeriesOf): readonly Mark[] {
  const { locale } = usePreferences()
  return points.map(({ start, range, row, before }) => ({
    key: start.toISOString(),
    name: unitName(start, unit, locale),
    value: valueOf(row),
    before: before === undefined ? null : valueOf(before),
    ...(to === undefined ? {} : { to, search: searchIn(range, search) }),
  }))
}

function searchIn(range: Range, search: Readonly<Record<string, string>> | undefined) {
  return { ...search, ...createdIn(range) }
}

export function seriesColumns(
  title: string,
  { format, unit, plain = (value) => value }: SeriesOf,
): readonly FigureColumn<Mark>[] {
  const shown = (value: number | null) => (value === null ? '–' : format.long(value))
  const saved = (value: number | null) => (value === null ? null : plain(value))
  return [
    {
      title: { day: 'Day', week: 'Week', month: 'Month' }[unit],
      cell: ({ name, to, search }) =>
        to === undefined ? (
          name
        ) : (
          <Link to={to} search={search as never}>
            {name}
          </Link>
        ),
      text: ({ key }) => key.slice(0, 10),
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
    <div style={{ padding: 'var(--s4) var(--s5)' }}>
      <Chart marks={marks} format={format} />
    </div>
  )
}
