// Comma-separated values (RFC 4180), written row by row while the receiver takes them.
import { Readable } from 'node:stream'
import { Download } from '#http/download.ts'
import type { Kind } from './dimensions.ts'
import type { Row } from './rows.ts'

/** `names` are the fields in all rows, each once. */
export function toCsv(kind: Kind, names: readonly string[], rows: Iterable<Row>): Download {
  const columns = names.flatMap((name) =>
    name === 'time_range' ? ['start_time', 'end_time'] : name,
  )
  return new Download({
    bytes: Readable.from(lines(columns, rows)),
    type: 'text/csv; charset=utf-8; header=present',
    file_name: `${kind}_metrics.csv`,
  })
}

/** `time_range` becomes two columns. */
function flattened({ time_range, ...row }: Row): Row {
  if (time_range === undefined) return row
  const { start_time, end_time } = time_range as { start_time: Date; end_time: Date }
  return { ...row, start_time: start_time.toISOString(), end_time: end_time.toISOString() }
}

const PART_LENGTH = 64 * 1024

/** A receiver that is slow holds back the next part. */
function* lines(columns: readonly string[], rows: Iterable<Row>): Generator<string> {
  let part = `${columns.map(cell).join(',')}\r\n`
  for (const row of rows) {
    const flat = flattened(row)
    part += `${columns.map((name) => cell(flat[name])).join(',')}\r\n`
    if (part.length < PART_LENGTH) continue
    yield part
    part = ''
  }
  yield part
}

/** A spreadsheet must not run text as a formula: an apostrophe makes it text. Numbers stay numbers. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return (value as { rawJSON?: string }).rawJSON ?? ''
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
