// The payout page's form: the payout method, its fields, and the one button.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { announce } from '../announce.tsx'
import { useText } from '../context.ts'
import { Field } from '../field.tsx'
import { newAttemptId } from '../session.ts'
import type { Key } from '@florin/locales/text.ts'
import { groupNumber } from '@florin/pages/account_numbers.ts'
import { type ErrorKey, checkField } from './checks.ts'
import { autocompletePurpose, fieldLabel, methodLabel, type PayoutText } from './labels.ts'
import { saveDetails } from './save.ts'
import type { PayoutField, PayoutMethod, PayoutPageData } from '@florin/pages/payout_setup.ts'

interface PayoutFormProps {
  data: PayoutPageData
  secret: string
  onDone: (isSaved: boolean) => void
}

type Errors = Readonly<Record<string, ErrorKey>>

export function PayoutForm({ data, secret, onDone }: PayoutFormProps) {
  const text = useText<Key<'payout'>>()
  const [type, setType] = useState(data.methods[0]?.type)
  const details = useDetails(text)
  const [note, setNote] = useState('')
  const [isSending, setSending] = useState(false)
  const method = data.methods.find((each) => each.type === type)

  const save = async (chosen: PayoutMethod) => {
    setNote('')
    setSending(true)
    announce(text.t('saving'))
    const { values, attempt } = details
    const sent = { method: chosen, values, attempt_id: attempt.current }
    const saved = await saveDetails(data, secret, sent)
    setSending(false)
    if (saved.type === 'saved' || saved.type === 'outdated') return onDone(saved.type === 'saved')
    const problem = saved.type === 'lost' ? text.t('lost') : text.t('not_saved')
    setNote(problem)
    announce(problem)
    if (saved.type === 'refused') details.refuse(saved.field)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (!isSending && method !== undefined && details.check(method)) void save(method)
  }
  return (
    <form novalidate onSubmit={submit} aria-busy={isSending}>
      <p class="lead">{text.t('intro')}</p>
      {note && (
        <div class="note bad-note">
          <p>{note}</p>
        </div>
      )}
      <Choice methods={data.methods} type={type} onChoose={setType}>
        {method?.fields.map((field) => (
          <MethodField
            key={field.name}
            field={field}
            label={fieldLabel(field.name, text)}
            value={details.values[field.name] ?? ''}
            error={details.errors[field.name]}
            onChange={details.change}
            onLeave={details.leave}
          />
        ))}
      </Choice>
      <button type="submit" class="button primary pay" aria-disabled={isSending}>
        {isSending ? text.t('saving') : text.t('submit')}
      </button>
      <p class="assurance">{text.t('masked', { seller: data.seller.name })}</p>
    </form>
  )
}

function useDetails({ t }: PayoutText) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Errors>({})
  const attempt = useRef(newAttemptId())
  /** Marks the fields and puts the focus on the first. */
  const mark = (found: Errors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) return true
    announce(t('error_fields'))
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[id="${first}"]`)?.focus())
    return false
  }
  return {
    values,
    errors,
    attempt,
    check: (method: PayoutMethod) => mark(checkFields(method, values)),
    change: (name: string, typed: string) => {
      attempt.current = newAttemptId()
      setValues((last) => ({ ...last, [name]: typed }))
      setErrors((last) =>
        Object.fromEntries(Object.entries(last).filter(([field]) => field !== name)),
      )
    },
    leave: (field: PayoutField) => {
      const error = checkField(field, values[field.name] ?? '')
      if (values[field.name] && error) setErrors((last) => ({ ...last, [field.name]: error }))
    },
    /** The server has refused a field. */
    refuse: (field: string | undefined) => {
      attempt.current = newAttemptId()
      if (field !== undefined) mark({ [field]: 'error_format' })
    },
  }
}

interface MethodFieldProps {
  field: PayoutField
  label: string
  value: string
  error: ErrorKey | undefined
  onChange: (name: string, typed: string) => void
  onLeave: (field: PayoutField) => void
}

function MethodField({ field, label, value, error, onChange, onLeave }: MethodFieldProps) {
  const { t } = useText<Key<'payout'>>()
  const { name, required } = field
  return (
    <Field
      id={name}
      label={label}
      optional={!required}
      error={error && t(error)}
      value={value}
      autocomplete={autocompletePurpose(name)}
      class="input figures"
      maxLength={255}
      spellcheck={false}
      onInput={({ currentTarget: input }) => {
        const isAtEnd = input.selectionStart === input.value.length
        if (isAtEnd) input.value = groupNumber(name, input.value)
        onChange(name, input.value)
      }}
      onBlur={() => onLeave(field)}
    />
  )
}

interface ChoiceProps {
  methods: readonly PayoutMethod[]
  type: string | undefined
  onChoose: (type: string) => void
  /** The chosen method's fields. */
  children: ComponentChildren
}

function Choice({ methods, type, onChoose, children }: ChoiceProps) {
  const text = useText<Key<'payout'>>()
  if (methods.length < 2) return <>{children}</>
  return (
    <fieldset class="methods accordion">
      <legend>{text.t('method')}</legend>
      <div class="method-list">
        {methods.map((method) => {
          const isChosen = method.type === type
          return (
            <div key={method.type} class={isChosen ? 'method chosen' : 'method'}>
              <label class="method-label">
                <input
                  type="radio"
                  name="method"
                  value={method.type}
                  checked={isChosen}
                  onChange={() => onChoose(method.type)}
                />
                <span class="method-name">{methodLabel(method, text)}</span>
              </label>
              {isChosen && <div class="method-body">{children}</div>}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

function checkFields({ fields }: PayoutMethod, values: Readonly<Record<string, string>>): Errors {
  const found = fields.map(
    (field) => [field.name, checkField(field, values[field.name] ?? '')] as const,
  )
  return Object.fromEntries(
    found.flatMap(([name, error]) => (error === undefined ? [] : [[name, error]])),
  )
}
