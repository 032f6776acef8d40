// Ctrl K: finds objects by any part of them and pages by their names, and runs actions.
import { Kbd, Modal, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Finder } from './finder.tsx'
import styles from './palette.module.css'

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

export function Palette({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={760}
      yOffset="10vh"
      title="Find anything"
      classNames={{ header: styles.header ?? '' }}
    >
      <Finder close={close} />
    </Modal>
  )
}
