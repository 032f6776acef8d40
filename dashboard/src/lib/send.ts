// A form that creates or changes something. It is sent under an Idempotency-Key, so a second try never acts twice.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchChanged } from '../api/queries.ts'
import { isUnknown } from './action.tsx'

export interface Sending {
  readonly error: Error | null
  readonly isPending: boolean
  /** It is being sent, or may have been carried out: what was sent must stay as it is for a second try. */
  readonly isFixed: boolean
  submit: (event: { preventDefault(): void }) => void
}

export function useSend<Answer>(
  run: (key: string) => Promise<Answer>,
  done: (answer: Answer) => void,
): Sending {
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => run(key),
    async onSuccess(answer) {
      setKey(crypto.randomUUID())
      await refetchChanged()
      done(answer)
    },
    onError(failure) {
      // A refusal is final. Without an answer, the next try is the same request.
      if (!isUnknown(failure)) setKey(crypto.randomUUID())
    },
  })
  return {
    error,
    isPending,
    isFixed: isPending || isUnknown(error),
    submit(event) {
      event.preventDefault()
      if (!isPending) mutate()
    },
  }
}

/** Leads to the first field whose fault was found before sending, once it is marked. */
export function focusFault(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}

/** The header of a request that must act once. */
export function once(key: string): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key }
}
