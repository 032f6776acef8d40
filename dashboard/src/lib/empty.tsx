import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import styles from './empty.module.css'

export interface EmptyWords {
  readonly title: string
  /** Names the objects that will appear here. */
  readonly text: ReactNode
  /** The way to the first one, for a role that may. */
  readonly next?: { readonly scope: string; readonly text: ReactNode }
}

/** Shown when there are no objects yet. */
export function Empty({ title, text, next }: EmptyWords) {
  const may = useMay()
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{text}</p>
      {next && may(next.scope) && <p>{next.text}</p>}
    </div>
  )
}
