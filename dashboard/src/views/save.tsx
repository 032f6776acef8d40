import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Search } from '../lib/url.ts'
import { type ListName, toQuery, useViews, viewSearch } from './read.ts'

const Save = lazy(async () => ({ default: (await import('./dialogs.tsx')).Save }))

/** Offered while there is something to save that is not saved yet. */
export function SaveView({ list, search }: { list: ListName; search: Search }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const query = toQuery(search)
  const isSaved = useViews().some(
    (view) => toQuery(viewSearch(view)) === query && view.list === list,
  )
  if (query === '' || isSaved) return null
  return (
    <>
      <Button variant="default" leftSection={<IconBookmark size={16} />} onClick={open}>
        Save view
      </Button>
      {isOpen && (
        <Suspense>
          <Save list={list} query={query} close={close} />
        </Suspense>
      )}
    </>
  )
}
