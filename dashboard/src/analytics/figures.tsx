// The figures behind a chart as a table, which can be saved as CSV.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { announce } from '../frame/announce.tsx'
import { toCsvLine } from '../list/export.tsx'
import styles from './figures.module.css'

export interface FigureColumn<Row> {
  readonly title: string
  readonly isNumber?: true
  cell: (row: Row) => ReactNode
  /** In the file. */
  text: (row: Row) => string | number | null
}

interface FiguresProps<Row> {
  /** The table's subject, for screen readers. */
  caption: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

export function Figures<Row>({ caption, columns, rows, keyOf }: FiguresProps<Row>) {
  return (
    <section className={styles.scroll} tabIndex={0} aria-label={`${caption}, as a table`}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber && styles.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, isNumber, cell }) => (
                <td key={title} className={isNumber && styles.number}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface SaveProps<Row> {
  /** The file name without its extension. */
  name: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
}

export function SaveFigures<Row>({ name, columns, rows }: SaveProps<Row>) {
  const save = () => {
    const lines = [
      toCsvLine(columns.map(({ title }) => title)),
      ...rows.map((row) => toCsvLine(columns.map(({ text }) => text(row)))),
    ]
    const url = URL.createObjectURL(new Blob(lines, { type: 'text/csv' }))
    Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    announce('done', `${rows.length} rows are in ${name}.csv.`)
  }
  const label = 'Save the table as CSV'
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={label}
        onClick={save}
        disabled={rows.length === 0}
      >
        <IconDownload size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
