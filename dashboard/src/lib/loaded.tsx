import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'
import { Failed } from '../frame/failed.tsx'
import { pickListPage } from '../frame/pages.ts'
import { useId } from './url.ts'
import { Columns } from './details.tsx'
import { Crumb } from './head.tsx'
import { LoadingCard, LoadingRows } from './loading.tsx'
import { Loading } from './loading_region.tsx'
import { Unread } from './table.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** Shown while loading; a detail page's skeleton by default. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** A query's data, a skeleton before it, and a retry when it fails. Old data stays during a refetch. */
export function Loaded<Data>({ query, waiting, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Loading>{waiting ?? <Outline />}</Loading>
  return (
    <>
      {waiting === undefined && <Place />}
      <section className="card">
        <Failed error={query.error} />
      </section>
    </>
  )
}

/** Breadcrumb for a page whose data failed to load. */
function Place() {
  const id = useId()
  const list = pickListPage(useLocation().pathname)
  return list && id !== '' ? <Crumb list={list} id={id} /> : null
}

/** The same inside a card, whose other parts stay. */
export function LoadedRows<Data>({ query, children }: Omit<LoadedProps<Data>, 'waiting'>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Unread error={query.error} retry={() => void query.refetch()} />
  return <LoadingRows />
}

/** A detail page's skeleton: breadcrumb, title, facts, and two columns with cards. */
function Outline() {
  return (
    <>
      <Skeleton height={20} width={240} />
      <Skeleton height={36} width={320} mt={8} mb={20} />
      <LoadingCard height={78} />
      <Columns main={<LoadingCard height={260} />} side={<LoadingCard height={320} />} />
    </>
  )
}
