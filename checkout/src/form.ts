// The form's values, their checks, and the request built from them.
import type { Method, MethodField, PageData, PagePaymentRequest } from '@florin/pages/contract.ts'
import {
  cardData,
  type CardField,
  cardFieldId,
  type CardValues,
  checkCard,
  detectBrand,
  emptyCard,
} from '@florin/pages/card.ts'
import { type MessageKey, parseAmount } from '@florin/locales/text.ts'

const contactFields = ['name', 'email', 'phone'] as const
const addressFields = ['line1', 'city', 'state', 'zip', 'country'] as const
export type ContactField = (typeof contactFields)[number] | (typeof addressFields)[number]

export interface FormValues {
  /** The chosen method. */
  type: string
  card: CardValues
  contact: Record<ContactField, string>
  /** Method-specific fields, by element id. */
  fields: Record<string, string>
  /** For a donation: suggested or typed. */
  amount: { suggested: number | null; typed: string }
}

/** The message for each wrong field by element id, in page order. */
export type FormErrors = Record<string, MessageKey>

export const AMOUNT_ID = 'amount'
export const contactId = (field: ContactField) => `contact-${field}`
export const methodFieldId = (type: string, field: string) => `${type}-${field}`

export function initialValues(data: PageData): FormValues {
  const [first] = data.methods.filter(({ flow }) => flow !== 'wallet')
  const contact = { name: '', email: data.email ?? '', phone: '' }
  const address = { line1: '', city: '', state: '', zip: '', country: '' }
  return {
    type: first?.type ?? '',
    card: emptyCard,
    contact: { ...contact, ...address },
    fields: {},
    amount: { suggested: data.donation?.suggested[0] ?? null, typed: '' },
  }
}

const OPTIONAL: ReadonlySet<ContactField> = new Set(['phone', 'state', 'zip'])

export function isOptional(field: ContactField): boolean {
  return OPTIONAL.has(field)
}

/** The shopper's details that the form asks for. */
export function listContactFields(data: PageData, method: Method | undefined): ContactField[] {
  if (data.require_customer_info) return [...contactFields, ...addressFields]
  return method?.method === 'pay_later' && data.email === null ? ['email'] : []
}

/** Minor units; undefined while a donation has none that can be paid. */
export function chosenAmount(data: PageData, { amount }: FormValues): number | undefined {
  if (data.donation === null) return data.amount ?? undefined
  const { min, max } = data.donation
  const chosen = amount.suggested ?? parseAmount(amount.typed, data.exponent)
  return chosen !== undefined && chosen >= min && chosen <= max ? chosen : undefined
}

export function checkForm(
  data: PageData,
  values: FormValues,
  method: Method | undefined,
  now: Date,
): FormErrors {
  const errors: FormErrors = {}
  if (data.donation !== null && chosenAmount(data, values) === undefined) {
    errors[AMOUNT_ID] = values.amount.typed.trim() === '' ? 'error_amount' : 'error_amount_range'
  }
  for (const field of listContactFields(data, method)) {
    const error = contactError(field, values.contact[field])
    if (error !== undefined) errors[contactId(field)] = error
  }
  return { ...errors, ...methodErrors(values, method, now) }
}

