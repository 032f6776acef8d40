// The sentence for each kind of entry in a customer's timeline.
import type { Schemas } from '../api/client.ts'
import { formatReason } from '../disputes/words.ts'
import { formatKey } from '../lib/ledger_words.ts'
import { money } from '../lib/money.ts'
import { typeName } from '../payments/words.ts'

export type Entry = Schemas['CustomerTimeline']['data'][number]
type Describe = (entry: Entry, amount: string) => readonly [title: string, about?: string | null]

const fieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'e-mail',
  phone: 'phone',
  phone_country_code: 'country code',
  description: 'description',
  address: 'address',
  metadata: 'metadata',
  default_payment_method_id: 'default payment method',
}

/** Inner fields are written as `outer.inner`. */
function namesIn(fields: string): string {
  const outer = fields.split(', ').map((field) => field.split('.')[0] ?? '')
  return [...new Set(outer)].map((field) => formatKey(fieldNames, field)).join(', ')
}

const LAST4 = /^\d{4}$/

const sentences: Readonly<Record<Entry['object'], Describe>> = {
  payment: ({ title }, amount) => [`Payment of ${amount}`, title],
  refund: ({ title }, amount) => [`Refund of ${amount}`, title],
  dispute: ({ title }, amount) => [
    `Dispute about ${amount}`,
    title === null ? null : formatReason({ reason: title }),
  ],
  payout: ({ title }, amount) => [`Payout of ${amount}`, title],
  payment_link: ({ title }, amount) => [
    amount === '' ? 'Payment link for any amount' : `Payment link for ${amount}`,
    title,
  ],
  subscription: ({ title }) => ['Subscription', title],
  invoice: ({ title }, amount) => [
    title === null ? `Invoice of ${amount}` : `Invoice ${title} of ${amount}`,
  ],
  payment_method: ({ title }) => {
    if (title === null) return ['Payment method saved']
    return [LAST4.test(title) ? `Card ···· ${title} saved` : `${typeName(title)} saved`]
  },
  note: ({ title }) => ['Note', title],
  customer: () => ['Customer created'],
  customer_change: ({ title }) => ['Customer changed', title && namesIn(title)],
}

export function describeEntry(entry: Entry) {
  const { amount, currency } = entry
  const text = amount === null || currency === null ? '' : money(amount, currency)
  return sentences[entry.object](entry, text)
}
