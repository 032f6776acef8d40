// The form of a payout method: which fields it has follows from the method, and each is checked while it is typed.
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { fieldError } from '../lib/form.tsx'
import { isComplete, tidy } from './advice.ts'
import styles from './form.module.css'
import { type Method, type MethodField, methods, methodsFor } from './methods.ts'

export interface MethodBody {
  readonly payout_type: string
  readonly payout_method_data: Schemas['PayoutMethodData']
}

export interface MethodForm {
  readonly method: Method
  choose: (type: string) => void
  valueOf: (field: MethodField) => string
  set: (field: MethodField, text: string) => void
  leave: (field: MethodField) => void
  /** What is wrong with a field and should be said now. */
  faultIn: (field: MethodField, error: Error | null) => string | undefined
  /** Says all faults; undefined if there is one. */
  read: () => MethodBody | undefined
}

/** What was typed stays when another method is chosen. */
export function useMethod(currency: string): MethodForm {
  const [chosen, setChosen] = useState<string>()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const type = chosen ?? methodsFor(currency).usual[0]?.type
  const method = methods.find((each) => each.type === type) ?? (methods[0] as Method)
  const fieldValue = ({ name }: MethodField) => values[name] ?? ''
  const localFault = (field: MethodField) => {
    const text = fieldValue(field).trim()
    if (text !== '') return field.check?.(text)
    return field.isRequired ? `Enter the ${lower(field.label)}.` : undefined
  }
  return {
    method,
    choose: setChosen,
    valueOf: fieldValue,
    set: ({ name }, text) => setValues((before) => ({ ...before, [name]: tidy(name, text) })),
    leave: (field) => {
      if (fieldValue(field) !== '') setLeft((before) => new Set(before).add(field.name))
    },
    faultIn(field, error) {
      const isDue = left.has(field.name) || isComplete(field.name, fieldValue(field))
      return (isDue ? localFault(field) : undefined) ?? fieldError(error, fieldPath(method, field))
    },
    read() {
      setLeft(new Set(method.fields.map(({ name }) => name)))
      if (method.fields.some((field) => localFault(field) !== undefined)) return undefined
      return buildBody(method, fieldValue)
    },
  }
}

const lower = (label: string) =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

const isNested = ({ kind }: Method) => kind === 'wallet' || kind === 'bank_redirect'

/** The field in the errors of the API. */
function fieldPath(method: Method, { name }: MethodField): string {
  const at = `payout_method_data.${method.kind}`
  return isNested(method) ? `${at}.${method.type}.${name}` : `${at}.${name}`
}

function buildBody(method: Method, fieldValue: MethodForm['valueOf']): MethodBody {
  const { kind, type } = method
  const details = Object.fromEntries(
    method.fields
      .map((field) => [field.name, fieldValue(field).trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  const content =
    kind === 'bank_transfer'
      ? { payout_method_type: type, ...details }
      : isNested(method)
        ? { [type]: details }
        : details
  return {
    payout_type: kind === 'bank_transfer' ? 'bank' : kind,
    payout_method_data: { [kind]: content },
  }
}

interface MethodFieldsProps {
  readonly form: MethodForm
  readonly currency: string
  /** Of the request that sent the form. */
  readonly error: Error | null
}

export function MethodFields({ form, currency, error }: MethodFieldsProps) {
  const { usual, others } = methodsFor(currency)
  const option = ({ type, name }: Method) => ({ value: type, label: name })
  return (
    <div className={styles.fields}>
      <Select
        className={styles.whole ?? ''}
        label="Method"
        description={form.method.about}
        data={[
          { group: `Usual for ${currency}`, items: usual.map(option) },
          { group: 'Others', items: others.map(option) },
        ]}
        value={form.method.type}
        onChange={(type) => type !== null && form.choose(type)}
        allowDeselect={false}
        checkIconPosition="right"
      />
      {form.method.fields.map((field) => (
        <TextInput
          key={field.name}
          className={field.isShort ? '' : (styles.whole ?? '')}
          label={field.isRequired ? field.label : `${field.label} (optional)`}
          description={field.help}
          value={form.valueOf(field)}
          onChange={(event) => form.set(field, event.currentTarget.value)}
          onBlur={() => form.leave(field)}
          error={form.faultIn(field, error)}
          maxLength={field.longest ?? 255}
          inputMode={field.isNumeric ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </div>
  )
}
