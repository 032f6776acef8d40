// An answer as a table for people. JSON stays the default, because scripts read it.
import type { Json } from '../client.ts'

const MAX_COLUMNS = 7
const MAX_WIDTH = 40
/** Columns that say most, in this order. */
const FIRST = /^(\w+_id|id|status|event_type|type|amount|currency|name|email|created)$/

export function toTable(answer: unknown): string {
  const list = Array.isArray(answer) ? answer : (answer as Json | null)?.['data']
  if (Array.isArray(list)) return listTable(list as Json[], answer)
  if (answer === null || typeof answer !== 'object') return String(answer)
  const width = Math.max(...Object.keys(answer).map((name) => name.length))
  return Object.entries(answer)
    .map(([name, value]) => `${name.padEnd(width)}  ${toCell(value)}`)
    .join('\n')
}

function listTable(list: readonly Json[], answer: unknown): string {
  const columns = chooseColumns(list)
  const rows = list.map((entry) => columns.map((name) => toCell(entry[name]).slice(0, MAX_WIDTH)))
  const widths = columns.map((name, n) =>
    Math.max(name.length, ...rows.map((row) => (row[n] ?? '').length)),
  )
  const toLine = (cells: readonly string[]) =>
    cells
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd()
  const { has_more } = (answer ?? {}) as { has_more?: boolean }
  const more = has_more ? ['There are more; continue with --starting-after or --offset.'] : []
  const body = list.length === 0 ? ['(none)'] : [toLine(columns), ...rows.map(toLine)]
  return [...body, ...more].join('\n')
}

function chooseColumns([first]: readonly Json[]): string[] {
  const scalar = Object.entries(first ?? {})
    .filter(
      ([name, value]) => name !== 'merchant_id' && (value === null || typeof value !== 'object'),
    )
    .map(([name]) => name)
  const best = scalar.filter((name) => FIRST.test(name))
  return [...best, ...scalar.filter((name) => !best.includes(name))].slice(0, MAX_COLUMNS)
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
