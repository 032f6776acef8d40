import { post } from '../api/change.ts'
import { profileHeader } from '../api/profiles.ts'
import { Action } from '../lib/action.tsx'
import type { Fields, Texts } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'

const isAmount = ({ kind }: Texts) => kind === 'amount'

const fields = {
  coupon_code: {
    kind: 'text',
    label: 'Code',
    description: 'What customers enter, such as SPRING. Upper and lower case differ.',
    missing: 'Enter what customers type.',
    maxLength: 64,
    'data-autofocus': true,
  },
  kind: {
    kind: 'choice',
    label: 'Discount',
    initial: 'percent',
    isLocal: true,
    data: [
      { value: 'percent', label: 'Percentage' },
      { value: 'amount', label: 'Amount' },
    ],
  },
  percent_off: {
    kind: 'number',
    label: 'Percent off',
    missing: 'Enter a whole number from 1 to 100.',
    invalid: 'Enter a whole number from 1 to 100.',
    rightSection: '%',
    when: (values) => !isAmount(values),
  },
  amount_off: {
    kind: 'amount',
    label: 'Amount off',
    missing: 'Enter a number such as 5.00.',
    invalid: 'Enter a number such as 5.00.',
    row: 'amount',
    when: isAmount,
  },
  currency: { kind: 'currency', label: 'Currency', initial: 'EUR', row: 'amount', when: isAmount },
  duration: {
    kind: 'select',
    label: 'It is taken off',
    initial: 'once',
    row: 'duration',
    data: [
      { value: 'once', label: 'The first period' },
      { value: 'repeating', label: 'The first few periods' },
      { value: 'forever', label: 'Every period' },
    ],
  },
  duration_in_cycles: {
    kind: 'number',
    label: 'How many periods',
    missing: 'Enter how many periods are discounted.',
    invalid: 'Enter how many periods are discounted.',
    row: 'duration',
    when: ({ duration }) => duration === 'repeating',
  },
  max_redemptions: {
    kind: 'number',
    label: 'At most this many subscriptions',
    isOptional: true,
    invalid: 'Enter a whole number, or leave it empty.',
    placeholder: 'Any number',
  },
  redeem_by: {
    kind: 'moment',
    label: 'Can be used until',
    isOptional: true,
    description: 'By new subscriptions, in your time zone. Empty: at any time.',
  },
} satisfies Fields

export function CouponForm({ close }: { close: () => void }) {
  const form = useFields(fields)
  return (
    <Action
      title="New coupon"
      verb="Create the coupon"
      form={form}
      close={close}
      run={async (key) =>
        post('/subscriptions/coupons', { params: { header: profileHeader() }, body: form.read() })(
          key,
        )
      }
      done={({ coupon_code }) => `The coupon ${coupon_code} can be used.`}
    >
      {form.all}
      <p className="faint flush small">A coupon cannot be changed later, only stopped.</p>
    </Action>
  )
}
