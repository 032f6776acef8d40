import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import styles from './settings.module.css'

interface SaveBarProps {
  /** The number of unsaved changes, or the error; undefined without changes. */
  readonly text: string | undefined
  readonly error: Error | null
  readonly isSaving: boolean
  save: () => void
  discard: () => void
}

/** Shown at the bottom while changes are unsaved. Leaving the page asks first. */
export function SaveBar({ text, error, isSaving, save, discard }: SaveBarProps) {
  const isChanged = text !== undefined
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  if (!isChanged) return null
  return (
    <>
      <div className={styles.bar} role="status" data-failed={error !== null}>
        <span>{text}</span>
        <Button variant="default" onClick={discard} disabled={isSaving}>
          Discard
        </Button>
        <Button onClick={save} loading={isSaving}>
          Save changes
        </Button>
      </div>
      {blocker.status === 'blocked' && (
        <Modal opened onClose={blocker.reset} title="Leave without saving?" centered>
          <p className="flush above">What you changed on this page is lost.</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={blocker.reset}>
              Stay
            </Button>
            <Button color="red" onClick={blocker.proceed}>
              Leave
            </Button>
          </Group>
        </Modal>
      )}
    </>
  )
}
