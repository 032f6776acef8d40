// The one way to send a change. It keeps its Idempotency-Key until there is an answer, so a second try never acts twice.
import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { refetchChanged } from '../api/queries.ts'
import { announce } from '../frame/announce.tsx'

/** The form as a change needs it: its check before sending, and the place for the API's errors. */
export interface Checked {
  /** Marks what cannot be sent and focuses the first such field. */
  check: () => boolean
  report: (error: Error) => void
}

/** A request under a key, which stays the same until there is an answer. The rest lets TypeScript infer the answer. */
export type Run = (key: string, ...rest: never[]) => Promise<unknown>
type Answer<Send extends Run> = Awaited<ReturnType<Send>>

export interface ChangeProps<Send extends Run> {
  readonly run: Send
  /** The announcement after success. */
  done?: ((answer: Answer<Send>) => string | undefined) | undefined
  /** Called after success, before queries are refetched. */
  after?: ((answer: Answer<Send>) => unknown) | undefined
  /** Called after the announcement. */
  close?: (() => void) | undefined
  /** Called last, such as to show a new secret. */
  next?: ((answer: Answer<Send>) => void) | undefined
  failed?: ((error: Error) => void) | undefined
  /** Skips refetching: a sign-in has no page behind it. */
  isAlone?: boolean | undefined
  readonly form?: Checked | undefined
}

export interface Change<Send extends Run = Run> {
  readonly error: Error | null
  readonly isPending: boolean
  /** It is being sent, or may have been carried out: a second try must send the same request. */
  readonly isFixed: boolean
  /** Sends the given request instead, with the same outcome. */
  send: (other?: Send) => void
  submit: (event: { preventDefault: () => void }) => void
  reset: () => void
}

export function useChange<Send extends Run>(props: ChangeProps<Send>): Change<Send> {
  const { run, done, after, close, next, failed, isAlone = false, form } = props
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (send: Send) => send(key) as Promise<Answer<Send>>,
    async onSuccess(answer) {
      setKey(crypto.randomUUID())
      await after?.(answer)
      if (!isAlone) await refetchChanged()
      const text = done?.(answer)
      if (text !== undefined) announce('done', text)
      close?.()
      next?.(answer)
    },
    async onError(failure) {
      failed?.(failure)
      // A refusal is final, so another attempt is another request. Without an answer it stays the same one.
      if (!isUnknown(failure)) setKey(crypto.randomUUID())
      // Another user may have changed the object: the page behind shows its present state.
      if (!isAlone) await refetchChanged()
    },
  })
  useLayoutEffect(() => {
    if (error) form?.report(error)
    // Only a new error moves the focus.
  }, [error])
  const send = (other?: Send) => {
    if (!isPending && form?.check() !== false) mutate(other ?? run)
  }
  return {
    error,
    isPending,
    isFixed: isPending || isUnknown(error),
    send,
    submit(event) {
      event.preventDefault()
      send()
    },
    reset,
  }
}

/** The acquirer could not be reached, and the answer says that nothing was carried out. */
const NOT_SENT = 'CE_01'

/** The request may have been carried out although no answer says so. */
export function isUnknown(error: Error | null): boolean {
  if (!(error instanceof ApiError) || error.code === NOT_SENT) return false
  return error.status === 0 || error.status >= 500
}

export function explain(error: Error): string {
  if (!isUnknown(error)) return error.message
  return `${error.message} It is not known whether this was carried out. Try again: the same request is never carried out twice.`
}
