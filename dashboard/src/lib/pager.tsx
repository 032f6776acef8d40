import { Button } from '@mantine/core'
import styles from './table.module.css'
import { useSetText, useText } from './url.ts'

/** Where a short table on a page is: `starting_after` of its query, in the URL under a name of its own. */
export function usePlace(name: string): string | undefined {
  return useText()[name]
}

interface PagerProps {
  /** As for `usePlace`. */
  readonly name: string
  readonly has_more: boolean
  /** The id of the last row. */
  readonly last: string | undefined
  /** What the pages consist of, for people who cannot see the table: `payments`. */
  readonly of: string
}

/** Previous and next; nothing if everything is on one page. */
export function Pager({ name, has_more, last, of }: PagerProps) {
  const search = useText()
  const change = useSetText()
  const isFirst = search[name] === undefined
  if (isFirst && !has_more) return null
  const next = { ...search, [name]: last }
  return (
    <nav className={styles.pager} aria-label={`Pages of ${of}`}>
      <Button size="compact-sm" variant="default" disabled={isFirst} onClick={() => history.back()}>
        Previous
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!has_more}
        onClick={() => change(next, { resetScroll: false })}
      >
        Next
      </Button>
    </nav>
  )
}
