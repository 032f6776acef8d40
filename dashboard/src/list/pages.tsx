import { wholeNumber } from '../lib/numbers.ts'
import { findNeighbours, PageLink } from '../lib/pager.tsx'
import type { Search } from '../lib/url.ts'
import type { Page } from './config.ts'
import styles from './list.module.css'

/** The search of the URL that each link leads to; undefined where there is no such page. */
export interface PageLinks {
  readonly previous: Search | undefined
  readonly next: Search | undefined
}

/** Finds the neighbours of a page from its own place and its first and last row. */
export function findPages(
  { starting_after, ending_before, ...rest }: Search,
  has_more: boolean,
  first: string | undefined,
  last: string | undefined,
): PageLinks {
  const { hasPrevious, hasNext } = findNeighbours({ starting_after, ending_before }, has_more)
  return {
    previous: hasPrevious && first !== undefined ? { ...rest, ending_before: first } : undefined,
    next: hasNext && last !== undefined ? { ...rest, starting_after: last } : undefined,
  }
}

export function Pages({ page, links }: { page: Page<unknown> | undefined; links: PageLinks }) {
  if (!page?.data.length) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
      <span className="faint num">{countText(page)}</span>
      <PageLink name="Previous" search={links.previous} />
      <PageLink name="Next" search={links.next} />
    </nav>
  )
}

function countText({ total_count, total_count_relation }: Page<unknown>): string {
  const count = wholeNumber(total_count)
  return total_count_relation === 'gte' ? `More than ${count}` : `${count} in all`
}
