import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './loading.module.css'

interface LoadingProps {
  /** What is loading, where a page has several such places. */
  name?: string
  children: ReactNode
}

/** Around the places of what is not here yet: people who do not see them hear that it is loading. */
export function Loading({ name, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" aria-label={name ? `Loading: ${name}` : 'Loading'}>
      {children}
    </div>
  )
}

/** The place of a card: its title and a few lines. */
export function LoadingCard({ height, isInGrid }: { height: number; isInGrid?: true }) {
  return (
    <div
      className={`card ${styles.card}`}
      style={{ height, ...(isInGrid && { marginBlockEnd: 0 }) }}
    >
      <Skeleton height={14} width={120} radius="sm" />
      {[92, 76, 84].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} radius="sm" />
      ))}
    </div>
  )
}

/** The places of a few rows in a card. */
export function LoadingRows({ name, rows = 1 }: { name?: string; rows?: number }) {
  return (
    <Loading {...(name === undefined ? {} : { name })}>
      <div className={styles.rows}>
        {Array.from({ length: rows }, (_, n) => (
          <Skeleton key={n} height={14} radius="sm" />
        ))}
      </div>
    </Loading>
  )
}
