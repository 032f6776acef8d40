import { Button, Menu, Skeleton } from '@mantine/core'
import { IconColumns3, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, type ReactNode } from 'react'
import { Failed } from '../frame/failed.tsx'
import { Empty } from '../lib/empty.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import { usePreferences } from '../lib/preferences.ts'
import { type Search, useSetText, useText } from '../lib/url.ts'
import type { Column, ListConfig, Page } from './config.ts'
import { Export, useExport } from './export.tsx'
import { Filters } from './filters.tsx'
import { buildQuery } from './query.ts'
import styles from './list.module.css'

const ROWS = 25
/** Skeleton widths in percent. */
const WIDTHS = [72, 88, 64, 80, 92, 68, 84, 76, 60, 90]

interface ListProps<Row> {
  readonly config: ListConfig<Row>
  readonly actions?: ReactNode
  /** Under the title: the list's content. */
  readonly note?: ReactNode
}

/** A list whose filters, columns and place are in the URL. */
export function List<Row>({ config, actions, note }: ListProps<Row>) {
  const list = useList(config)
  const { page, columns, filters, exporting, filterBy, chooseColumns } = list
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <div className={styles.head}>
        {config.isPart ? <h2>{config.title}</h2> : <h1>{config.title}</h1>}
        <div className={styles.actions}>
          <ColumnMenu columns={config.columns} shown={columns} choose={chooseColumns} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={exporting.start}
            disabled={exporting.isRunning || !page.data?.data.length}
          >
            Export
          </Button>
          {actions}
        </div>
      </div>
      {note !== undefined && <p className={`faint ${styles.note}`}>{note}</p>}
      <Export state={exporting} />
      <Filters filters={config.filters} values={filters} change={filterBy} />
      <section className={`card ${styles.card}`} aria-busy={page.isFetching}>
        {page.isError ? (
          <Failed error={page.error} />
        ) : page.data?.data.length === 0 ? (
          isFiltered ? (
            <NoMatch removeFilters={() => filterBy({})} />
          ) : (
            <Empty {...config.empty} />
          )
        ) : (
          <Table
            config={config}
            columns={columns}
            page={page.data}
            isStale={page.isPlaceholderData}
          />
        )}
      </section>
      <Pages {...list} />
    </>
  )
}

/** The page of the list that the URL names, and the ways to another one. */
function useList<Row>(config: ListConfig<Row>) {
  const search = useText()
  const change = useSetText()
  const { starting_after, columns: chosen, ...filters } = search
  const { time_zone } = usePreferences()
  const wanted = buildQuery(config.filters, filters, time_zone)
  const query = { ...wanted, limit: ROWS, ...(starting_after ? { starting_after } : {}) }
  const page = useQuery({
    queryKey: [config.resource, config.name, query],
    queryFn: () => config.read(query),
    placeholderData: keepPreviousData,
  })
  return {
    page,
    filters,
    columns: shownColumns(config.columns, chosen),
    exporting: useExport(config, wanted),
    isFirst: !starting_after,
    filterBy: (values: Search) => change({ ...values, ...(chosen ? { columns: chosen } : {}) }),
    chooseColumns: (columns: string) => change({ ...search, columns }),
    openNext() {
      const last = page.data?.data.at(-1)
      if (last) change({ ...search, starting_after: config.idOf(last) })
    },
  }
}

type PagesProps = Pick<ReturnType<typeof useList>, 'page' | 'isFirst' | 'openNext'>

function Pages({ page, isFirst, openNext }: PagesProps) {
  if (!page.data?.data.length) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
      <span className="faint num">{countText(page.data)}</span>
      <Button variant="default" disabled={isFirst} onClick={() => history.back()}>
        Previous
      </Button>
      <Button
        variant="default"
        disabled={!page.data.has_more || page.isPlaceholderData}
        onClick={openNext}
      >
        Next
      </Button>
    </nav>
  )
}

function countText({ total_count, total_count_relation }: Page<unknown>): string {
  const count = wholeNumber(total_count)
  return total_count_relation === 'gte' ? `More than ${count}` : `${count} in all`
}

function shownColumns<Row>(columns: readonly Column<Row>[], chosen: string | undefined) {
  if (chosen === undefined) return columns.filter(({ isOptional }) => !isOptional)
  const ids = chosen.split(',')
  return columns.filter(({ id }) => ids.includes(id))
}

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  choose: (ids: string) => void
}

function ColumnMenu<Row>({ columns, shown, choose }: ColumnMenuProps<Row>) {
  const toggle = (id: string) => {
    const ids = columns
      .filter((column) => (column.id === id) !== shown.includes(column))
      .map((column) => column.id)
    if (ids.length > 0) choose(ids.join(','))
  }
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={shown.includes(column)}
            onChange={() => toggle(column.id)}
          >
            {column.title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TableProps<Row> {
  config: ListConfig<Row>
  columns: readonly Column<Row>[]
  page: Page<Row> | undefined
  isStale: boolean
}

function Table<Row>({ config, columns, page, isStale }: TableProps<Row>) {
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)
  const open = (row: Row) => {
    const target = config.target(row)
    if (target !== undefined) void navigate(target)
  }
  const onKey = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(row)
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(body.current?.rows ?? [])]
    rows[rows.indexOf(event.currentTarget) + step]?.focus()
  }
  return (
    <div className={styles.scroll}>
      <table className={styles.table} data-stale={isStale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={cellClass(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {page === undefined
            ? WIDTHS.map((width) => <Waiting key={width} columns={columns} width={width} />)
            : page.data.map((row) => (
                <tr
                  key={config.idOf(row)}
                  tabIndex={0}
                  onClick={() => open(row)}
                  onKeyDown={(event) => onKey(event, row)}
                >
                  {columns.map((column) => (
                    <td key={column.id} className={cellClass(column)}>
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

function cellClass<Row>({ isNumber, isWide }: Column<Row>): string {
  return [isNumber && styles.number, isWide && styles.wide].filter(Boolean).join(' ')
}

interface WaitingProps<Row> {
  columns: readonly Column<Row>[]
  width: number
}

/** A row's skeleton, in a row's height. */
function Waiting<Row>({ columns, width }: WaitingProps<Row>) {
  return (
    <tr aria-hidden>
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          <Skeleton height={14} width={`${width}%`} radius="sm" my={4} />
        </td>
      ))}
    </tr>
  )
}

function NoMatch({ removeFilters }: { removeFilters: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>Nothing matches these filters</h2>
      <p className="faint">Widen them, or look at everything.</p>
      <Button variant="default" onClick={removeFilters}>
        Remove all filters
      </Button>
    </div>
  )
}
