// A short table inside a card. A table with filters and pages is a List.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { describe } from '../frame/failed.tsx'
import { Card } from './details.tsx'
import { LoadingRows } from './loading.tsx'
import styles from './table.module.css'

export interface TableColumn<Row> {
  readonly title: string
  /** Numbers stand at their column's end, in tabular figures. */
  readonly isNumber?: true
  /** Left out on a phone. */
  readonly isWide?: true
  cell: (row: Row) => ReactNode
}

interface TableProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  keyOf: (row: Row) => string
}

export function Table<Row>({ columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={cellClass(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone, a wide column's text stands under another cell. */
export function Narrow({ children }: { children: ReactNode }) {
  return <small className={styles.narrow}>{children}</small>
}

function cellClass<Row>({ isNumber, isWide }: TableColumn<Row>): string {
  return [isNumber && styles.number, isWide && styles.wide].filter(Boolean).join(' ')
}

/** The part of a query result that a table needs. */
interface RowsQuery<Row> {
  readonly data: { readonly data: readonly Row[] } | undefined
  readonly error: Error | null
  refetch: () => Promise<unknown>
}

interface TableCardProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly title: string
  readonly aside?: ReactNode
  readonly query: RowsQuery<Row>
  /** When there is no row. */
  readonly empty: ReactNode
  /** Below the table, such as the way to the next page. */
  readonly footer?: ReactNode
}

/** A card with a query's table, including while it loads, when it failed and when it is empty. */
export function TableCard<Row>(props: TableCardProps<Row>) {
  const { title, aside, query, empty, footer, ...table } = props
  const rows = query.data?.data
  return (
    <Card title={title} aside={aside}>
      {rows !== undefined && rows.length > 0 ? (
        <Table rows={rows} {...table} />
      ) : rows !== undefined ? (
        <p className={styles.none}>{empty}</p>
      ) : query.error ? (
        <Unread error={query.error} retry={() => void query.refetch()} />
      ) : (
        <LoadingRows name={title} />
      )}
      {rows !== undefined && footer}
    </Card>
  )
}

/** Replaces a card's content that could not be read. */
export function Unread({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <p className={styles.none} role="alert">
      This could not be loaded. {describe(error).text}{' '}
      <Button variant="subtle" size="compact-sm" onClick={retry}>
        Try again
      </Button>
    </p>
  )
}
