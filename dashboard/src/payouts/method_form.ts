// A payout method's fields. They follow from the method, and each is checked while it is typed.
import type { Field, Fields, Texts } from '../lib/field_values.ts'
import { isComplete, tidy } from './advice.ts'
import { type FieldName, fieldNames, isShort, type Method, methods, methodsFor } from './methods.ts'

/** The chosen method, or the first one that is usual for the currency. */
function findMethod({ method: type, currency = '' }: Texts): Method {
  const [usual = methods[0]] = methodsFor(currency).usual
  return (methods.find((each) => each.type === type) ?? usual) as Method
}

const toOption = ({ type, name }: Method) => ({ value: type, label: name })

function describeMethods(values: Texts): Partial<Field> {
  const { currency = '' } = values
  const { usual, others } = methodsFor(currency)
  const { about, type } = findMethod(values)
  return {
    description: about,
    fallback: type,
    data: [
      { group: `Usual for ${currency}`, items: usual.map(toOption) },
      { group: 'Others', items: others.map(toOption) },
    ],
  }
}

const lower = (label: string) =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

/** The field as the chosen method has it; undefined if the method has no such field. */
function describeField(values: Texts, name: FieldName): Partial<Field> | undefined {
  const method = findMethod(values)
  const field = method.fields.find((each) => each.name === name)
  if (field === undefined) return undefined
  const { label, help, check, isRequired, isNumeric, longest = 255 } = field
  const isNested = method.kind === 'wallet' || method.kind === 'bank_redirect'
  return {
    label,
    ...(isRequired ? {} : { isOptional: true }),
    ...(help === undefined ? {} : { description: help }),
    maxLength: longest,
    at: ['payout_method_data', method.kind, ...(isNested ? [method.type] : []), name].join('.'),
    ...(isRequired ? { missing: `Enter the ${lower(label)}.` } : {}),
    ...(check ? { check } : {}),
    ...(isNumeric ? { inputMode: 'numeric' } : {}),
  }
}

const toField = (name: FieldName): Field => ({
  kind: 'text',
  label: name,
  autoComplete: 'off',
  ...(isShort(name) ? { row: 'short' } : {}),
  tidy: (text) => tidy(name, text),
  isComplete: (text) => isComplete(name, text),
  when: (values) => describeField(values, name) !== undefined,
  derive: (values) => describeField(values, name) ?? {},
})

/** Typed values stay when another method is chosen. */
export const methodFields = {
  method: { kind: 'select', label: 'Method', isLocal: true, derive: describeMethods },
  ...(Object.fromEntries(fieldNames.map((name) => [name, toField(name)])) as Record<
    FieldName,
    Field
  >),
} satisfies Fields

/** A request names the method kind, and a transfer also its type. */
export function completeMethod<Body extends { payout_method_data?: object }>(
  body: Body,
  values: Texts,
): Body {
  const { kind, type } = findMethod(values)
  if (kind !== 'bank_transfer') return { ...body, payout_type: kind }
  const { bank_transfer } = body.payout_method_data as { bank_transfer: object }
  const details = { payout_method_type: type, ...bank_transfer }
  return { ...body, payout_type: 'bank', payout_method_data: { bank_transfer: details } }
}
