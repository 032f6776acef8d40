// Ctrl K: finds any page by its name, and any object by its id, an e-mail address or a reference.
import { Kbd, Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useMay } from '../api/session.ts'
import { findObjects } from './find.ts'
import type { Target } from '../lib/url.ts'
import styles from './palette.module.css'
import { useSeenPages } from './seen_pages.ts'

export function FindButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton className={styles.button} onClick={onClick}>
      <IconSearch size={16} aria-hidden />
      <span>Find a payment, customer, reference…</span>
      <Kbd size="xs" aria-hidden>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  )
}

interface Entry {
  readonly name: string
  readonly about: string
  readonly target?: Target
  /** Outside the dashboard. */
  readonly href?: string | undefined
}

export function Palette({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      title="Find anything"
      classNames={{ header: styles.header ?? '' }}
    >
      <Finder close={close} />
    </Modal>
  )
}

function Finder({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const navigate = useNavigate()
  const { entries, found } = useEntries(text.trim())
  const open = async ({ target, href }: Entry) => {
    close()
    if (target !== undefined) await navigate(target)
    else window.open(href, '_blank', 'noopener')
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((chosen + step + entries.length) % Math.max(entries.length, 1))
    }
    const entry = entries[chosen]
    if (event.key === 'Enter' && entry) void open(entry)
  }
  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ input: styles.input ?? '' }}
        placeholder="An id, an e-mail address, a reference, or a page"
        aria-label="Find"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={entries[chosen] ? `${list}-${chosen}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <ul id={list} role="listbox" aria-label="Found" className={styles.list}>
        {entries.map((entry, n) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
          <li
            key={`${entry.about} ${entry.name}`}
            id={`${list}-${n}`}
            role="option"
            aria-selected={n === chosen}
            className={n === chosen ? styles.chosen : undefined}
            onMouseMove={() => setChosen(n)}
            onClick={() => void open(entry)}
          >
            <span>{entry.name}</span>
            <small>{entry.about}</small>
          </li>
        ))}
      </ul>
      <p className={styles.hint} role="status">
        {describeResult(found, entries)}
      </p>
    </>
  )
}

/** The pages with such a name, and the objects that the text identifies. */
function useEntries(text: string) {
  const [asked] = useDebouncedValue(text, 250)
  const may = useMay()
  const found = useQuery({
    queryKey: ['find', asked],
    enabled: asked.length > 2,
    queryFn: () => findObjects(asked, may),
  })
  const { all } = useSeenPages()
  const pages = all
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(
      ({ name, to, href }): Entry => ({
        name,
        about: 'Page',
        ...(to === undefined ? { href } : { target: { to } }),
      }),
    )
  const entries: readonly Entry[] = [...(found.data ?? []), ...pages].slice(0, 12)
  return { entries, found }
}

function describeResult(found: UseQueryResult, entries: readonly Entry[]): string {
  if (found.isFetching) return 'Searching…'
  if (found.isError) return found.error.message
  if (entries.length > 0) return '↑ ↓ to choose, Enter to open'
  return 'Nothing was found. An e-mail address, an id or a reference is found only if it is complete.'
}
