// A new link's fields, and the request that they make.
import type { Schemas } from '../api/client.ts'
import { methodTypes } from '../api/generated/tables.ts'
import { type Fields, type Texts, YES } from '../lib/field_values.ts'
import { parseMoney } from '../lib/money.ts'
import { layouts } from './layouts.ts'

export type LinkBody = Schemas['CreatePaymentLinkRequest']

const isOpen = ({ amount_kind }: Texts) => amount_kind === 'open'
const isFixed = (values: Texts) => !isOpen(values)

const describeAmount = ({ currency = '' }: Texts) => {
  const invalid = `Enter a number such as 25.00, in ${currency}.`
  return { invalid, missing: invalid }
}
const describeLimit = (values: Texts) => ({ invalid: describeAmount(values).invalid })

export const amountFields = {
  amount_kind: {
    kind: 'choice',
    label: 'Amount',
    initial: 'fixed',
    isLocal: true,
    data: [
      { value: 'fixed', label: 'Fixed' },
      { value: 'open', label: 'The customer chooses' },
    ],
  },
  amount: {
    kind: 'amount',
    label: 'Amount to collect',
    when: isFixed,
    derive: describeAmount,
    row: 'amount',
  },
  suggested_amounts: {
    kind: 'text',
    label: 'Amounts to offer',
    isOptional: true,
    description: 'Up to ten, separated by spaces. The customer can enter another one.',
    placeholder: '5 10 25',
    when: isOpen,
    parse: (text, { currency = '' }) => readAmounts(text, currency),
    check: (text, { currency = '' }) =>
      readAmounts(text, currency).includes(undefined)
        ? 'Enter amounts separated by spaces, such as 5 10 25.'
        : undefined,
    row: 'amount',
  },
  currency: { kind: 'currency', label: 'Currency', initial: 'EUR', row: 'amount' },
  min_amount: {
    kind: 'amount',
    label: 'At least',
    isOptional: true,
    when: isOpen,
    derive: describeLimit,
    row: 'limits',
  },
  max_amount: {
    kind: 'amount',
    label: 'At most',
    isOptional: true,
    when: isOpen,
    derive: describeLimit,
    row: 'limits',
  },
  description: {
    kind: 'area',
    label: 'Description',
    isOptional: true,
    description: 'What is paid for. The page shows it.',
    maxLength: 1000,
  },
} satisfies Fields

export const expiryFields = {
  uses: {
    kind: 'choice',
    label: 'It can be paid',
    initial: 'once',
    isLocal: true,
    data: [
      { value: 'once', label: 'Once' },
      { value: 'many', label: 'Many times' },
    ],
  },
  usage_limit: {
    kind: 'number',
    label: 'At most this many payments',
    isOptional: true,
    description: 'Empty: any number until it expires.',
    invalid: 'Enter a whole number, or leave it empty.',
    when: ({ uses }) => uses === 'many',
  },
  expires: {
    kind: 'select',
    label: 'Expires',
    initial: '24',
    isLocal: true,
    derive: ({ expires }) => (expires === 'at' ? {} : { at: 'expiry' }),
    data: [
      { value: '1', label: 'In 1 hour' },
      { value: '24', label: 'In 24 hours' },
      { value: '72', label: 'In 3 days' },
      { value: '168', label: 'In 7 days' },
      { value: '720', label: 'In 30 days' },
      { value: '2159', label: 'In 90 days' },
      { value: 'at', label: 'At a day and time' },
    ],
    row: 'expiry',
  },
  expiry: {
    kind: 'moment',
    label: 'Day and time',
    description: 'In your time zone, at most 90 days from now.',
    missing: 'Choose a day and a time.',
    when: ({ expires }) => expires === 'at',
    row: 'expiry',
  },
} satisfies Fields

export const lookFields = {
  methods: {
    kind: 'multi',
    label: 'Payment methods',
    isOptional: true,
    description:
      'In the order in which the page shows them. None chosen: all that the profile accepts in this currency.',
    at: 'payment_link_config.allowed_payment_method_types',
    searchable: true,
    clearable: true,
  },
  seller_name: {
    kind: 'text',
    label: 'Seller name',
    isOptional: true,
    at: 'payment_link_config.seller_name',
    maxLength: 255,
    row: 'look',
  },
  theme: {
    kind: 'colour',
    label: 'Color',
    isOptional: true,
    at: 'payment_link_config.theme',
    row: 'look',
  },
  sdk_layout: {
    kind: 'select',
    label: 'Method layout',
    isOptional: true,
    at: 'payment_link_config.sdk_layout',
    clearable: true,
    data: layouts,
    row: 'layout',
  },
  logo: {
    kind: 'logo',
    label: 'Logo',
    isOptional: true,
    description: "Up to 24 kB. Defaults to the profile's logo.",
    at: 'payment_link_config.logo',
    row: 'layout',
  },
} satisfies Fields

