import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Target } from '../lib/url.ts'
import styles from './bars.module.css'

export interface Bar {
  readonly key: string
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
  readonly text: string
  /** The counted objects, such as `38 payments`. */
  readonly about?: string
  readonly target?: Target
}

/** Names, bars in one colour, and their values as text: no legend is needed. */
export function Bars({
  bars,
  empty,
  isNarrow = false,
}: {
  bars: readonly Bar[]
  empty: string
  /** The bar stands under its name. */
  isNarrow?: boolean
}) {
  if (bars.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ul className={styles.list} data-narrow={isNarrow}>
      {bars.map(({ key, name, share, text, about, target }) => (
        <li key={key}>
          <span className={styles.name} title={name}>
            {target === undefined ? name : <Link {...target}>{name}</Link>}
          </span>
          <span className={styles.track} aria-hidden>
            <Box component="i" w={`${100 * share}%`} />
          </span>
          <b className="num">
            <bdi>{text}</bdi>
          </b>
          {about !== undefined && (
            <small className="num">
              <bdi>{about}</bdi>
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
