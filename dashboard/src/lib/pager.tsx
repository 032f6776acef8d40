import { Button, type ButtonProps } from '@mantine/core'
import { LinkButton } from './links.tsx'
import styles from './table.module.css'
import { type Search, useText } from './url.ts'

interface Place {
  readonly starting_after?: string
  readonly ending_before?: string
}

/** The sides of a page on which its list goes on. `has_more` is about the direction in which the page was read. */
export function findNeighbours(
  { starting_after, ending_before }: Partial<Record<keyof Place, string | undefined>>,
  has_more: boolean,
) {
  const isBackward = ending_before !== undefined
  return {
    hasPrevious: isBackward ? has_more : starting_after !== undefined,
    hasNext: isBackward || has_more,
  }
}

interface PageLinkProps extends Pick<ButtonProps, 'size'> {
  readonly name: string
  /** Of the page's URL; undefined if there is no such page. */
  readonly search: Search | undefined
  readonly resetScroll?: boolean
}

export function PageLink({ name, search, resetScroll = true, ...look }: PageLinkProps) {
  if (search === undefined) {
    return (
      <Button variant="default" disabled {...look}>
        {name}
      </Button>
    )
  }
  return (
    <LinkButton variant="default" to="." search={() => search} resetScroll={resetScroll} {...look}>
      {name}
    </LinkButton>
  )
}

/** A short table's place, in the URL under its own name, such as `payments_after`. */
export function usePlace(of: string): Place {
  const { [`${of}_after`]: starting_after, [`${of}_before`]: ending_before } = useText()
  if (starting_after !== undefined) return { starting_after }
  return ending_before === undefined ? {} : { ending_before }
}

interface PagerProps {
  /** The rows' name, as for `usePlace`. */
  readonly of: string
  readonly has_more: boolean
  /** The first and the last row's id. */
  readonly first: string | undefined
  readonly last: string | undefined
}

/** Previous and next; nothing if everything is on one page. */
export function Pager({ of, has_more, first, last }: PagerProps) {
  const { [`${of}_after`]: _, [`${of}_before`]: __, ...rest } = useText()
  const { hasPrevious, hasNext } = findNeighbours(usePlace(of), has_more)
  if (!hasPrevious && !hasNext) return null
  const look = { size: 'compact-sm', resetScroll: false }
  const previous = hasPrevious && first ? { ...rest, [`${of}_before`]: first } : undefined
  const next = hasNext && last ? { ...rest, [`${of}_after`]: last } : undefined
  return (
    <nav className={styles.pager} aria-label={`Pages of ${of}`}>
      <PageLink name="Previous" search={previous} {...look} />
      <PageLink name="Next" search={next} {...look} />
    </nav>
  )
}
