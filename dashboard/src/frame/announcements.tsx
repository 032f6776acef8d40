import { Notification } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type Announcement, dismiss, useAnnouncements } from './announce.tsx'
import styles from './announce.module.css'

const SHOWN_MS = 7_000

export function Announcements() {
  const list = useAnnouncements()
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
