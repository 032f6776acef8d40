// Profile settings by group, each with its effect.
import type { Profile } from '../api/profiles.ts'
import type { Fields } from '../lib/field_values.ts'
import { layouts } from '../payment_links/layouts.ts'
import { typeChoices } from '../payments/words.ts'

const methods = typeChoices.map(({ value, name }) => ({ value, label: name }))

export const general = {
  profile_name: {
    kind: 'text',
    label: 'Name',
    description:
      'For your team, and on payment links that name no seller. Unique among your profiles.',
    row: 'general',
  },
  return_url: {
    kind: 'text',
    type: 'url',
    label: 'Return URL',
    description: 'Where browsers are sent after a payment without its own return URL.',
    placeholder: 'https://shop.example/return',
    row: 'general',
  },
} satisfies Fields

export const payments = {
  capture_window_days: {
    kind: 'number',
    label: 'Capture window',
    description:
      'How long an authorization can be captured, 1 to 30 days. After that it is released to the customer.',
    rightSection: 'days',
    row: 'time',
  },
  session_expiry: {
    kind: 'number',
    label: 'Time to pay',
    description:
      'How long a browser can use a client secret, and how long a customer has for 3-D Secure or another step, 1 minute to 24 hours (1,440 minutes).',
    rightSection: 'min',
    parse: (text) => (Number.isNaN(Number(text)) ? text : Math.round(Number(text) * 60)),
    row: 'time',
  },
  allowed_payment_method_types: {
    kind: 'multi',
    label: 'Accepted payment methods',
    description: 'Payments with other methods are refused. Empty accepts all.',
    data: methods,
    searchable: true,
    clearable: true,
    empty: [],
  },
  is_manual_retry_enabled: {
    kind: 'switch',
    label: 'Failed payments can be confirmed again',
    description: 'Off: after a failed attempt a new payment is needed.',
  },
} satisfies Fields

export const paymentPages = {
  seller_name: {
    kind: 'text',
    label: 'Seller name',
    description: "The shop's name for customers. Defaults to the profile's name.",
    at: 'payment_link_config.seller_name',
    row: 'look',
  },
  theme: {
    kind: 'colour',
    label: 'Color',
    description: 'For buttons and links. The text on it is made readable by itself.',
    placeholder: '#0f766e',
    at: 'payment_link_config.theme',
    row: 'look',
  },
  sdk_layout: {
    kind: 'select',
    label: 'Method layout',
    description: 'How a page arranges the payment methods.',
    at: 'payment_link_config.sdk_layout',
    placeholder: 'Automatic',
    clearable: true,
    data: layouts,
  },
  logo: {
    kind: 'logo',
    label: 'Logo',
    description: "An image's https URL, or an image up to 24 kB from your device.",
    at: 'payment_link_config.logo',
    placeholder: 'https://shop.example/logo.svg',
  },
  link_methods: {
    kind: 'multi',
    label: 'Payment methods on payment pages',
    description: 'The accepted methods that payment links offer. Empty offers all.',
    at: 'payment_link_config.allowed_payment_method_types',
    data: methods,
    searchable: true,
    clearable: true,
  },
} satisfies Fields

export const wallets = {
  apple_pay: {
    kind: 'text',
    label: 'Apple Pay merchant identifier',
    description: 'From your account at Apple.',
    at: 'wallet_identities.apple_pay.merchant_identifier',
    placeholder: 'merchant.example.shop',
    row: 'wallets',
  },
  google_pay: {
    kind: 'text',
    label: 'Google Pay merchant ID',
    description: 'From the Google Pay console.',
    at: 'wallet_identities.google_pay.merchant_id',
    row: 'wallets',
  },
} satisfies Fields

export const cardTesting = {
  max_failed_per_ip: {
    kind: 'number',
    label: 'Failures at one address',
    description: 'How many card payments from one IP address may be declined or unfinished.',
    at: 'card_testing_guard_config.max_failed_per_ip',
    row: 'failures',
  },
  max_failed_per_card: {
    kind: 'number',
    label: 'Failures of one card',
    description: 'The same for one card number, from any address.',
    at: 'card_testing_guard_config.max_failed_per_card',
    row: 'failures',
  },
  window_minutes: {
    kind: 'number',
    label: 'Time window',
    description: 'In which they are counted, 1 to 1,440 minutes.',
    at: 'card_testing_guard_config.window_minutes',
    rightSection: 'min',
  },
} satisfies Fields

export const dunning = {
  retry_days: {
    kind: 'text',
    label: 'Charge again on these days',
    description:
      'Days after the first failure, 1 to 60, separated by commas; at most ten. Empty tries once only.',
    at: 'dunning.retry_days',
    placeholder: '1, 3, 5, 7',
    empty: [],
    parse: (text) =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number),
    row: 'dunning',
  },
  final_action: {
    kind: 'select',
    label: 'After the last try',
    description: "The subscription's state afterwards.",
    at: 'dunning.final_action',
    data: [
      { value: 'cancelled', label: 'Cancel the subscription' },
      { value: 'unpaid', label: 'Keep it as unpaid' },
      { value: 'paused', label: 'Pause it' },
    ],
    row: 'dunning',
  },
} satisfies Fields

export const refundsAndPayouts = {
  refund_batch_time: {
    kind: 'text',
    type: 'time',
    label: 'Time for scheduled refunds',
    description: 'The time of day, in UTC, at which scheduled refunds are sent.',
  },
  refuse_payouts_above_balance: {
    kind: 'switch',
    label: 'Refuse payouts above the available balance',
    description:
      'On: a payout that the balance does not cover is refused at once. Your operator may refuse it in any case.',
  },
  payout_approvals: {
    kind: 'number',
    label: 'Approvals for a payout',
    description:
      'How many different users must approve a payout before it is sent, 0 to 3. A user who prepared it cannot. With 1 or more, payouts are not sent automatically.',
  },
} satisfies Fields

export const profileFields = {
  ...general,
  ...payments,
  ...paymentPages,
  ...wallets,
  ...cardTesting,
  ...dunning,
  ...refundsAndPayouts,
} satisfies Fields

/** The profile as the form shows it. */
export function startProfile(profile: Profile) {
  const { payment_link_config: pages, wallet_identities: identities } = profile
  return {
    ...profile,
    ...profile.card_testing_guard_config,
    ...profile.dunning,
    ...pages,
    session_expiry: Number((profile.session_expiry / 60).toFixed(4)),
    allowed_payment_method_types: profile.allowed_payment_method_types.join(','),
    link_methods: pages?.allowed_payment_method_types?.join(','),
    apple_pay: identities.apple_pay?.merchant_identifier,
    google_pay: identities.google_pay?.merchant_id,
    retry_days: profile.dunning.retry_days.join(', '),
  }
}
