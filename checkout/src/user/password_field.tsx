// A password with a button that shows it, so that a long one can be read before it is sent.
import { useState } from 'preact/hooks'
import { FieldFrame, tied } from '../field.tsx'
import { MAX_PASSWORD, MIN_PASSWORD } from './checks.ts'

interface PasswordFieldProps {
  label: string
  /** The person chooses it now, so the page states the rules and a password manager offers one. */
  isNew: boolean
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

const RULES = `${MIN_PASSWORD} to ${MAX_PASSWORD} characters of any kind, spaces included. Four or five unrelated words are hard to guess and easy to type.`

export const PASSWORD_ID = 'password'

export function PasswordField({ label, isNew, value, error, onChange }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      class="show"
      aria-controls={PASSWORD_ID}
      onClick={() => setShown(!isShown)}
    >
      {isShown ? 'Hide' : 'Show'}
      <span class="visually-hidden"> password</span>
    </button>
  )
  const frame = { id: PASSWORD_ID, label, error, help: isNew ? RULES : undefined }
  return (
    <FieldFrame {...frame}>
      <div class="control">
        <input
          {...(isShown
            ? ({ type: 'text', list: undefined } as const)
            : ({ type: 'password' } as const))}
          name={PASSWORD_ID}
          class="input with-show"
          value={value}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          autocapitalize="none"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          {...tied(frame)}
        />
        {toggle}
      </div>
    </FieldFrame>
  )
}

/** Names the account for password managers; the page shows the address in its text. */
export function Username({ email }: { email: string }) {
  return (
    <input
      class="visually-hidden"
      type="text"
      name="username"
      autocomplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
