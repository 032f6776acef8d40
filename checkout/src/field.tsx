// One form field: the label above it, help and error under it, both tied to it for screen readers.
import type { ComponentChildren, TargetedInputEvent } from 'preact'
import { useText } from './context.ts'

export type FieldInput = TargetedInputEvent<HTMLInputElement>

interface InputProps {
  value: string
  onInput: (event: FieldInput) => void
  onBlur?: () => void
  type?: 'text' | 'tel' | 'email'
  name?: string
  class?: string
  autocomplete?: string
  placeholder?: string
  maxLength?: number
  inputMode?: 'numeric' | 'decimal'
  /** The Enter key of a phone's keyboard. */
  enterkeyhint?: 'next' | 'go'
  dir?: 'ltr'
  autocapitalize?: 'none'
  spellcheck?: boolean
  disabled?: boolean
}

interface Frame {
  id: string
  label: string
  error?: string | undefined
  help?: string | undefined
  optional?: boolean | undefined
}

/** The attributes that tie a control to its frame's texts. */
export function tied({ id, error, help, optional = false }: Frame) {
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    'aria-required': !optional,
  } as const
}

export function FieldFrame(frame: Frame & { children: ComponentChildren }) {
  const { id, label, error, help, optional, children } = frame
  const { t } = useText()
  return (
    <div class={error ? 'field bad' : 'field'}>
      <label for={id}>
        {label}
        {optional && <span class="optional"> ({t('optional')})</span>}
      </label>
      {children}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p class={error ? 'help hidden' : 'help'} id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

type FieldProps = Frame & InputProps & { after?: ComponentChildren }

export function Field({ label, error, help, optional, after, id, ...input }: FieldProps) {
  const frame = { id, label, error, help, optional }
  return (
    <FieldFrame {...frame}>
      <div class="control">
        <input
          class="input"
          list={undefined}
          name={input.autocomplete ?? id}
          {...input}
          {...tied(frame)}
        />
        {after}
      </div>
    </FieldFrame>
  )
}

type SelectProps = Frame & {
  value: string
  choices: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
  autocomplete?: string
}

export function SelectField({ value, choices, onChoose, autocomplete, ...frame }: SelectProps) {
  const { t } = useText()
  return (
    <FieldFrame {...frame}>
      <select
        class="input"
        name={autocomplete ?? frame.id}
        value={value}
        autocomplete={autocomplete}
        onChange={(event) => onChoose(event.currentTarget.value)}
        {...tied(frame)}
      >
        <option value="">{t('choose')}</option>
        {choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
