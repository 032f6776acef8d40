// The form for a new payout: its fields, and the request that they make.
import { type Schemas, standing } from '../api/client.ts'
import type { Field, Fields, Texts } from '../lib/field_values.ts'
import { listOptions } from '../lib/fields.tsx'
import { money, parseMoney, plainMoney } from '../lib/money.ts'
import type { Search } from '../lib/url.ts'
import { checkEmail } from './advice.ts'
import { completeMethod, methodFields } from './method_form.ts'
import { methods, methodsFor } from './methods.ts'
import { entityNames, priorityNames } from './words.ts'

export type CreateBody = Schemas['CreatePayoutRequest']

export const currencyField = { kind: 'currency', label: 'Currency', row: 'amount' } satisfies Field

export const descriptionField = {
  kind: 'area',
  label: 'Description',
  isOptional: true,
  description: 'For your team.',
  maxLength: 1000,
} satisfies Field

export const amountFields = {
  amount: {
    kind: 'amount',
    label: 'Amount',
    row: 'amount',
    'data-autofocus': true,
    derive: ({ currency = '' }) => {
      const fault = `Enter an amount such as ${plainMoney(25_000, currency)}.`
      return { placeholder: plainMoney(0, currency), missing: fault, invalid: fault }
    },
    check: (text, { currency = '' }) =>
      parseMoney(text, currency) === 0 ? 'Enter an amount above zero.' : undefined,
  },
  currency: currencyField,
} satisfies Fields

const isNew = ({ recipient }: Texts) => recipient === 'new'

export const recipientFields = {
  recipient: {
    kind: 'radio',
    label: 'Recipient',
    isLocal: true,
    options: [
      { value: 'existing', label: 'A customer' },
      {
        value: 'new',
        label: 'Somebody new',
        description: 'They become a customer, so that the next payout finds them.',
      },
    ],
  },
  recipient_name: {
    kind: 'text',
    label: 'Name',
    at: 'customer.name',
    missing: 'Enter the name.',
    maxLength: 255,
    row: 'recipient',
    when: isNew,
  },
  recipient_email: {
    kind: 'text',
    label: 'E-mail address',
    isOptional: true,
    type: 'email',
    at: 'customer.email',
    check: checkEmail,
    maxLength: 255,
    row: 'recipient',
    when: isNew,
  },
  customer_id: {
    kind: 'customer',
    label: 'Customer',
    at: 'customer.id',
    missing: 'Choose a customer.',
    when: (values) => !isNew(values),
  },
} satisfies Fields

const enterNow = { value: 'method', label: 'I enter it now' }
const byLink = { value: 'link', label: 'The recipient enters it, with a payout link' }
const bySaved = { value: 'saved', label: "This customer's saved method" }

/** The options, with and without saved methods. */
export const ways = {
  withSaved: { options: [bySaved, enterNow, byLink] },
  without: { options: [enterNow, byLink] },
}

const wayFields = {
  way: {
    kind: 'radio',
    label: "The recipient's account",
    initial: 'method',
    isLocal: true,
  },
  payout_method_id: {
    kind: 'select',
    label: 'Saved method',
    description: 'From earlier payouts to this customer.',
    placeholder: 'Choose a method',
    missing: 'Choose a saved method.',
    when: ({ way }) => way === 'saved',
  },
  ...(mapFields(methodFields, ({ when, ...field }) => ({
    ...field,
    when: (values) => values['way'] === 'method' && when?.(values) !== false,
  })) as typeof methodFields),
} satisfies Fields

function mapFields(table: Fields, map: (field: Field) => Field): Fields {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, map(field)]))
}

const days = [1, 3, 7, 30, 90]

export const linkFields = {
  link_methods: {
    kind: 'multi',
    label: 'Methods on the page',
    isOptional: true,
    isLocal: true,
    clearable: true,
    data: methods.map(({ type, name }) => ({ value: type, label: name })),
    derive: ({ currency = '' }) => {
      const usual = methodsFor(currency).usual.map(({ name }) => name)
      return { description: `Without a choice the page offers ${usual.join(', ')}.` }
    },
  },
  link_name: {
    kind: 'text',
    label: 'Your name on the page',
    isOptional: true,
    at: 'payout_link_config.merchant_name',
    maxLength: 255,
    row: 'look',
  },
  link_theme: {
    kind: 'colour',
    label: 'Page color',
    isOptional: true,
    at: 'payout_link_config.theme',
    row: 'look',
  },
  link_logo: {
    kind: 'text',
    label: 'Logo URL',
    isOptional: true,
    type: 'url',
    placeholder: 'https://',
    at: 'payout_link_config.logo',
    row: 'logo',
    check: (text) =>
      /^https?:\/\/\S+$/.test(text.trim()) ? undefined : 'Enter a URL that starts with https://.',
  },
  session_expiry: {
    kind: 'select',
    label: 'The link can be used for',
    initial: '30',
    isLocal: true,
    row: 'logo',
    data: days.map((n) => ({ value: String(n), label: n === 1 ? '1 day' : `${n} days` })),
  },
} satisfies Fields

