import { Field } from '../field.tsx'

export const CODE_ID = 'totp'

interface CodeFieldProps {
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** The six digits that an authenticator app shows. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  return (
    <Field
      id={CODE_ID}
      name={CODE_ID}
      label="Code from the app"
      value={value}
      error={error}
      autocomplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
      placeholder="123 456"
      class="input code-input figures"
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
