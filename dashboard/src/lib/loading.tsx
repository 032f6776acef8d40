import { Box, Skeleton } from '@mantine/core'
import styles from './loading.module.css'
import { Loading } from './loading_region.tsx'

/** A card's skeleton: its title and a few lines. */
export function LoadingCard({ height, isInGrid }: { height: number; isInGrid?: true }) {
  return (
    <Box className={`card ${styles.card}`} h={height} {...(isInGrid && { mb: 0 })}>
      <Skeleton height={14} width={120} radius="sm" />
      {[92, 76, 84].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} radius="sm" />
      ))}
    </Box>
  )
}

/** Skeleton rows in a card. */
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
