// Amounts and counts are bars as long as they are wide enough to be seen, because a line between two sparse days claims
// values that no day had. Rates are a line, with a dashed one for the period before. Drawn as SVG: a chart library for the two would be larger
// than the page may be. The table beside it has the same figures, so the chart is hidden from screen readers.
import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import styles from './chart.module.css'
import type { Target } from '../lib/url.ts'
import type { Format } from './format.ts'

export interface Mark {
  readonly key: string
  readonly name: string
  readonly value: number | null
  readonly before: number | null
  /** The list behind it. */
  readonly target?: Target
}

const HEIGHT = 232
const TOP = 16
const BOTTOM = 28
const START = 56
const TICKS = 4
const NARROW = 480
const LABEL_GAP = 16
/** Narrower bars run into each other. */
const MIN_STEP = 6

export function Chart({ marks, format }: { marks: readonly Mark[]; format: Format }) {
  const { ref, width } = useElementSize()
  return (
    <Box ref={ref} className={styles.chart ?? ''} aria-hidden h={HEIGHT}>
      {width > 0 && <Drawing marks={marks} format={format} width={width} />}
    </Box>
  )
}

interface Drawn {
  marks: readonly Mark[]
  format: Format
  width: number
}

function Drawing({ marks, format, width }: Drawn) {
  const [at, setAt] = useState<number>()
  const end = width < NARROW ? 44 : 88
  const values = marks.flatMap(({ value, before }) => [value ?? 0, before ?? 0])
  const most = format.most ?? niceEnd(Math.max(...values, 0))
  const bands = (width - START - end) / Math.max(marks.length, 1)
  const isBars = format.most === undefined && bands >= MIN_STEP
  const step = isBars ? bands : (width - START - end) / Math.max(marks.length - 1, 1)
  const x = (nth: number) => START + (isBars ? nth + 0.5 : nth) * step
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most)
  const now = drawLine(
    marks.map(({ value }) => value),
    x,
    y,
  )
  const before = drawLine(
    marks.map((mark) => mark.before),
    x,
    y,
  )
  const shown = at === undefined ? undefined : marks[at]
  return (
    <>
      <svg width={width} height={HEIGHT} onPointerLeave={() => setAt(undefined)}>
        <Grid most={most} format={format} width={width - end} y={y} />
        <Days marks={marks} x={x} width={width - end} />
        {isBars ? (
          <Bars marks={marks} x={x} y={y} step={step} />
        ) : (
          <>
            {before.d && <path d={before.d} className={styles.before} />}
            {now.area && <path d={now.area} className={styles.area} />}
            <path d={now.d} className={styles.now} />
            {now.lone.map(([cx, cy]) => (
              <circle key={cx} cx={cx} cy={cy} r={2.5} className={styles.dot} />
            ))}
          </>
        )}
        <Labels
          now={now.last}
          before={before.last}
          gap={isBars ? step / 2 + 4 : 6}
          isNarrow={width < NARROW}
        />
        {at !== undefined && (
          <line x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} className={styles.cursor} />
        )}
        {marks.map((mark, nth) => (
          <Band
            key={mark.key}
            mark={mark}
            x={x(nth) - step / 2}
            width={Math.max(step, 8)}
            enter={() => setAt(nth)}
          />
        ))}
      </svg>
      {shown !== undefined && at !== undefined && (
        <Tip mark={shown} format={format} x={x(at)} width={width} />
      )}
    </>
  )
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** A round number above all values, so that the axis has whole, round numbers too. */
function niceEnd(most: number): number {
  if (most <= 0) return TICKS
  const size = 10 ** Math.floor(Math.log10(most / TICKS))
  const step = STEPS.find((each) => each * size * TICKS >= most) ?? 10
  return Math.ceil(step * size) * TICKS
}

type Scale = (value: number) => number

/** Values that are not known leave a gap; one between two gaps is a dot. */
function drawLine(values: readonly (number | null)[], x: Scale, y: Scale) {
  const points = values.map((value, nth) => (value === null ? null : ([x(nth), y(value)] as const)))
  const runs: (readonly [number, number])[][] = [[]]
  for (const point of points) {
    if (point === null) runs.push([])
    else runs.at(-1)?.push(point)
  }
  const lines = runs.filter((run) => run.length > 1)
  const text = (run: (readonly [number, number])[]) => `M${run.map((p) => p.join(' ')).join('L')}`
  const base = HEIGHT - BOTTOM
  return {
    d: lines.map(text).join(''),
    area: lines
      .map((run) => `${text(run)}L${run.at(-1)?.[0]} ${base}L${run[0]?.[0]} ${base}Z`)
      .join(''),
    lone: runs.filter((run) => run.length === 1).flat(),
    last: points.findLast((point) => point !== null),
  }
}

