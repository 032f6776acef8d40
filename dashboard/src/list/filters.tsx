import { Button, Menu, Popover } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useDayZone } from '../lib/clock.ts'
import { usePreferences } from '../lib/preferences.ts'
import type { Search } from '../lib/url.ts'
import type { Filter } from './config.ts'
import { isSet, valueName, without, withoutAll } from './filter_names.ts'
import styles from './filters.module.css'

/** Loaded once the list is shown: its fields are a large part of the first page. */
const loadEditor = async () => ({ default: (await import('./editors.tsx')).Editor })
const Editor = lazy(loadEditor)

interface FiltersProps {
  filters: readonly Filter[]
  values: Search
  change: (values: Search) => void
}

/** Each filter that applies is a chip; the others are behind one button. */
export function Filters({ filters, values, change }: FiltersProps) {
  const [editing, setEditing] = useState<string>()
  useEffect(() => void loadEditor(), [])
  const set = filters.filter((filter) => isSet(filter, values))
  const shown = filters.filter((filter) => set.includes(filter) || filter.name === editing)
  const free = filters.filter((filter) => !shown.includes(filter))
  const replace = (filter: Filter, own: Search, isOpen = false) => {
    if (!isOpen) setEditing(undefined)
    const next = Object.entries({ ...without(filter, values), ...own })
    change(Object.fromEntries(next.filter(([, value]) => value !== undefined)))
  }
  return (
    <div className={styles.row} role="group" aria-label="Filters">
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          values={values}
          isOpen={editing === filter.name}
          open={(isOpen) => setEditing(isOpen ? filter.name : undefined)}
          set={(own, isOpen) => replace(filter, own, isOpen)}
        />
      ))}
      {free.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
            >
              Add filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map(({ name, title }) => (
              <Menu.Item key={name} onClick={() => setEditing(name)}>
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {set.length > 1 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => change(withoutAll(set, values))}
        >
          Clear all
        </Button>
      )}
    </div>
  )
}

interface ChipProps {
  filter: Filter
  values: Search
  isOpen: boolean
  open: (isOpen: boolean) => void
  set: (values: Search, isOpen?: boolean) => void
}

function Chip({ filter, values, isOpen, open, set }: ChipProps) {
  const { locale } = usePreferences()
  const value = valueName(filter, values, { locale, time_zone: useDayZone() })
  return (
    <Popover opened={isOpen} onChange={open} position="bottom-start" trapFocus returnFocus>
      <span className={styles.chip}>
        <Popover.Target>
          <button type="button" onClick={() => open(!isOpen)}>
            {filter.title}
            {value !== undefined && <b>{value}</b>}
          </button>
        </Popover.Target>
        {value !== undefined && (
          <button
            type="button"
            aria-label={`Remove the filter ${filter.title}`}
            onClick={() => set({})}
          >
            <IconX size={14} />
          </button>
        )}
      </span>
      <Popover.Dropdown>
        <Suspense>
          <Editor filter={filter} values={values} set={set} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
