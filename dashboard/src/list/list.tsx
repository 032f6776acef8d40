import { Button, Menu, Skeleton } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { Failed } from '../frame/failed.tsx'
import { Empty } from '../lib/empty.tsx'
import { LinkButton } from '../lib/links.tsx'
import { type Search, useSetText, useText } from '../lib/url.ts'
import { SaveView } from '../views/save.tsx'
import { toListName } from '../views/read.ts'
import { ViewTabs } from '../views/tabs.tsx'
import type { Column, ListConfig, Page } from './config.ts'
import { Export, useExport } from './export.tsx'
import { ExportMenu } from './export_menu.tsx'
import { isSet, withoutAll } from './filter_names.ts'
import { Filters } from './filters.tsx'
import { findPages, Pages } from './pages.tsx'
import { useApiFilters } from './api_filters.ts'
import { Head } from './head.tsx'
import { cellClass, Row } from './row.tsx'
import { findTab, Tabs } from './tabs.tsx'
import styles from './list.module.css'

const ROWS = 25
/** Skeleton widths in percent. */
const WIDTHS = [72, 88, 64, 80, 92, 68, 84, 76, 60, 90]

interface ListProps<Data> {
  readonly config: ListConfig<Data>
  readonly actions?: ReactNode
  /** Under the title: the list's content. */
  readonly note?: ReactNode
  /** Under the title: something that needs attention. */
  readonly banner?: ReactNode
}

/** A list whose filters, columns and place are in the URL. */
export function List<Data>({ config, actions, note, banner }: ListProps<Data>) {
  const list = useList(config)
  const { page, columns, filters, exporting, filterBy, chooseColumns } = list
  const name = toListName(config.name)
  const isFiltered = config.filters.some((filter) => isSet(filter, filters))
  const emptyTab = config.tabs?.find(({ search }) => isSame(search, filters))?.empty
  return (
    <>
      <div className={styles.head}>
        {config.isPart ? <h2>{config.title}</h2> : <h1>{config.title}</h1>}
        <div className={styles.actions}>
          {name && <SaveView list={name} search={list.firstPage} />}
          <ColumnMenu
            columns={config.columns.filter(({ isAction }) => !isAction)}
            shown={columns}
            choose={chooseColumns}
          />
          <ExportMenu
            filters={config.filters}
            values={filters}
            isEmpty={!page.data?.data.length}
            exporting={exporting}
          />
          {actions}
        </div>
      </div>
      {note !== undefined && <p className={`faint ${styles.note}`}>{note}</p>}
      {banner}
      <Export state={exporting} />
      {config.tabs && <Tabs tabs={config.tabs} values={filters} columns={list.chosen} />}
      {name && <ViewTabs list={name} search={list.firstPage} />}
      <Filters filters={config.filters} values={filters} change={filterBy} />
      <section className={`card ${styles.card}`} aria-busy={page.isFetching}>
        {isTooLong(page.error) ? (
          <TooLong />
        ) : page.isError ? (
          <Failed error={page.error} />
        ) : page.data?.data.length === 0 ? (
          list.isAtPlace ? (
            <NoRows search={list.firstPage} />
          ) : emptyTab ? (
            <Empty {...emptyTab} />
          ) : isFiltered ? (
            <NoMatch removeFilters={() => filterBy(withoutAll(config.filters, filters))} />
          ) : (
            <Empty {...config.empty} />
          )
        ) : (
          <Table
            config={config}
            columns={columns}
            search={list.firstPage}
            page={page.data}
            isStale={page.isPlaceholderData}
          />
        )}
      </section>
      <Pages page={page.data} links={list.links} />
    </>
  )
}

