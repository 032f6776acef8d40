// A Grafana panel as SVG, in the style of the reports: lines over time, or one number for a stat.
import { HUES, n, niceStep, STYLE, text } from '../../bench/svg.ts'

export interface Series {
  readonly name: string
  /** Seconds since the start, and the value. */
  readonly points: readonly (readonly [second: number, value: number])[]
}

export interface Drawing {
  readonly title: string
  readonly unit: string
  readonly series: readonly Series[]
  readonly seconds: number
  /** From here on the panel is red. */
  readonly limit?: number | undefined
  readonly max?: number | undefined
}

const WIDTH = 480
const PLOT = { left: 62, right: 464, top: 40, bottom: 190 } as const
const LEGEND = { top: 228, line: 18, letter: 6.7 } as const
const MAX_SERIES = 10

/** Lines with the same color differ in their dashes. */
const SMALL = `<style>
  .panel text { font-size: 12px } .panel .title { font-size: 14px } .panel .number { font-size: 44px; font-weight: 600 }
  .panel .line { stroke-width: 1.75 } .panel .dashed { stroke-dasharray: 6 3 } .panel .plain { stroke: none }
  .red { fill: #c0362c; stroke: none } .green { fill: #178a50; stroke: none }
  @media (prefers-color-scheme: dark) { .red { fill: #ff7a6e } .green { fill: #4cc38a } }
</style>`

export function timePanel(drawing: Drawing): string {
  const { title, unit, seconds, limit } = drawing
  const series = drawing.series.slice(0, MAX_SERIES)
  const values = series.flatMap(({ points }) => points.map(([, value]) => value))
  if (values.length === 0) return frame(title, 150, [noData(95)])
  const highest = drawing.max ?? Math.max(...values)
  // A limit far above the values would press them flat.
  const shown = limit !== undefined && limit <= highest * 4 ? limit : undefined
  const scale = unit === 'bytes' ? 2 ** 20 : 1
  const most = Math.max(highest, shown ?? 0) || scale
  const step = niceStep(most / scale / 4) * scale
  const top = Math.ceil(most / step - 1e-9) * step
  const x = (second: number) => PLOT.left + ((PLOT.right - PLOT.left) * second) / seconds
  const y = (value: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * Math.max(value, 0)) / top
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step)
  const grid = ticks.flatMap((tick) => [
    `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${n(y(tick))}" y2="${n(y(tick))}"/>`,
    text(PLOT.left - 6, y(tick) + 4, format(tick, unit), 'end', 'quiet'),
  ])
  const minutes = Array.from({ length: Math.floor(seconds / 60) + 1 }, (_, i) =>
    text(x(i * 60), PLOT.bottom + 17, `${i} min`, 'middle', 'quiet'),
  )
  const lines = series.flatMap(({ points }, s) => drawLine(points, s, x, y))
  const line =
    shown === undefined
      ? []
      : [
          `<line class="limit" x1="${PLOT.left}" x2="${PLOT.right}" y1="${n(y(shown))}" y2="${n(y(shown))}"/>`,
          text(PLOT.right, y(shown) - 4, `red from ${format(shown, unit)}`, 'end', 'quiet'),
        ]
  const legend = drawLegend(series, drawing.series.length - series.length)
  return frame(title, legend.bottom, [...grid, ...minutes, ...line, ...lines, ...legend.parts])
}

export function statPanel({ title, unit, series, limit }: Drawing): string {
  const value = series[0]?.points.at(-1)?.[1]
  if (value === undefined) return frame(title, 120, [noData(80)])
  const isRed = limit !== undefined && value >= limit
  const look = limit === undefined ? 'number' : `number ${isRed ? 'red' : 'green'}`
  const note =
    limit === undefined ? [] : [text(20, 112, `red from ${format(limit, unit)}`, 'start', 'quiet')]
  return frame(title, 128, [text(20, 84, format(value, unit), 'start', look), ...note])
}

function noData(y: number): string {
  return text(WIDTH / 2, y, 'No data in this run', 'middle', 'quiet')
}

/** A gap in the values is a gap in the line. */
function drawLine(
  points: Series['points'],
  s: number,
  x: (second: number) => number,
  y: (value: number) => number,
): string[] {
  const parts: string[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const [second, value] of points) {
    if (second - last > GAP_S) parts.push([])
    parts.at(-1)?.push(`${n(x(second))},${n(y(value))}`)
    last = second
  }
  return parts.map((at) => {
    const [first = ''] = at
    const [cx, cy] = first.split(',')
    if (at.length === 1) return `<circle class="${hue(s)}" cx="${cx}" cy="${cy}" r="2"/>`
    return `<polyline class="${hue(s)} line${dash(s)}" points="${at.join(' ')}"/>`
  })
}

const GAP_S = 6

function hue(s: number): string {
  return HUES[s % HUES.length] ?? HUES[0]
}

function dash(s: number): string {
  return s < HUES.length ? '' : ' dashed'
}

function drawLegend(series: readonly Series[], left: number) {
  const names =
    left > 0
      ? [...series.map(({ name }) => name), `and ${left} more`]
      : series.map(({ name }) => name)
  let [x, y] = [PLOT.left as number, LEGEND.top as number]
  const parts = names.flatMap((name, s) => {
    const width = name.length * LEGEND.letter + 34
    if (x > PLOT.left && x + width > WIDTH) [x, y] = [PLOT.left, y + LEGEND.line]
    const at = x
    x += width
    const mark = `<line class="${hue(s)} line${dash(s)}" x1="${n(at)}" x2="${n(at + 16)}" y1="${n(y - 4)}" y2="${n(y - 4)}"/>`
    return [...(s < series.length ? [mark] : []), text(at + 21, y, name, 'start', 'quiet')]
  })
  return { parts, bottom: y + 14 }
}

function frame(title: string, height: number, parts: readonly string[]): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="panel" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}">`,
    STYLE,
    SMALL,
    text(20, 22, title, 'start', 'title'),
    ...parts,
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

/** As Grafana shows the unit. */
function format(value: number, unit: string): string {
  if (unit === 'percentunit') return `${short(value * 100)} %`
  if (unit === 'bytes')
    return scaled(value, [
      [2 ** 30, 'GiB'],
      [2 ** 20, 'MiB'],
      [2 ** 10, 'KiB'],
      [1, 'B'],
    ])
  if (unit === 's')
    return scaled(value, [
      [3_600, 'h'],
      [60, 'min'],
      [1, 's'],
      [0.001, 'ms'],
    ])
  return unit === 'reqps' || unit === 'ops' ? `${short(value)}/s` : short(value)
}

function scaled(value: number, steps: readonly (readonly [size: number, name: string])[]): string {
  if (value === 0) return `0 ${steps.find(([size]) => size === 1)?.[1]}`
  const [size, name] = steps.find(([each]) => value >= each) ?? steps.at(-1) ?? [1, '']
  return `${short(value / size)} ${name}`
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}
