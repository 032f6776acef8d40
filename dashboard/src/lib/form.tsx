// The values of a form, and the faults that the API found in them: under their fields, the first one focused, nothing lost.
import { Alert } from '@mantine/core'
import { type ChangeEvent, useEffect, useState } from 'react'
import { ApiError } from '../api/client.ts'

type Changed = string | null | ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

export interface Form<Values> {
  readonly values: Values
  set: (change: Partial<Values>) => void
  /** The props of a text field or a select; `field` is its name in the API if that differs. */
  input: (
    name: keyof Values & string,
    field?: string,
  ) => { value: string; onChange: (changed: Changed) => void; error: string | undefined }
}

/** `error` is that of the mutation which sends the form. */
export function useForm<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  error: Error | null,
): Form<Values> {
  const [values, setValues] = useState(initial)
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  return {
    values,
    set,
    input: (name, field = name) => ({
      value: values[name] ?? '',
      onChange: (changed) => set({ [name]: changedText(changed) } as Partial<Values>),
      error: fieldError(error, field),
    }),
  }
}

function changedText(changed: Changed): string {
  if (changed === null) return ''
  return typeof changed === 'string' ? changed : changed.currentTarget.value
}

/** What the API says about this field, or about one inside it. */
export function fieldError(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const all = error.faults.length > 0 ? error.faults : [error]
  const fault = all.find((each) => each.field === field || each.field?.startsWith(`${field}.`))
  // Under its label, a field needs no name.
  return fault?.message.replace(/^`[\w.]+` /, 'This ')
}

/** Above the buttons of a form: what went wrong, unless a field says it. */
export function FormError({ error, fields }: { error: Error | null; fields: readonly string[] }) {
  if (error === null || fields.some((field) => fieldError(error, field) !== undefined)) return null
  return (
    <Alert color="red" role="alert">
      {error.message}
    </Alert>
  )
}