function contactError(field: ContactField, value: string): MessageKey | undefined {
  const text = value.trim()
  if (text === '') {
    if (isOptional(field)) return undefined
    return field === 'country' ? 'error_choice' : 'error_required'
  }
  if (field === 'phone' && !/^\+?[0-9 ().-]{3,32}$/.test(text)) return 'error_format'
  return field === 'email' && !isEmail(text) ? 'error_email' : undefined
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

function methodErrors(values: FormValues, method: Method | undefined, now: Date): FormErrors {
  if (method === undefined) return {}
  if (method.flow === 'card') {
    const found = Object.entries(checkCard(values.card, now))
    return Object.fromEntries(found.map(([field, key]) => [cardFieldId(field as CardField), key]))
  }
  const errors: FormErrors = {}
  for (const field of method.fields) {
    const id = methodFieldId(method.type, field.name)
    const error = fieldError(field, values.fields[id] ?? '')
    if (error !== undefined) errors[id] = error
  }
  return errors
}

function fieldError(field: MethodField, value: string): MessageKey | undefined {
  const { kind, required, pattern } = field
  const text = value.trim()
  const isChosen = kind === 'choice' || kind === 'country'
  if (text === '') return required ? (isChosen ? 'error_choice' : 'error_required') : undefined
  if (kind === 'email' && !isEmail(text)) return 'error_email'
  return pattern !== undefined && !matches(pattern, text) ? 'error_format' : undefined
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(text)
}

/** The card field that a decline is about. */
const declinedFields: Readonly<Record<string, CardField>> = {
  UE_1002: 'expiry',
  UE_1003: 'number',
  UE_1004: 'code',
  UE_1014: 'number',
  UE_4002: 'code',
  UE_5013: 'expiry',
  UE_5014: 'number',
  UE_5016: 'number',
}

/** Marks the refused card field. An empty form is about another card, such as a renewal's. */
export function declinedField(unified_code: string | null, card: CardValues): FormErrors {
  const field = declinedFields[unified_code ?? '']
  if (field === undefined || card.number === '') return {}
  const { code_length } = detectBrand(card.number)
  const keys = {
    number: 'error_number',
    expiry: 'error_expiry_past',
    code: code_length === 4 ? 'error_code_4' : 'error_code_3',
    holder: 'error_holder',
  } as const
  return { [cardFieldId(field)]: keys[field] }
}

const ids: Readonly<Record<string, string>> = {
  amount: AMOUNT_ID,
  card_number: cardFieldId('number'),
  card_exp_month: cardFieldId('expiry'),
  card_exp_year: cardFieldId('expiry'),
  card_cvc: cardFieldId('code'),
  card_holder_name: cardFieldId('holder'),
}

/** The element for a field that the server refused, such as `billing.address.zip`. */
export function fieldElementIds(field: string, type: string): string[] {
  const name = field.split('.').at(-1) ?? field
  const known = ids[name]
  return [...(known ? [known] : []), `contact-${name}`, methodFieldId(type, name)]
}

export type PayBody = Omit<PagePaymentRequest, 'attempt_id'>

/** `more` is what a wallet handed over. */
export function buildPayBody(
  data: PageData,
  values: FormValues,
  method: Method,
  more?: object,
): PayBody {
  const asked = new Set(listContactFields(data, method))
  const { name, email, phone, ...address } = trimmed(values.contact)
  const amount = data.donation === null ? undefined : chosenAmount(data, values)
  return {
    payment_method: method.method,
    payment_method_type: method.type,
    payment_method_data: methodData(values, method, more),
    browser_info: browserInfo(),
    ...(amount === undefined ? {} : { amount }),
    ...(asked.has('name') && name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(asked.has('phone') && phone ? { phone } : {}),
    ...(asked.has('line1') ? { billing: { address: withName(address, name ?? '') } } : {}),
  }
}

function trimmed(contact: Record<ContactField, string>): Partial<Record<ContactField, string>> {
  const entries = Object.entries(contact).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** The API has two name fields; a person has one name. */
function withName(address: object, name: string): object {
  const [, first = name, last = ''] = /^(.*\S)\s+(\S+)$/.exec(name) ?? []
  return { ...address, first_name: first, ...(last === '' ? {} : { last_name: last }) }
}

function methodData(values: FormValues, method: Method, more?: object): object {
  if (method.flow === 'card') return { card: cardData(values.card) }
  if (method.method === 'card') return { provider_page: {} }
  const entries = method.fields.flatMap(({ name }) => {
    const text = values.fields[methodFieldId(method.type, name)]?.trim()
    return text ? [[name, text] as const] : []
  })
  const own = { ...Object.fromEntries(entries), ...more }
  return method.method === 'crypto' ? { crypto: own } : { [method.method]: { [method.type]: own } }
}

/** The data that 3-D Secure asks from every browser. */
export function browserInfo(): object {
  return {
    language: navigator.language,
    color_depth: screen.colorDepth,
    screen_height: screen.height,
    screen_width: screen.width,
    time_zone: new Date().getTimezoneOffset(),
    java_script_enabled: true,
  }
}
