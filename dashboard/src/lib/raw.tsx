import { Anchor, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import styles from './raw.module.css'

/** A button that shows the object exactly as the API answers it. */
export function Raw({ title, value }: { title: string; value: unknown }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const text = JSON.stringify(value, null, 2)
  return (
    <>
      <Anchor component="button" type="button" inherit c="var(--accent)" onClick={open}>
        JSON
      </Anchor>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <pre className={styles.raw}>{text}</pre>
      </Modal>
    </>
  )
}