/** The page of the list that the URL names, and the ways to another one. */
function useList<Data>(config: ListConfig<Data>) {
  const search = useText()
  const change = useSetText()
  const { starting_after, ending_before, columns: chosen, ...own } = search
  const [first_tab] = config.tabs ?? []
  const filters: Search = Object.keys(own).length > 0 ? own : { ...first_tab?.search }
  const wanted = useApiFilters(filters)
  const place = {
    ...(starting_after && { starting_after }),
    ...(ending_before && { ending_before }),
  }
  const query = { ...wanted, limit: ROWS, ...place }
  const page = useQuery({
    queryKey: [config.resource, config.name, query],
    queryFn: () => config.read(query),
    placeholderData: keepPreviousData,
    refetchInterval: config.poll_ms ?? false,
    enabled: wanted !== undefined,
  })
  const { data = [], has_more = false } = page.data ?? {}
  const [first, last] = [data[0], data.at(-1)].map((row) => row && config.idOf(row))
  return {
    page,
    filters,
    chosen,
    columns: shownColumns(config, chosen, filters),
    exporting: useExport(config),
    isAtPlace: Object.keys(place).length > 0,
    firstPage: { ...filters, ...(chosen ? { columns: chosen } : {}) },
    // Until the next page has been read, its links lead to itself.
    links: page.isPlaceholderData
      ? { previous: search, next: search }
      : findPages(search, has_more, first, last),
    filterBy: (values: Search) => change({ ...values, ...(chosen ? { columns: chosen } : {}) }),
    chooseColumns: (columns: string) => change({ ...search, columns }),
  }
}

function isSame(one: Search, other: Search): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => one[name] === other[name])
}

function shownColumns<Data>(
  { columns, tabs = [] }: ListConfig<Data>,
  chosen: string | undefined,
  filters: Search,
) {
  const { columns: more = [] } = findTab(tabs, filters) ?? {}
  if (chosen === undefined) {
    return columns.filter(({ id, isOptional }) => !isOptional || more.includes(id))
  }
  const ids = chosen.split(',')
  return columns.filter(({ id, isAction }) => isAction || ids.includes(id))
}

interface ColumnMenuProps<Data> {
  columns: readonly Column<Data>[]
  shown: readonly Column<Data>[]
  choose: (ids: string) => void
}

function ColumnMenu<Data>({ columns, shown, choose }: ColumnMenuProps<Data>) {
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

interface TableProps<Data> {
  config: ListConfig<Data>
  columns: readonly Column<Data>[]
  search: Search
  page: Page<Data> | undefined
  isStale: boolean
}

function Table<Data>({ config, columns, search, page, isStale }: TableProps<Data>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} data-stale={isStale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} search={search} />
            ))}
          </tr>
        </thead>
        <tbody>
          {page === undefined
            ? WIDTHS.map((width) => <Waiting key={width} columns={columns} width={width} />)
            : page.data.map((row) => (
                <Row
                  key={config.idOf(row)}
                  row={row}
                  columns={columns}
                  target={config.target(row)}
                />
              ))}
        </tbody>
      </table>
    </div>
  )
}

interface WaitingProps<Data> {
  columns: readonly Column<Data>[]
  width: number
}

/** A row's skeleton, in a row's height. */
function Waiting<Data>({ columns, width }: WaitingProps<Data>) {
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

/** The API reads only so many entries for filters that have no index. */
function isTooLong(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 400 && error.field === 'created_gte'
}

function TooLong() {
  return (
    <div className={styles.empty} role="alert">
      <h2>Too few of the first entries match these filters</h2>
      <p className="faint">
        Only the first entries in this order are searched for them. Choose a shorter period with the
        filter “Created”, or add a filter by customer, e-mail or status.
      </p>
    </div>
  )
}

function NoMatch({ removeFilters }: { removeFilters: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>Nothing matches these filters</h2>
      <p className="faint">Widen them, or look at everything.</p>
      <Button variant="default" onClick={removeFilters}>
        Clear all filters
      </Button>
    </div>
  )
}

/** A shared URL can lead behind the last row. */
function NoRows({ search }: { search: Search }) {
  return (
    <div className={styles.empty}>
      <h2>Nothing on this page</h2>
      <p className="faint">The list ends before it.</p>
      <LinkButton variant="default" to="." search={() => search}>
        Open the first page
      </LinkButton>
    </div>
  )
}