export const customerFields = {
  customer_id: {
    kind: 'customer',
    label: 'Customer',
    isOptional: true,
    description: 'The payments then belong to this customer. Leave it empty for anyone.',
  },
  email: {
    kind: 'text',
    type: 'email',
    label: 'E-mail address',
    isOptional: true,
    description: 'Where the link can be sent.',
  },
  send_email: { kind: 'tick', label: 'Send the link to this e-mail address' },
  require_customer_info: {
    kind: 'tick',
    label: 'Ask for name, e-mail address and billing address',
  },
  capture_method: {
    kind: 'select',
    label: 'Capture',
    initial: 'automatic',
    data: [
      { value: 'automatic', label: 'At once' },
      { value: 'manual', label: 'By you, once' },
      { value: 'manual_multiple', label: 'By you, in parts' },
    ],
    row: 'capture',
  },
  authentication_type: {
    kind: 'select',
    label: '3-D Secure',
    isOptional: true,
    placeholder: 'When the issuer asks',
    clearable: true,
    data: [
      { value: 'three_ds', label: 'Always' },
      { value: 'no_three_ds', label: 'Never' },
    ],
    row: 'capture',
  },
  sold_out_message: {
    kind: 'text',
    label: 'Message when it is closed',
    isOptional: true,
    description: 'What the page says once the link is paid or expired.',
    maxLength: 1000,
  },
  metadata: {
    kind: 'area',
    label: 'Metadata',
    isOptional: true,
    description: 'Your own pairs, one in each line: campaign = autumn. The payments get them too.',
    parse: readMetadata,
    check: (text) =>
      readMetadata(text) === undefined
        ? 'Write one pair in each line, such as campaign = autumn.'
        : undefined,
  },
} satisfies Fields

export const linkFields = {
  ...amountFields,
  profile_id: {
    kind: 'select',
    label: 'Business profile',
    isOptional: true,
    description: 'Its name, look and methods are used.',
    clearable: true,
  },
  ...expiryFields,
  ...lookFields,
  ...customerFields,
} satisfies Fields

export type Values = Readonly<Record<keyof typeof linkFields, string>>

const incomplete = 'Give each item a name, a quantity and the unit price.'

export const itemFields = {
  name: { kind: 'text', label: 'Item', missing: incomplete, maxLength: 255 },
  quantity: {
    kind: 'number',
    label: 'Count',
    initial: '1',
    missing: incomplete,
    invalid: incomplete,
  },
  amount: { kind: 'amount', label: 'Each', missing: incomplete, invalid: incomplete },
} satisfies Fields

const HOUR_MS = 3_600_000

/** Undefined for the API's default, 24 hours. */
function readExpiry({ expires, expiry }: Values, now: number): string | undefined {
  if (expires === 'at') return expiry === '' ? undefined : new Date(expiry).toISOString()
  const hours = Number(expires)
  return hours === 24 ? undefined : new Date(now + hours * HOUR_MS).toISOString()
}

/** Amounts that were typed, separated by spaces or semicolons. */
export function readAmounts(text: string, currency: string): (number | undefined)[] {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '')
  return parts.map((part) => parseMoney(part.replace(/,$/, ''), currency))
}

function readMetadata(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

export interface Item {
  readonly name: string
  readonly quantity: number
  readonly amount: number
}

/** The items as far as they are typed. */
export function readItems(rows: readonly Texts[], currency: string): Item[] {
  return rows.map(({ name = '', quantity, amount = '' }) => ({
    name: name.trim(),
    quantity: Number(quantity) || 1,
    amount: parseMoney(amount, currency) ?? 0,
  }))
}

export function addItems(items: readonly Item[]): number {
  return items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
}

export function chosenMethods({ methods = '' }: Texts): string[] {
  return methods === '' ? [] : methods.split(',')
}

/** The type can be paid in the currency and captured as asked. */
export function isPossible(type: string, { currency = '', capture_method }: Texts): boolean {
  const row = methodTypes[type]
  if (row === undefined) return false
  const { currencies, holds } = row
  return (
    (currencies === null || currencies.includes(currency)) &&
    (capture_method === 'automatic' || holds)
  )
}

/** An empty field is left out, so that the API's and the profile's defaults apply. */
export function completeLink(read: LinkBody, values: Values, now: number): LinkBody {
  const { uses, send_email, require_customer_info } = values
  const isDonation = isOpen(values)
  const expiry = readExpiry(values, now)
  const { order_details = [], ...body } = read
  return {
    ...body,
    link_type: isDonation ? 'donation' : uses === 'once' ? 'one_time' : 'recurring',
    ...(isDonation && uses === 'once' && { usage_limit: 1 }),
    ...(expiry !== undefined && { expiry }),
    ...(order_details?.length && {
      order_details: order_details.map((item) => ({ ...item, currency: body.currency })),
    }),
    send_email: send_email === YES,
    require_customer_info: require_customer_info === YES,
  }
}

/** The request as far as the form can be read, for the preview. */
export function draftLink(read: LinkBody, values: Values, now: number): LinkBody {
  const { email: _, metadata: __, order_details, ...body } = read
  const named = order_details?.filter(({ name, amount }) => name && amount !== undefined)
  const draft = { ...body, ...(named && { order_details: named }) }
  return completeLink(draft, { ...values, send_email: '' }, now)
}