interface BarsProps {
  marks: readonly Mark[]
  x: Scale
  y: Scale
  step: number
}

/** A bar for this period; a short line across it for the same unit of the period before. */
function Bars({ marks, x, y, step }: BarsProps) {
  const width = Math.min(step * 0.7, 40)
  return marks.map(({ key, value, before }, nth) => {
    const start = x(nth) - width / 2
    return (
      <g key={key}>
        {value !== null && value !== 0 && (
          <rect
            x={start}
            y={Math.min(y(value), y(0))}
            width={width}
            height={Math.max(Math.abs(y(0) - y(value)), 1)}
            rx={Math.min(2, width / 4)}
            className={styles.bar}
          />
        )}
        {before !== null && before !== 0 && (
          <line
            x1={start - 1}
            x2={start + width + 1}
            y1={y(before)}
            y2={y(before)}
            className={styles.beforeBar}
          />
        )}
      </g>
    )
  })
}

function Grid({
  most,
  format,
  width,
  y,
}: {
  most: number
  format: Format
  width: number
  y: Scale
}) {
  const ticks = Array.from({ length: TICKS + 1 }, (_, nth) => (most * nth) / TICKS)
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={START} x2={width} y1={y(tick)} y2={y(tick)} className={styles.grid} />
      <text x={START - 8} y={y(tick) + 4} textAnchor="end">
        {format.short(tick)}
      </text>
    </g>
  ))
}

/** As many names as fit, the last one among them. */
function Days({ marks, x, width }: { marks: readonly Mark[]; x: Scale; width: number }) {
  const fits = Math.max(1, Math.floor((width - START) / 84))
  const every = Math.max(1, Math.ceil((marks.length - 1) / fits))
  return marks.map(({ key, name }, nth) =>
    (marks.length - 1 - nth) % every === 0 ? (
      <text key={key} x={x(nth)} y={HEIGHT - 8} textAnchor="middle">
        {name.replace('Week of ', '')}
      </text>
    ) : null,
  )
}

type Place = readonly [number, number] | null | undefined

interface LabelsProps {
  now: Place
  before: Place
  gap: number
  isNarrow: boolean
}

/** At their lines' ends; two that would overlap are moved apart, and none is below the axis. */
function Labels({ now, before, gap, isNarrow }: LabelsProps) {
  const isAbove = !now || !before || now[1] <= before[1]
  const lowest = HEIGHT - BOTTOM - 2
  const [upper, lower] = isAbove ? [now, before] : [before, now]
  const lowerY = Math.min(lower?.[1] ?? lowest, lowest)
  const upperY = Math.min(upper?.[1] ?? 0, lower ? lowerY - LABEL_GAP : lowest)
  const [nowY, beforeY] = isAbove ? [upperY, lowerY] : [lowerY, upperY]
  return (
    <>
      {now && (
        <text x={now[0] + gap} y={nowY + 4} className={styles.nowName}>
          {isNarrow ? 'now' : 'this period'}
        </text>
      )}
      {before && (
        <text x={before[0] + gap} y={beforeY + 4}>
          {isNarrow ? 'before' : 'period before'}
        </text>
      )}
    </>
  )
}

interface BandProps {
  mark: Mark
  x: number
  width: number
  enter: () => void
}

/** A unit reacts to the pointer over its whole height; with a list behind it, it is a link for the mouse. */
function Band({ mark: { target }, x, width, enter }: BandProps) {
  const area = (
    <rect x={x} y={0} width={width} height={HEIGHT} fill="transparent" onPointerEnter={enter} />
  )
  if (target === undefined) return area
  return (
    <Link {...target} tabIndex={-1}>
      {area}
    </Link>
  )
}

const TIP = 168

function Tip({ mark, format, x, width }: { mark: Mark; format: Format; x: number; width: number }) {
  const left = Math.min(Math.max(x - TIP / 2, 0), width - TIP)
  const formatValue = (value: number | null) =>
    value === null ? 'no payments' : format.long(value)
  return (
    <Box className={styles.tip ?? ''} left={left} w={TIP}>
      <b>{mark.name}</b>
      <span className="num">{formatValue(mark.value)}</span>
      <span className="num faint">before: {formatValue(mark.before)}</span>
    </Box>
  )
}
