import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Search } from '../lib/url.ts'
import { type ListName, toQuery, useMayChange, useViews, type View, viewSearch } from './read.ts'
import styles from './views.module.css'

const EditView = lazy(async () => ({ default: (await import('./dialogs.tsx')).EditView }))
const DeleteView = lazy(async () => ({ default: (await import('./dialogs.tsx')).DeleteView }))

/** The saved views of a list, as links above it. Without any there is nothing. */
export function ViewTabs({ list, search }: { list: ListName; search: Search }) {
  const views = useViews().filter((view) => view.list === list)
  const mayChange = useMayChange()
  const [open, setOpen] = useState<{ verb: 'edit' | 'delete'; view: View }>()
  const query = toQuery(search)
  const close = () => setOpen(undefined)
  return (
    <>
      {views.length > 0 && (
        <nav className={styles.tabs} aria-label="Saved views">
          <Tab name="All" search={{}} isShown={query === ''} />
          {views.map((view) => {
            const isShown = toQuery(viewSearch(view)) === query
            return (
              <span key={view.view_id}>
                <Tab {...view} search={viewSearch(view)} isShown={isShown} />
                {isShown && mayChange(view) && (
                  <Changes view={view} open={(verb) => setOpen({ verb, view })} />
                )}
              </span>
            )
          })}
        </nav>
      )}
      <Suspense>
        {open?.verb === 'edit' && <EditView view={open.view} close={close} />}
        {open?.verb === 'delete' && <DeleteView view={open.view} close={close} />}
      </Suspense>
    </>
  )
}

interface TabProps {
  readonly name: string
  readonly search: Search
  readonly isShown: boolean
  readonly is_shared?: boolean
}

function Tab({ name, search, isShown, is_shared = false }: TabProps) {
  return (
    <Link
      to="."
      search={() => search}
      activeOptions={{ exact: true, includeSearch: true }}
      className={isShown ? styles.on : undefined}
      aria-current={isShown ? 'page' : undefined}
    >
      <bdi>{name}</bdi>
      {is_shared && (
        <IconUsers size={14} stroke={1.75} role="img" aria-label="(shared with the team)" />
      )}
    </Link>
  )
}

function Changes({ view, open }: { view: View; open: (verb: 'edit' | 'delete') => void }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Change ${view.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open('edit')}>Edit view</Menu.Item>
        <Menu.Item color="red" onClick={() => open('delete')}>
          Delete view
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
