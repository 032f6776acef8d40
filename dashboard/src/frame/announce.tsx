// Short messages about what just happened. They are read out, and stay until they are closed or seven seconds are over.
import { Notification } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import styles from './announce.module.css'

interface Announcement {
  readonly key: number
  readonly kind: 'done' | 'failed'
  readonly text: string
}

const SHOWN_MS = 7_000
let shown: readonly Announcement[] = []
let last = 0
const listeners = new Set<() => void>()

function replace(next: readonly Announcement[]): void {
  shown = next
  for (const listener of listeners) listener()
}

export function announce(kind: Announcement['kind'], text: string): void {
  last += 1
  replace([...shown.slice(-2), { key: last, kind, text }])
}

function dismiss(key: number): void {
  replace(shown.filter((each) => each.key !== key))
}

export function Announcements() {
  const list = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {list.map((each) => (
        <Entry key={each.key} id={each.key} kind={each.kind} text={each.text} />
      ))}
    </div>
  )
}

function Entry({ id, kind, text }: Omit<Announcement, 'key'> & { id: number }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  const isDone = kind === 'done'
  return (
    <Notification
      color={isDone ? 'teal' : 'red'}
      icon={isDone ? <IconCheck size={18} /> : <IconX size={18} />}
      onClose={() => dismiss(id)}
      closeButtonProps={{ 'aria-label': 'Close this message' }}
      withBorder
    >
      {text}
    </Notification>
  )
}
