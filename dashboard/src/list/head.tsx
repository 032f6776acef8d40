import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Search } from '../lib/url.ts'
import type { Column, Orders } from './config.ts'
import { cellClass } from './row.tsx'
import styles from './list.module.css'

const USUAL = 'newest'

interface HeadProps<Data> {
  readonly column: Column<Data>
  /** Of the list's first page. */
  readonly search: Search
}

/** A column's title: a link to the other order, if the list has one by this column. */
export function Head<Data>({ column, search }: HeadProps<Data>) {
  const { title, orders } = column
  if (orders === undefined) {
    return (
      <th scope="col" className={cellClass(column)}>
        {title}
      </th>
    )
  }
  const sort = findSort(orders, search['order'] ?? USUAL)
  const Arrow = sort === 'ascending' ? IconChevronUp : IconChevronDown
  return (
    <th scope="col" className={cellClass(column)} aria-sort={sort ?? 'none'}>
      <Link
        to="."
        search={() => ({ ...search, order: findNext(orders, sort) })}
        className={styles.sort}
        // The router marks a link to the same path as the current page.
        activeProps={{ 'aria-current': undefined }}
      >
        {title}
        {sort && <Arrow size={13} aria-hidden />}
      </Link>
    </th>
  )
}

function findSort(orders: Orders, order: string): 'ascending' | 'descending' | undefined {
  if (order === orders.ascending) return 'ascending'
  return order === orders.descending ? 'descending' : undefined
}

function findNext({ ascending, descending }: Orders, sort: ReturnType<typeof findSort>): string {
  if (sort === 'ascending') return descending ?? USUAL
  return sort === 'descending' ? ascending : (descending ?? ascending)
}
