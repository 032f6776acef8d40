// What is typed into the form of a new link, and what of it is sent.
import type { Schemas } from '../api/client.ts'
import { methodTypes } from '../api/generated/tables.ts'
import type { Form } from '../lib/form.tsx'
import { parseMoney } from '../lib/money.ts'

type Body = Schemas['CreatePaymentLinkRequest']

export interface Item {
  readonly key: string
  readonly name: string
  readonly quantity: string
  readonly amount: string
}

export const initial = {
  profile_id: '',
  amount_kind: 'fixed',
  amount: '',
  currency: 'EUR',
  suggested_amounts: '',
  min_amount: '',
  max_amount: '',
  description: '',
  uses: 'once',
  usage_limit: '',
  expires: '24',
  expiry: '',
  customer_id: '',
  email: '',
  send_email: '',
  capture_method: 'automatic',
  authentication_type: '',
  require_customer_info: '',
  seller_name: '',
  logo: '',
  theme: '',
  sdk_layout: '',
  methods: '',
  sold_out_message: '',
  metadata: '',
}
export type Values = typeof initial

export interface Fields {
  readonly form: Form<Values>
  readonly items: readonly Item[]
  setItems: (items: readonly Item[]) => void
  /** The props of a field, with the fault that was found here or by the API. */
  input: Form<Values>['input']
}

/** By the names of the fields in the API. */
export type Faults = Readonly<Record<string, string>>

const HOUR_MS = 3_600_000

/** Undefined for the default of the API, 24 hours. */
function toExpiry({ expires, expiry }: Values, now: number): string | undefined {
  if (expires === 'at') return expiry === '' ? undefined : new Date(expiry).toISOString()
  const hours = Number(expires)
  return hours === 24 ? undefined : new Date(now + hours * HOUR_MS).toISOString()
}

/** Amounts that were typed, separated by spaces or semicolons. */
function parseAmounts(text: string, currency: string): (number | undefined)[] {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '')
  return parts.map((part) => parseMoney(part.replace(/,$/, ''), currency))
}

/** What cannot be sent at all. Everything else is checked by the API. */
export function checkValues(values: Values, items: readonly Item[]): Faults {
  const { amount_kind, amount, currency, suggested_amounts } = values
  const faults: Record<string, string> = {}
  const isBad = (text: string) => text !== '' && parseMoney(text, currency) === undefined
  const number = `Enter a number such as 25.00, in ${currency}.`
  if (amount_kind === 'fixed') {
    if (amount === '' || isBad(amount)) faults['amount'] = number
  } else {
    if (isBad(values.min_amount)) faults['min_amount'] = number
    if (isBad(values.max_amount)) faults['max_amount'] = number
    if (parseAmounts(suggested_amounts, currency).includes(undefined)) {
      faults['suggested_amounts'] = 'Enter amounts separated by spaces, such as 5 10 25.'
    }
  }
  if (values.usage_limit !== '' && !/^\d+$/.test(values.usage_limit)) {
    faults['usage_limit'] = 'Enter a whole number, or leave it empty.'
  }
  if (values.expires === 'at' && Number.isNaN(Date.parse(values.expiry))) {
    faults['expiry'] = 'Choose a day and a time.'
  }
  const isIncomplete = (item: Item) =>
    item.name.trim() === '' ||
    !/^[1-9]\d*$/.test(item.quantity) ||
    parseMoney(item.amount, currency) === undefined
  if (items.some(isIncomplete)) {
    faults['order_details'] = 'Give each item a name, a quantity and the amount of one.'
  }
  if (parseMetadata(values.metadata) === undefined) {
    faults['metadata'] = 'Write one pair in each line, such as campaign = autumn.'
  }
  return faults
}

function parseMetadata(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

function toOrderLines(items: readonly Item[], currency: string) {
  return items.map(({ name, quantity, amount }) => ({
    name: name.trim(),
    quantity: Number(quantity) || 1,
    amount: parseMoney(amount, currency) ?? 0,
  }))
}

export function sumItems(items: readonly Item[], currency: string): number {
  return toOrderLines(items, currency).reduce((sum, line) => sum + line.amount * line.quantity, 0)
}

export function chosenMethods({ methods }: Pick<Values, 'methods'>): string[] {
  return methods === '' ? [] : methods.split(',')
}

/** Whether a type can be paid in the currency and captured as asked. */
export function isPossible(type: string, { currency, capture_method }: Values): boolean {
  const row = methodTypes[type]
  if (row === undefined) return false
  const { currencies, holds } = row
  return (
    (currencies === null || currencies.includes(currency)) &&
    (capture_method === 'automatic' || holds)
  )
}

/** An empty field is left out, so that the defaults of the API and of the profile apply. */
export function buildBody(values: Values, items: readonly Item[], now: number): Body {
  const { currency, capture_method } = values
  const isOpen = values.amount_kind === 'open'
  const metadata = parseMetadata(values.metadata) ?? {}
  const config = {
    seller_name: values.seller_name,
    logo: values.logo,
    theme: values.theme,
    sdk_layout: values.sdk_layout,
    allowed_payment_method_types: chosenMethods(values),
  }
  const body = {
    currency,
    link_type: isOpen ? 'donation' : values.uses === 'once' ? 'one_time' : 'recurring',
    ...amountPart(values),
    usage_limit: toUsageLimit(values, isOpen),
    profile_id: values.profile_id,
    description: values.description.trim(),
    order_details: toOrderLines(items, currency).map((line) => ({ ...line, currency })),
    expiry: toExpiry(values, now),
    customer_id: values.customer_id,
    email: values.email.trim(),
    send_email: values.send_email === 'yes',
    capture_method,
    authentication_type: values.authentication_type,
    require_customer_info: values.require_customer_info === 'yes',
    sold_out_message: values.sold_out_message.trim(),
    payment_link_config: filled(config),
    metadata,
  }
  return filled(body) as unknown as Body
}

function amountPart(values: Values) {
  const { currency, amount_kind } = values
  const read = (text: string) => (text === '' ? undefined : parseMoney(text, currency))
  if (amount_kind === 'fixed') return { amount: read(values.amount) }
  return {
    suggested_amounts: parseAmounts(values.suggested_amounts, currency),
    min_amount: read(values.min_amount),
    max_amount: read(values.max_amount),
  }
}

function toUsageLimit({ uses, usage_limit }: Values, isOpen: boolean): number | undefined {
  if (uses === 'once') return isOpen ? 1 : undefined
  return usage_limit === '' ? undefined : Number(usage_limit)
}

/** Without what is empty. */
function filled(object: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === '' ||
    value === false ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  const entries = Object.entries(object).filter(([, value]) => !isEmpty(value))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
