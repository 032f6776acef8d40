// Views of one list: each sets filters or an order in the URL, so that a tab is a link like any other.
import { Link } from '@tanstack/react-router'
import type { Search } from '../lib/url.ts'
import type { Tab } from './config.ts'
import styles from '../lib/sections.module.css'

/** The parameters that tabs set. */
function ownNames(tabs: readonly Tab[]): Set<string> {
  return new Set(tabs.flatMap(({ search }) => Object.keys(search)))
}

/** The tab whose parameters are in the URL, and no other tab's. */
export function findTab(tabs: readonly Tab[], values: Search): Tab | undefined {
  const names = [...ownNames(tabs)]
  return tabs.find(({ search }) => names.every((name) => search[name] === values[name]))
}

interface TabsProps {
  readonly tabs: readonly Tab[]
  /** The filters that apply. */
  readonly values: Search
  /** Stays as it is on every tab. */
  readonly columns: string | undefined
}

export function Tabs({ tabs, values, columns }: TabsProps) {
  const names = ownNames(tabs)
  const current = findTab(tabs, values)
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
  return (
    <nav className={styles.sections} aria-label="Views">
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          to="."
          search={() => ({ ...rest, ...tab.search, ...(columns ? { columns } : {}) })}
          className={tab === current ? styles.on : undefined}
          aria-current={tab === current ? 'page' : undefined}
          // The router marks a link to the same path as the current page.
          activeProps={{ 'aria-current': tab === current ? 'page' : undefined }}
        >
          {tab.name}
        </Link>
      ))}
    </nav>
  )
}
