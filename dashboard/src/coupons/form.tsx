import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import { announce } from '../frame/announce.tsx'
import { Choice, CurrencySelect, MoneyInput, ORDER } from '../lib/fields.tsx'
import { type Form, useForm } from '../lib/form.tsx'
import { FormDialog } from '../lib/form_dialog.tsx'
import { parseMoney } from '../lib/money.ts'
import { focusFault, once, type Sending, useSend } from '../lib/send.ts'
import styles from './form.module.css'
import type { Coupon } from './words.ts'

type Body = Schemas['CreateCouponRequest']

const initial = {
  coupon_code: '',
  kind: 'percent',
  percent_off: '',
  amount_off: '',
  currency: 'EUR',
  duration: 'once',
  duration_in_cycles: '',
  max_redemptions: '',
  redeem_by: '',
}
type Values = typeof initial

const durations = [
  { value: 'once', label: 'The first period' },
  { value: 'repeating', label: 'The first few periods' },
  { value: 'forever', label: 'Every period' },
]

/** What cannot be sent at all; the API checks the rest. */
function checkValues(values: Values): Partial<Values> {
  const faults: Partial<Values> = {}
  const isWhole = (text: string) => /^\d+$/.test(text)
  if (values.coupon_code.trim() === '') faults.coupon_code = 'Enter what customers type.'
  if (values.kind === 'percent') {
    if (!isWhole(values.percent_off)) faults.percent_off = 'Enter a whole number from 1 to 100.'
  } else if (parseMoney(values.amount_off, values.currency) === undefined) {
    faults.amount_off = 'Enter a number such as 5.00.'
  }
  if (values.duration === 'repeating' && !isWhole(values.duration_in_cycles)) {
    faults.duration_in_cycles = 'Enter how many periods are discounted.'
  }
  if (values.max_redemptions !== '' && !isWhole(values.max_redemptions)) {
    faults.max_redemptions = 'Enter a whole number, or leave it empty.'
  }
  return faults
}

function buildBody(values: Values): Body {
  const { coupon_code, kind, currency, duration, max_redemptions, redeem_by } = values
  return {
    coupon_code: coupon_code.trim(),
    ...(kind === 'percent'
      ? { percent_off: Number(values.percent_off) }
      : {
          amount_off: parseMoney(values.amount_off, currency) ?? 0,
          currency: currency as NonNullable<Body['currency']>,
        }),
    duration: duration as Body['duration'],
    ...(duration === 'repeating' ? { duration_in_cycles: Number(values.duration_in_cycles) } : {}),
    ...(max_redemptions === '' ? {} : { max_redemptions: Number(max_redemptions) }),
    ...(redeem_by === '' ? {} : { redeem_by: new Date(redeem_by).toISOString() }),
  }
}

export function CouponForm({ close }: { close: () => void }) {
  const [isChecked, setChecked] = useState(false)
  const sending: Sending = useSend<Coupon>(
    async (key) =>
      unwrapAnswer(
        api.POST('/subscriptions/coupons', {
          params: { header: profileHeader() },
          headers: once(key),
          body: buildBody(form.values),
        }),
      ),
    ({ coupon_code }) => {
      announce('done', `The coupon ${coupon_code} can be used.`)
      close()
    },
  )
  const form = useForm(initial, sending.error)
  const faults = isChecked ? checkValues(form.values) : {}
  const input = (name: keyof Values) => {
    const { error, ...rest } = form.input(name)
    return { ...rest, error: faults[name] ?? error }
  }
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(checkValues(form.values)).length === 0) sending.submit(event)
    else focusFault()
  }
  return (
    <FormDialog
      title="Create a coupon"
      verb="Create the coupon"
      sending={sending}
      submit={submit}
      fields={Object.keys(initial)}
      close={close}
    >
      <TextInput
        label="Code"
        description="What customers enter, such as SPRING. Upper and lower case differ."
        inputWrapperOrder={ORDER}
        maxLength={64}
        data-autofocus
        {...input('coupon_code')}
      />
      <Discount form={form} input={input} />
      <TextInput
        label="At most this many subscriptions"
        placeholder="Any number"
        inputMode="numeric"
        {...input('max_redemptions')}
      />
      <TextInput
        type="datetime-local"
        label="Can be used until"
        description="By new subscriptions, in your time zone. Empty: at any time."
        inputWrapperOrder={ORDER}
        {...input('redeem_by')}
      />
      <p className="faint flush small">A coupon cannot be changed or deleted later.</p>
    </FormDialog>
  )
}

interface DiscountProps {
  form: Form<Values>
  input: (name: keyof Values) => ReturnType<Form<Values>['input']>
}

function Discount({ form, input }: DiscountProps) {
  const { kind, currency, duration } = form.values
  return (
    <>
      <Choice
        label="Discount"
        value={kind}
        onChange={(value) => form.set({ kind: value })}
        data={[
          { value: 'percent', label: 'Percentage' },
          { value: 'amount', label: 'Amount' },
        ]}
      />
      {kind === 'percent' ? (
        <TextInput
          label="Percent off"
          inputMode="numeric"
          rightSection={<span className="faint">%</span>}
          {...input('percent_off')}
        />
      ) : (
        <div className={styles.row}>
          <MoneyInput label="Amount off" currency={currency} {...input('amount_off')} />
          <CurrencySelect {...input('currency')} />
        </div>
      )}
      <div className={styles.pair}>
        <Select
          label="It is taken off"
          allowDeselect={false}
          data={durations}
          {...input('duration')}
        />
        {duration === 'repeating' && (
          <TextInput
            label="How many periods"
            inputMode="numeric"
            {...input('duration_in_cycles')}
          />
        )}
      </div>
    </>
  )
}
