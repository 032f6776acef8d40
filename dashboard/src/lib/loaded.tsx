import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed } from '../frame/failed.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** In place of what is not here yet; the shape of a detail page unless given. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query answers; a skeleton before it, and what to do when it fails. Old data stays while new data is read. */
export function Loaded<Data>({ query, waiting = <Outline />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failed error={query.error} />
  return (
    <div role="status" aria-label="Loading">
      {waiting}
    </div>
  )
}

function Outline() {
  return (
    <div style={{ display: 'grid', gap: 20 }}>
      <Skeleton height={18} width={240} />
      <Skeleton height={34} width={320} />
      <Skeleton height={76} radius={12} />
      <Skeleton height={280} radius={12} />
    </div>
  )
}
