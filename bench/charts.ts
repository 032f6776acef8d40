// Two kinds of chart as SVG, readable on light and on dark paper: bars side by side, and lines over sizes.
import { HUES, n, niceStep, STYLE, text } from './svg.ts'

const WIDTH = 720
const HEIGHT = 300
const PLOT = { left: 56, right: 696, top: 64, bottom: 268 } as const

// Bars compare something with something plain; lines are all alike.
const BARS = ['s0', 'grey']
const LINES = HUES

interface Common {
  title: string
  /** Written out: what the upright axis counts. */
  unit: string
  series: readonly string[]
  limit?: { value: number; label: string }
}

export interface Bars extends Common {
  /** One value a series; undefined leaves the place empty. */
  groups: readonly { label: string; values: readonly (number | undefined)[] }[]
  digits: number
}

export interface Lines extends Common {
  sizes: readonly number[]
  /** One list a series, one value a size. */
  values: readonly (readonly number[])[]
}

export function barChart(chart: Bars): string {
  const { groups, series, limit, digits } = chart
  const all = groups.flatMap(({ values }) => values.map((value) => value ?? 0))
  const scale = upright(Math.max(...all, limit?.value ?? 0))
  const room = (PLOT.right - PLOT.left) / groups.length
  const width = Math.min(56, (room * 0.7) / series.length)
  const bars = groups.flatMap(({ label, values }, g) => {
    const middle = PLOT.left + room * (g + 0.5)
    const drawn = values.flatMap((value, s) => {
      if (value === undefined) return []
      const x = middle + (s - series.length / 2) * width + 1
      const y = scale.at(value)
      const body = `<rect class="${BARS[s]}" stroke="none" x="${n(x)}" y="${n(y)}" width="${n(width - 2)}" height="${n(PLOT.bottom - y)}" rx="2"/>`
      return [body, text(x + width / 2 - 1, y - 5, value.toFixed(digits), 'middle')]
    })
    return [...drawn, text(middle, PLOT.bottom + 20, label, 'middle', 'quiet')]
  })
  return frame(chart, BARS, [...scale.grid, ...bars, ...limitLine(chart, scale)])
}

export function lineChart(chart: Lines): string {
  const { sizes, values, limit } = chart
  const scale = upright(Math.max(...values.flat(), limit?.value ?? 0))
  const logs = sizes.map(Math.log10)
  const [first = 0, last = 1] = [logs[0], logs.at(-1)]
  const right = PLOT.right - 24
  const x = (i: number) =>
    PLOT.left + 24 + ((right - PLOT.left - 24) * ((logs[i] ?? 0) - first)) / (last - first || 1)
  const lines = values.flatMap((points, s) => {
    const at = points.map((value, i) => `${n(x(i))},${n(scale.at(value))}`)
    const dots = at.map((point) => {
      const [cx, cy] = point.split(',')
      return `<circle class="${LINES[s]}" cx="${cx}" cy="${cy}" r="3.5"/>`
    })
    return [`<polyline class="${LINES[s]} line" points="${at.join(' ')}"/>`, ...dots]
  })
  const labels = sizes.map((size, i) =>
    text(x(i), PLOT.bottom + 20, size.toLocaleString('en'), 'middle', 'quiet'),
  )
  return frame(chart, LINES, [...scale.grid, ...labels, ...lines, ...limitLine(chart, scale)])
}

function upright(most: number) {
  const step = niceStep(most / 4)
  const top = Math.ceil((most * 1.05) / step) * step
  const at = (value: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / top
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step)
  const grid = ticks.flatMap((tick) => [
    `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${n(at(tick))}" y2="${n(at(tick))}"/>`,
    text(PLOT.left - 8, at(tick) + 4, String(Number(tick.toPrecision(3))), 'end', 'quiet'),
  ])
  return { at, grid }
}

function limitLine({ limit }: Common, { at }: { at: (value: number) => number }): string[] {
  if (limit === undefined) return []
  const y = at(limit.value)
  return [
    `<line class="limit" x1="${PLOT.left}" x2="${PLOT.right}" y1="${n(y)}" y2="${n(y)}"/>`,
    text(PLOT.left + 6, y - 5, limit.label, 'start', 'quiet'),
  ]
}

function frame(
  { title, unit, series }: Common,
  hues: readonly string[],
  parts: readonly string[],
): string {
  let x = PLOT.right
  const legend = series.toReversed().flatMap((name, r) => {
    x -= name.length * 7 + 26
    const s = series.length - 1 - r
    return [
      `<rect class="${hues[s]}" stroke="none" x="${n(x)}" y="35" width="12" height="12" rx="2"/>`,
      text(x + 17, 46, name, 'start', 'quiet'),
    ]
  })
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    STYLE,
    text(PLOT.left - 36, 22, title, 'start', 'title'),
    text(PLOT.left - 36, 46, unit, 'start', 'quiet'),
    ...legend,
    ...parts,
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}
