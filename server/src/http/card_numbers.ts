// Refuses card numbers in free text, which is stored in plain text. A request's schema says which fields are free
// text, so no field has to be listed: docs/decisions/0023-card-numbers-in-free-text.md. The doctor searches the
// database by the same rule.
import { passesLuhn } from '@florin/pages/account_numbers.ts'
import { ID_PATTERN, LISTED_ID_PATTERN } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

type Check = (value: unknown, field: string) => void

/** Fields for other kinds of numbers: references, account and tax numbers, external ids. */
const IDENTIFIER = /(^|_)(id|ids|iban|number|reference|secret|tag|token|document_details)$/

/** Compiled once per route; undefined if the request has neither free text nor an id that the caller chooses. */
export function cardNumberCheck(schema: Schema, name = ''): Check | undefined {
  if (IDENTIFIER.test(name)) return idCheck(schema)
  const checks = [
    idCheck(schema),
    textCheck(schema),
    fieldsCheck(schema),
    openCheck(schema),
    itemsCheck(schema, name),
    ...(schema.anyOf ?? []).map((each) => cardNumberCheck(each, name)),
  ].filter((check) => check !== undefined)
  if (checks.length === 0) return undefined
  return (value, field) => {
    for (const check of checks) check(value, field)
  }
}

/** Text with a pattern, a format or fixed values is not free. */
function textCheck({ type, pattern, format, enum: values }: Schema): Check | undefined {
  if (![type].flat().includes('string') || pattern || format || values) return undefined
  return (value, field) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    if (isText && hasCardNumber(String(value))) throw refusal(field)
  }
}

/** An id that is nothing but a card number. One with other characters in it is the merchant's own. */
function idCheck({ pattern }: Schema): Check | undefined {
  if (pattern !== ID_PATTERN && pattern !== LISTED_ID_PATTERN) return undefined
  return (value, field) => {
    if (typeof value === 'string' && isCardNumber(value)) throw refusal(field, 'id')
  }
}

function fieldsCheck({ properties = {} }: Schema): Check | undefined {
  const checks = Object.entries(properties).flatMap(([name, schema]) => {
    const check = cardNumberCheck(schema, name)
    return check ? [{ name, check }] : []
  })
  if (checks.length === 0) return undefined
  return (value, field) => {
    if (!isObject(value)) return
    for (const { name, check } of checks) {
      if (Object.hasOwn(value, name)) check(value[name], join(field, name))
    }
  }
}

const CODE_NAME = /^(card_?)?(cvc2?|cvv2?|security_?code)$/i
const CODE = /^\d{3,4}$/

/** Keys that the caller chooses, such as those in `metadata`: the key and the value are checked. */
function openCheck({ properties = {}, additionalProperties: open }: Schema): Check | undefined {
  const check = typeof open === 'object' ? cardNumberCheck(open) : undefined
  if (check === undefined) return undefined
  return (value, field) => {
    if (!isObject(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (Object.hasOwn(properties, key)) continue
      if (hasCardNumber(key)) throw refusal(field)
      if (CODE_NAME.test(key) && CODE.test(String(inner))) throw refusal(join(field, key), 'code')
      check(inner, join(field, key))
    }
  }
}

function itemsCheck({ items }: Schema, name: string): Check | undefined {
  const check = items && cardNumberCheck(items, name)
  if (check === undefined) return undefined
  return (value, field) => {
    if (!Array.isArray(value)) return
    for (const [place, inner] of value.entries()) check(inner, join(field, String(place)))
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function join(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`
}

const found = {
  number: ['contains what looks like a card number', 'leave this out'],
  code: ['contains what looks like a security code', 'leave this out'],
  id: ['looks like a card number', 'choose another id'],
} as const

function refusal(field: string, what: keyof typeof found = 'number'): Failure {
  const [fault, remedy] = found[what]
  const message = `\`${field}\` ${fault}. It would be stored in plain text: send cards only in the fields for them, and ${remedy}.`
  return new Failure('IR_04', message, { field })
}

/** Prefixes and lengths that the card schemes use; without them, device numbers would match. */
const ISSUED = new RegExp(
  `^(?:${[
    '4(?:\\d{12}|\\d{15}|\\d{18})',
    '(?:5[1-5]|2[2-7]|8[12])\\d{14}',
    '3[47]\\d{13}',
    '3(?:0[0-5]|[689])\\d{11,16}',
    '35\\d{14,17}',
    '(?:50|5[6-9]|6\\d|9792)\\d{11,17}',
  ].join('|')})$`,
)
const MIN_DIGITS = 13
const MAX_DIGITS = 19

// Digits in groups. A group next to a letter or an underscore is part of an id, one next to a point belongs to a
// decimal number.
const GROUPS = /(?<!\w|\d\.)\d+(?:[ \u00a0\u2009\u202f\u2013-]\d+)*(?!\w|\.\d)/g

/** True if one group of digits, or several consecutive groups, form a card number. */
export function hasCardNumber(text: string): boolean {
  if (text.length < MIN_DIGITS) return false
  return [...text.matchAll(GROUPS)].some(([run]) => {
    if (run.length < MIN_DIGITS) return false
    const groups = run.split(/\D/)
    return groups.some((_, first) => startsCard(groups, first))
  })
}

function startsCard(groups: readonly string[], first: number): boolean {
  let digits = ''
  for (let next = first; next < groups.length && digits.length <= MAX_DIGITS; next++) {
    digits += groups[next]
    if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) continue
    if (isIssued(digits)) return true
  }
  return false
}

function isIssued(digits: string): boolean {
  return ISSUED.test(digits) && passesLuhn(digits)
}

/** True if the digits are one card number, with nothing but dashes and underscores between them. */
function isCardNumber(id: string): boolean {
  return !/[^\d_-]/.test(id) && isIssued(id.replaceAll(/\D/g, ''))
}

/** True if an id has a card number anywhere, whatever letters are next to it. */
export function holdsCardNumber(id: string): boolean {
  return id.split(/[A-Za-z_]+/).some(hasCardNumber)
}