const review = {
  value: 'review',
  label: 'After a review',
  description: 'Creating it sends nothing. You or a colleague sends it from its page.',
}
const auto = {
  value: 'auto',
  label: 'Automatically',
  description:
    'It is sent within seconds, and retried if the payout network cannot be reached. No second step.',
}

export const sendingFields = {
  sending: {
    kind: 'radio',
    label: 'Sending',
    initial: 'review',
    isLocal: true,
    derive: ({ way }) => ({
      options:
        way === 'link'
          ? [
              {
                ...review,
                description:
                  'You check the account that the recipient enters, confirm it and send the payout.',
              },
              {
                ...auto,
                description:
                  'It is sent within seconds after the recipient enters an account, without your review.',
              },
            ]
          : [
              review,
              {
                value: 'confirm',
                label: 'Confirmed, sent by hand',
                description:
                  'You vouch for the details now. Somebody still has to send it from its page.',
              },
              auto,
            ],
    }),
  },
  recurring: {
    kind: 'tick',
    label: 'Save the method when the payout is paid',
    description: 'The next payout to this customer can use it without the number.',
  },
} satisfies Fields

export const aboutFields = {
  description: descriptionField,
  merchant_order_reference_id: {
    kind: 'text',
    label: 'Reference',
    isOptional: true,
    description: 'Your own number, such as an invoice.',
    maxLength: 255,
    row: 'about',
  },
  priority: {
    kind: 'select',
    label: 'Priority',
    isOptional: true,
    description: 'Without one, the payout network decides.',
    data: listOptions(priorityNames),
    clearable: true,
    row: 'about',
  },
  entity_type: {
    kind: 'select',
    label: 'The recipient is',
    isOptional: true,
    data: listOptions(entityNames),
    clearable: true,
  },
} satisfies Fields

const isLink = ({ way }: Texts) => way === 'link'

export const payoutFields = {
  ...amountFields,
  ...recipientFields,
  ...wayFields,
  ...(mapFields(linkFields, (field) => ({ ...field, when: isLink })) as typeof linkFields),
  ...sendingFields,
  ...aboutFields,
} satisfies Fields

/** The URL can name the customer, the currency and the amount in its lowest unit. */
export function startPayout({ customer_id = '', amount, currency = 'EUR' }: Search) {
  const isAmount = amount !== undefined && /^\d{1,12}$/.test(amount)
  return {
    amount: isAmount ? plainMoney(Number(amount), currency) : '',
    currency,
    recipient: customer_id === '' ? 'new' : 'existing',
    customer_id,
  }
}

const DAY_S = 86_400

export function completePayout(read: CreateBody, values: Texts): CreateBody {
  const { way, sending, session_expiry, link_methods = '' } = values
  const { profile_id } = standing
  const body = {
    ...read,
    ...(sending === 'confirm' && way !== 'link' ? { confirm: true } : {}),
    ...(sending === 'auto' ? { auto_fulfill: true } : {}),
    ...(profile_id === undefined ? {} : { profile_id }),
  }
  if (way === 'method') return completeMethod(body, values)
  if (way === 'saved') return body
  const enabled_payment_methods = groupMethods(link_methods.split(','))
  return {
    ...body,
    payout_link: true,
    session_expiry: Number(session_expiry) * DAY_S,
    ...(link_methods === '' && body.payout_link_config === undefined
      ? {}
      : {
          payout_link_config: {
            ...body.payout_link_config,
            ...(link_methods === '' ? {} : { enabled_payment_methods }),
          },
        }),
  }
}

function groupMethods(types: readonly string[]) {
  const chosen = methods.filter(({ type }) => types.includes(type))
  const kinds = [...new Set(chosen.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    payment_method: kind,
    payment_method_types: chosen.filter((each) => each.kind === kind).map(({ type }) => type),
  }))
}

/** The text on the form's button. */
export function submitText({ amount = '', currency = '', sending, way }: Texts): string {
  const value = parseMoney(amount, currency)
  const sum = value ? ` ${money(value, currency)}` : ''
  if (way === 'link') return sum === '' ? 'Create the link' : `Create the link for${sum}`
  if (sending === 'auto') return `Create and send${sum}`
  return sum === '' ? 'Create the payout' : `Create the payout of${sum}`
}
