import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { profileHeader, type Profile, useNamedProfile, useProfiles } from '../api/profiles.ts'
import { announce } from '../frame/announce.tsx'
import { CustomerSearch } from '../lib/customer_search.tsx'
import { Card } from '../lib/details.tsx'
import { LinkButton } from '../lib/links.tsx'
import { chosen, ORDER } from '../lib/fields.tsx'
import { type Form, FormError, useForm } from '../lib/form.tsx'
import { focusFault, once, type Sending, useSend } from '../lib/send.ts'
import { Unread } from '../lib/table.tsx'
import { describeMethod } from '../payments/words.ts'
import { priceText, trialText } from '../plans/words.ts'
import styles from './create.module.css'
import { EstimateCard } from './estimate_card.tsx'
import { activePlansQuery, type Subscription } from './words.ts'

const initial = {
  profile_id: '',
  customer_id: '',
  item_price_id: '',
  coupon_code: '',
  pay: 'saved',
  payment_method_id: '',
  return_url: '',
  merchant_reference_id: '',
}
type Values = typeof initial

async function create(values: Values, return_url: string, key: string): Promise<Subscription> {
  const { customer_id, item_price_id, coupon_code, merchant_reference_id } = values
  const order = {
    customer_id,
    item_price_id,
    ...(coupon_code === '' ? {} : { coupon_code }),
    ...(merchant_reference_id === '' ? {} : { merchant_reference_id }),
  }
  const named = values.profile_id === '' ? undefined : values.profile_id
  const common = { params: { header: profileHeader(named) }, headers: once(key) }
  if (values.pay === 'later') {
    const body = { ...order, payment_details: { return_url } }
    return unwrapAnswer(api.POST('/subscriptions/create', { ...common, body }))
  }
  const { payment_method_id } = values
  const body = { ...order, payment_details: { return_url, payment_method_id } }
  return unwrapAnswer(api.POST('/subscriptions', { ...common, body }))
}

const outcomes: Readonly<Record<string, string>> = {
  active: 'The subscription is active, and the first invoice is paid.',
  trial: 'The trial has begun. Nothing was charged.',
  created: 'The subscription is created. Your site confirms it with a payment method.',
  pending: 'The subscription is created. The outcome of its payment is not known yet.',
}

export function CreateSubscription() {
  const navigate = useNavigate()
  const { customer_id = '', item_price_id = '' } = useSearch({ from: '/frame/subscriptions/new' })
  const profiles = useProfiles()
  const [isChecked, setChecked] = useState(false)
  const sending: Sending = useSend<Subscription>(
    (key) => create(form.values, returnUrl, key),
    ({ id, status }) => {
      const text = outcomes[status]
      announce(text ? 'done' : 'failed', text ?? 'The first payment was declined.')
      void navigate({ to: '/subscriptions/$id', params: { id } })
    },
  )
  const form = useForm({ ...initial, customer_id, item_price_id }, sending.error)
  const { values } = form
  const profile = useNamedProfile(values.profile_id)
  const returnUrl = values.return_url || (profile?.return_url ?? '')
  const missing = isChecked ? missingIn(values, returnUrl) : {}
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(missingIn(values, returnUrl)).length === 0) sending.submit(event)
    else focusFault()
  }
  const input: Fields['input'] = (name, field = name) => {
    const { error, ...rest } = form.input(name, field)
    return { ...rest, error: missing[name] ?? error }
  }
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/subscriptions">Subscriptions</Link> / New
      </p>
      <h1 className={styles.title}>Create a subscription</h1>
      <form onSubmit={submit} noValidate className={styles.columns}>
        <fieldset disabled={sending.isFixed} className={styles.plain}>
          <Order form={form} input={input} profiles={profiles} profile={profile} />
          <Payment form={form} input={input} profile={profile} />
        </fieldset>
        <aside>
          <EstimateCard values={values} />
        </aside>
        <div>
          <FormError error={sending.error} fields={Object.keys(initial)} />
          <div className={styles.buttons}>
            <LinkButton to="/subscriptions" variant="default">
              Discard
            </LinkButton>
            <Button type="submit" loading={sending.isPending}>
              {values.pay === 'later' ? 'Create, confirm later' : 'Create and charge'}
            </Button>
          </div>
        </div>
      </form>
    </>
  )
}

function missingIn(values: Values, returnUrl: string): Partial<Values> {
  return {
    ...(values.customer_id === '' && { customer_id: 'Choose who subscribes.' }),
    ...(values.item_price_id === '' && { item_price_id: 'Choose a price.' }),
    ...(values.pay === 'saved' &&
      values.payment_method_id === '' && { payment_method_id: 'Choose a saved method.' }),
    ...(returnUrl === '' && { return_url: 'Enter an address that begins with https://.' }),
  }
}

