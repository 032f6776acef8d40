// An action that changes something: it names its amount, is sent once under an Idempotency-Key, and shows its outcome.
import { Alert, Button, Group, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { refetchChanged } from '../api/queries.ts'
import { announce } from '../frame/announce.tsx'
import styles from './form.module.css'
import { FormError } from './form.tsx'

export interface ActionProps<Answer> {
  readonly title: string
  /** On the button, with the amount: `Refund €48.90`. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly isReady?: boolean
  /** What is asked for, and what will happen. */
  readonly children: ReactNode
  /** The same key until there is an answer, so that a retry never acts twice. */
  run: (key: string) => Promise<Answer>
  /** What to say when it is done. */
  done: (answer: Answer) => string
  /** Where to go when it is done, before what is left of the page is read again. */
  after?: (answer: Answer) => Promise<void>
  /** Of a form: keeps the error for `useForm`; null when it is sent again. */
  failed?: (error: Error | null) => void
  /** The fields that show their own faults. */
  readonly fields?: readonly string[]
  close: () => void
}

export function Action<Answer>(props: ActionProps<Answer>) {
  const { title, verb, isDangerous = false, isReady = true, children, fields = [] } = props
  const { run, done, after, failed, close } = props
  const [key, setKey] = useState(() => crypto.randomUUID())
  const action = useMutation({
    mutationFn: () => run(key),
    onMutate: () => failed?.(null),
    async onSuccess(answer) {
      await after?.(answer)
      await refetchChanged()
      announce('done', done(answer))
      close()
    },
    async onError(error) {
      failed?.(error)
      // A refusal is final, so another attempt is another request. Without an answer it stays the same one.
      if (!isUnknown(error)) setKey(crypto.randomUUID())
      // Somebody else may have changed the object: the page behind shows what it is now.
      await refetchChanged()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!action.isPending && isReady) action.mutate()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      closeOnClickOutside={!action.isPending}
      closeOnEscape={!action.isPending}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className="stack" onSubmit={submit}>
        <fieldset disabled={action.isPending || isUnknown(action.error)} className={styles.fields}>
          {children}
        </fieldset>
        {action.error && isUnknown(action.error) ? (
          <Alert color="red" role="alert">
            {explain(action.error)}
          </Alert>
        ) : (
          <FormError error={action.error} fields={fields} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={action.isPending}>
            Close
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red' : 'teal'}
            loading={action.isPending}
            disabled={!isReady}
          >
            {action.error ? `Try again: ${verb}` : verb}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** Whether the request may have been carried out although no answer says so. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

export function explain(error: Error): string {
  if (!isUnknown(error)) return error.message
  return `${error.message} It is not known whether this was carried out. Try again: the same request is never carried out twice.`
}
