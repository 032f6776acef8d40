// Two views for a change: a form on a page, and a dialog.
import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import {
  type Change,
  type ChangeProps,
  type Checked,
  isUnknown,
  type Run,
  useChange,
} from './change.ts'
import { ErrorAlert } from './error_alert.tsx'
import styles from './form.module.css'

/** The form as its view needs it. */
interface Fillable {
  readonly all: ReactNode
  readonly isShown: boolean
}

interface ApiFormProps {
  readonly change: Omit<Change, 'send'>
  readonly form?: Fillable | undefined
  /** On the button, with the amount: `Refund €48.90`. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly isReady?: boolean
  /** Replaces the form's fields in their order. */
  readonly children?: ReactNode
  /** Before the button that sends. */
  readonly aside?: ReactNode
  /** For a page, whose fields are in cards. */
  readonly className?: string | undefined
  /** Beside a page's fields. */
  readonly preview?: ReactNode
}

/** The fields, the error unless a field shows it, and the button. Nothing can be edited while the outcome is unknown. */
export function ApiForm(props: ApiFormProps) {
  const { change, form, verb, isDangerous = false, isReady = true, children, aside } = props
  const { className, preview } = props
  const { error, isPending, isFixed } = change
  const isShown = form?.isShown === true && !isUnknown(error)
  const submit = (event: FormEvent) => (isReady ? change.submit(event) : event.preventDefault())
  return (
    <form onSubmit={submit} className={className ?? styles.form} noValidate>
      <fieldset disabled={isFixed} className={className ? styles.plain : styles.fields}>
        {children ?? form?.all}
      </fieldset>
      {preview && <aside>{preview}</aside>}
      <div className={styles.foot}>
        <ErrorAlert error={isShown ? null : error} />
        <Group justify="flex-end">
          {aside}
          <Button
            type="submit"
            color={isDangerous ? 'red' : 'teal'}
            loading={isPending}
            disabled={!isReady}
          >
            {error && !isShown ? `Try again: ${verb}` : verb}
          </Button>
        </Group>
      </div>
    </form>
  )
}

export interface ActionProps<Send extends Run>
  extends ChangeProps<Send>,
    Omit<ApiFormProps, 'change' | 'form' | 'aside'> {
  readonly title: string
  readonly size?: 'md' | 'lg' | 'xl'
  /** Beside a button that cancels something, `Cancel` would be ambiguous. */
  readonly leave?: 'Cancel' | 'Close'
  readonly form?: (Checked & Fillable) | undefined
  close: () => void
}

/** A dialog that sends a change. A click outside loses nothing that was entered. */
export function Action<Send extends Run>(props: ActionProps<Send>) {
  const { title, size = 'md', leave = 'Cancel', form, close } = props
  const change = useChange(props)
  const { isPending } = change
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      centered={form === undefined}
      closeOnClickOutside={!isPending && form === undefined}
      closeOnEscape={!isPending}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ApiForm
        {...props}
        change={change}
        aside={
          <Button variant="default" onClick={close} disabled={isPending}>
            {leave}
          </Button>
        }
      />
    </Modal>
  )
}
