import { TextInput } from '@mantine/core'

const DIGITS = 6

interface CodeFieldProps {
  readonly value: string
  onChange: (value: string) => void
  /** All digits are there. */
  onComplete?: (value: string) => void
  readonly autoFocus?: boolean
}

/** An authenticator app's code. A single field has a name for screen readers, and accepts a pasted space. */
export function CodeField({ value, onChange, onComplete, autoFocus = false }: CodeFieldProps) {
  const change = (text: string) => {
    const code = text.replaceAll(/\D/g, '').slice(0, DIGITS)
    onChange(code)
    if (code.length === DIGITS && code !== value) onComplete?.(code)
  }
  return (
    <TextInput
      label="Authenticator app code"
      description="The six digits that it shows now."
      className="num"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
