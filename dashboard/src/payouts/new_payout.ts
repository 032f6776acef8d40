// The values of the form for a new payout: their faults, and the request that they make.
import { ApiError, type Fault, type Schemas, standing } from '../api/client.ts'
import { parseMoney, plainMoney } from '../lib/money.ts'
import type { Search } from '../lib/url.ts'
import { checkEmail } from './advice.ts'
import type { MethodBody } from './method_form.tsx'
import { methods } from './methods.ts'

export type NewValues = Readonly<
  Record<
    | 'amount'
    | 'currency'
    | 'customer_id'
    | 'name'
    | 'email'
    | 'payout_method_id'
    | 'description'
    | 'merchant_order_reference_id'
    | 'priority'
    | 'entity_type'
    | 'link_name'
    | 'link_theme'
    | 'link_logo'
    | 'link_days',
    string
  > & {
    /** `existing` or `new`. */
    recipient: string
    /** `method`, `saved` or `link`. */
    way: string
    /** `review`, `confirm` or `auto`. */
    sending: string
    /** `yes` or empty. */
    recurring: string
    /** Types of methods, separated by commas; empty: the usual ones of the currency. */
    link_methods: string
  }
>

export type CreateBody = Schemas['CreatePayoutRequest']

/** The URL can name the customer, the currency and the amount in its lowest unit. */
export function initialValues({ customer_id = '', amount, currency = 'EUR' }: Search): NewValues {
  const isAmount = amount !== undefined && /^\d{1,12}$/.test(amount)
  return {
    amount: isAmount ? plainMoney(Number(amount), currency) : '',
    currency,
    recipient: customer_id === '' ? 'new' : 'existing',
    customer_id,
    name: '',
    email: '',
    way: 'method',
    payout_method_id: '',
    sending: 'review',
    recurring: '',
    description: '',
    merchant_order_reference_id: '',
    priority: '',
    entity_type: '',
    link_name: '',
    link_theme: '',
    link_logo: '',
    link_days: '30',
    link_methods: '',
  }
}

/** What the API would refuse, in its own shape, so that a field shows either in the same way. */
export function checkValues(values: NewValues, way: string): Fault[] {
  const { amount, currency, recipient, customer_id, name, email } = values
  const value = parseMoney(amount, currency)
  const faults: (Fault | false)[] = [
    (value === undefined || value === 0) &&
      fault('amount', `Enter an amount such as ${plainMoney(25_000, currency)}.`),
    recipient === 'existing' && customer_id === '' && fault('customer.id', 'Choose a customer.'),
    recipient === 'new' && name.trim() === '' && fault('customer.name', 'Enter the name.'),
    recipient === 'new' &&
      email.trim() !== '' &&
      checkEmail(email) !== undefined &&
      fault('customer.email', checkEmail(email) ?? ''),
    way === 'saved' &&
      values.payout_method_id === '' &&
      fault('payout_method_id', 'Choose a saved method.'),
    way === 'link' &&
      values.link_logo.trim() !== '' &&
      !/^https?:\/\/\S+$/.test(values.link_logo.trim()) &&
      fault('payout_link_config.logo', 'Enter an address that starts with https://.'),
  ]
  return faults.filter((each) => each !== false)
}

function fault(field: string, message: string): Fault {
  return { code: 'IR_04', field, message }
}

export function isRefusedHere(faults: readonly Fault[]): Error | null {
  return faults.length === 0
    ? null
    : new ApiError(400, { message: 'Correct the marked fields.', errors: [...faults] })
}

export function buildDraft(
  values: NewValues,
  way: string,
  method: MethodBody | undefined,
): CreateBody {
  const { sending, recurring, recipient, customer_id, name, email } = values
  const isLink = way === 'link'
  return {
    amount: parseMoney(values.amount, values.currency) ?? 0,
    currency: values.currency as CreateBody['currency'],
    customer:
      recipient === 'existing'
        ? { id: customer_id }
        : { name: name.trim(), ...(email.trim() === '' ? {} : { email: email.trim() }) },
    ...(way === 'method' ? method : {}),
    ...(way === 'saved' ? { payout_method_id: values.payout_method_id } : {}),
    ...(isLink ? linkBody(values) : {}),
    ...(sending === 'confirm' && !isLink ? { confirm: true } : {}),
    ...(sending === 'auto' ? { auto_fulfill: true } : {}),
    ...(recurring === 'yes' ? { recurring: true } : {}),
    ...texts(values, ['description', 'merchant_order_reference_id', 'priority', 'entity_type']),
    ...(standing.profile_id === undefined ? {} : { profile_id: standing.profile_id }),
  }
}

function texts(values: NewValues, names: readonly (keyof NewValues)[]): Partial<CreateBody> {
  const entries = names.map((name) => [name, values[name].trim()] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

const DAY_S = 86_400

function linkBody(values: NewValues): Partial<CreateBody> {
  const { link_name, link_theme, link_logo, link_days, link_methods } = values
  const config = {
    ...(link_name.trim() === '' ? {} : { merchant_name: link_name.trim() }),
    ...(link_theme.trim() === '' ? {} : { theme: link_theme.trim() }),
    ...(link_logo.trim() === '' ? {} : { logo: link_logo.trim() }),
    ...(link_methods === ''
      ? {}
      : { enabled_payment_methods: groupTypes(link_methods.split(',')) }),
  }
  return {
    payout_link: true,
    session_expiry: Number(link_days) * DAY_S,
    ...(Object.keys(config).length === 0 ? {} : { payout_link_config: config }),
  }
}

function groupTypes(types: readonly string[]) {
  const chosen = methods.filter(({ type }) => types.includes(type))
  const kinds = [...new Set(chosen.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    payment_method: kind,
    payment_method_types: chosen.filter((each) => each.kind === kind).map(({ type }) => type),
  }))
}
