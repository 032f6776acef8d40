import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './form.module.css'
import { FormError } from './form.tsx'
import type { Sending } from './send.ts'

interface FormDialogProps {
  readonly title: string
  readonly verb: string
  readonly sending: Sending
  /** Instead of sending at once, such as a check before it. */
  readonly submit?: Sending['submit']
  /** The fields that show their own faults. */
  readonly fields: readonly string[]
  readonly size?: 'md' | 'lg'
  readonly children: ReactNode
  close: () => void
}

/** A form that creates or changes something, over the page. A click outside loses nothing. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, sending, submit = sending.submit, fields, size = 'md', close } = props
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className="stack" onSubmit={submit} noValidate>
        <fieldset disabled={sending.isFixed} className={styles.fields}>
          {props.children}
        </fieldset>
        <FormError error={sending.error} fields={fields} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={sending.isPending}>
            Close
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {verb}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
