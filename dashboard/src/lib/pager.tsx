import { Button } from '@mantine/core'
import styles from './table.module.css'
import { useSetText, useText } from './url.ts'

/** A short table's place: its `starting_after`, in the URL under its own name. */
export function usePlace(name: string): string | undefined {
  return useText()[name]
}

interface PagerProps {
  /** As for `usePlace`. */
  readonly name: string
  readonly has_more: boolean
  /** The last row's id. */
  readonly last: string | undefined
  /** The rows' name for screen readers, such as `payments`. */
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
