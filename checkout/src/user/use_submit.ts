// A form that is checked, sent once, and marked with what the server says about its fields.
import { useState } from 'preact/hooks'
import type { Result } from '../api.ts'
import { announce } from '../announce.tsx'

/** The message for each wrong field by element id. */
export type Errors = Readonly<Record<string, string>>

interface Submission<Value> {
  /** The fields, in page order. */
  readonly check: () => Readonly<Record<string, string | undefined>>
  readonly send: () => Promise<Result<Value>>
  readonly onDone: (value: Value) => void
  /** The link is expired or was used. */
  readonly onDeadLink?: () => void
  /** The field for an error without one, such as a wrong password. */
  readonly field: string
}

const TOO_MANY = 'There were too many attempts. Wait 15 minutes, then try again.'
const LOST = 'The server did not answer. Check your connection, then try again.'

export function useSubmit<Value>(submission: Submission<Value>) {
  const [errors, setErrors] = useState<Errors>({})
  const [note, setNote] = useState('')
  const [isSending, setSending] = useState(false)

  const mark = (found: Errors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) return
    announce(found[first] ?? '')
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[id="${first}"]`)?.focus())
  }
  const warn = (text: string) => {
    setNote(text)
    announce(text)
  }
  const send = async () => {
    setSending(true)
    const answer = await submission.send()
    setSending(false)
    if (answer.type === 'ok') return submission.onDone(answer.value)
    if (answer.type === 'unknown') return warn(LOST)
    const { code, field, message } = answer.error
    if (field === 'token' && submission.onDeadLink) return submission.onDeadLink()
    // The message is for programs: it names a header.
    if (code === 'RL_01') return warn(TOO_MANY)
    mark({ [field !== undefined && isOnPage(field) ? field : submission.field]: message })
  }
  return {
    errors,
    note,
    warn,
    isSending,
    submit: (event: Event) => {
      event.preventDefault()
      if (isSending) return
      setNote('')
      const found = present(submission.check())
      mark(found)
      if (Object.keys(found).length === 0) void send()
    },
    clear: (id: string) => setErrors((last) => present({ ...last, [id]: undefined })),
  }
}

function present(errors: Readonly<Record<string, string | undefined>>): Errors {
  const entries = Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1])
  return Object.fromEntries(entries)
}

function isOnPage(id: string): boolean {
  return document.querySelector(`[id="${CSS.escape(id)}"]`) !== null
}
