import { Button, CopyButton, Group, Modal } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './shown_once.module.css'

interface ShownOnceProps {
  readonly title: string
  readonly secret: string
  /** Says where to store it, and what to do if it is lost. */
  readonly children: ReactNode
  close: () => void
}

/** A key or secret that the API returns only once. Only its button closes the dialog, so that no slip loses it. */
export function ShownOnce({ title, secret, children, close }: ShownOnceProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.warning}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        <span>Copy it now. It is shown only this once, and nobody can show it again.</span>
      </p>
      <code className={styles.secret} data-testid="secret">
        {secret}
      </code>
      <div className={styles.about}>{children}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          I have stored it
        </Button>
        <CopyButton value={secret} timeout={4_000}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Modal>
  )
}