interface Fields {
  form: Form<Values>
  input: (
    name: keyof Values,
    field?: string,
  ) => {
    value: string
    onChange: ReturnType<Form<Values>['input']>['onChange']
    error: string | undefined
  }
}

interface OrderProps extends Fields {
  profiles: readonly Profile[]
  /** Whose settings apply. */
  profile: Profile | undefined
}

function Order({ form, input, profiles, profile }: OrderProps) {
  const plans = useQuery(activePlansQuery)
  const { customer_id } = form.values
  return (
    <Card title="Who, and what">
      {plans.isError && <Unread error={plans.error} retry={() => void plans.refetch()} />}
      <div className={styles.fields} aria-busy={plans.isPending}>
        <CustomerSearch
          value={customer_id}
          onChange={(value) => form.set({ customer_id: value ?? '', payment_method_id: '' })}
          error={input('customer_id').error}
        />
        <Select
          label="Plan and price"
          placeholder={plans.isPending ? 'Loading…' : 'Choose a price'}
          searchable
          nothingFoundMessage="No active plan has such a price"
          data={(plans.data ?? []).map(({ name, prices }) => ({
            group: name,
            items: prices.map((price) => ({
              value: price.item_price_id,
              label: [
                `${name}: ${priceText(price)}`,
                price.trial_period !== null && trialText(price),
              ]
                .filter(Boolean)
                .join(', '),
            })),
          }))}
          description={
            plans.data?.length === 0 && (
              <>
                There is no active plan yet. <Link to="/plans">Create one</Link> first.
              </>
            )
          }
          {...chosen(input('item_price_id'))}
        />
        <Coupons form={form} input={input} />
        <TextInput
          label="Your reference"
          description="Such as the number of the contract. It need not be unique."
          inputWrapperOrder={ORDER}
          maxLength={255}
          {...input('merchant_reference_id')}
        />
        {profiles.length > 1 && (
          <Select
            label="Business profile"
            placeholder={profile?.profile_name ?? ''}
            clearable
            data={profiles.map(({ profile_id, profile_name }) => ({
              value: profile_id,
              label: profile_name,
            }))}
            {...chosen(input('profile_id'))}
          />
        )}
      </div>
    </Card>
  )
}

function Coupons({ input }: Fields) {
  const coupons = useQuery({
    queryKey: ['coupons', 'choice'],
    queryFn: async () => {
      const params = { header: profileHeader(), query: { limit: 100 } }
      return unwrapAnswer(api.GET('/subscriptions/coupons', { params }))
    },
  })
  return (
    <Select
      label="Coupon"
      placeholder="None"
      searchable
      clearable
      nothingFoundMessage="There is no such coupon"
      data={(coupons.data?.data ?? []).map(({ coupon_code }) => coupon_code)}
      {...chosen(input('coupon_code'))}
    />
  )
}

function Payment({ form, input, profile }: Omit<OrderProps, 'profiles'>) {
  const { pay, customer_id } = form.values
  const methods = useQuery({
    queryKey: ['payment_methods', 'of', customer_id],
    enabled: customer_id !== '',
    queryFn: () =>
      unwrapAnswer(
        api.GET('/customers/{customer_id}/payment_methods', {
          params: { path: { customer_id }, query: { limit: 100 } },
        }),
      ),
  })
  const saved = methods.data?.data ?? []
  const isNone = customer_id !== '' && methods.isSuccess && saved.length === 0
  return (
    <Card title="How it is paid">
      <div className={styles.fields}>
        <Radio.Group
          value={pay}
          onChange={(value) => form.set({ pay: value })}
          label="First payment"
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="saved"
              label="Charge a saved method of the customer now"
              description="It is charged for the renewals too. A trial charges nothing; the card is only checked."
            />
            <Radio
              value="later"
              label="Confirm it later"
              description="Your site asks the customer for a card and confirms it within 24 hours."
            />
          </Stack>
        </Radio.Group>
        {pay === 'saved' && (
          <Select
            label="Saved method"
            placeholder={customer_id === '' ? 'Choose the customer first' : 'Choose a method'}
            disabled={customer_id === '' || isNone}
            description={
              isNone
                ? 'This customer has no saved method: confirm the subscription later.'
                : undefined
            }
            inputWrapperOrder={ORDER}
            data={saved.map((method) => ({
              value: method.payment_method_id,
              label: [
                describeMethod(method),
                method.is_default && 'default',
                method.card?.expired && 'expired',
              ]
                .filter(Boolean)
                .join(', '),
            }))}
            {...chosen(input('payment_method_id', 'payment_details.payment_method_id'))}
          />
        )}
        <TextInput
          type="url"
          label="Return address"
          placeholder={profile?.return_url ?? 'https://shop.example/account'}
          description="Where the browser of the customer goes if the bank asks them to act. Empty: that of the profile."
          inputWrapperOrder={ORDER}
          {...input('return_url', 'payment_details.return_url')}
        />
      </div>
    </Card>
  )
}
