import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { post } from '../api/change.ts'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { profileHeader, type Profile, useNamedProfile, useProfiles } from '../api/profiles.ts'
import { announce } from '../frame/announce.tsx'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { Card } from '../lib/details.tsx'
import type { Fields } from '../lib/field_values.ts'
import { type Form, useFields } from '../lib/form.tsx'
import { LinkButton } from '../lib/links.tsx'
import { Unread } from '../lib/table.tsx'
import { describeMethod } from '../payments/words.ts'
import { type Plan, type Price, priceText, trialText } from '../plans/words.ts'
import styles from './create.module.css'
import { EstimateCard } from './estimate_card.tsx'
import { activePlansQuery, type Subscription } from './words.ts'

type Order = Omit<Schemas['CreateAndConfirmSubscriptionRequest'], 'payment_details'> & {
  payment_details?: { payment_method_id?: string; return_url?: string }
}

const orderFields = {
  customer_id: { kind: 'customer', label: 'Customer', missing: 'Choose who subscribes.' },
  item_price_id: {
    kind: 'select',
    label: 'Plan and price',
    missing: 'Choose a price.',
    searchable: true,
    nothingFoundMessage: 'No active plan has such a price',
  },
  coupon_code: {
    kind: 'select',
    label: 'Coupon',
    isOptional: true,
    placeholder: 'None',
    searchable: true,
    clearable: true,
    nothingFoundMessage: 'There is no such coupon',
  },
  merchant_reference_id: {
    kind: 'text',
    label: 'Your reference',
    isOptional: true,
    description: 'Such as the contract number. It need not be unique.',
    maxLength: 255,
  },
} satisfies Fields

const payFields = {
  pay: {
    kind: 'radio',
    label: 'First payment',
    initial: 'saved',
    isLocal: true,
    options: [
      {
        value: 'saved',
        label: "Charge the customer's saved method now",
        description:
          'It is charged for the renewals too. A trial charges nothing; the card is only checked.',
      },
      {
        value: 'later',
        label: 'Confirm it later',
        description: 'Your site asks the customer for a card and confirms it within 24 hours.',
      },
    ],
  },
  payment_method_id: {
    kind: 'select',
    label: 'Saved method',
    at: 'payment_details.payment_method_id',
    missing: 'Choose a saved method.',
    when: ({ pay }) => pay === 'saved',
  },
  return_url: {
    kind: 'text',
    type: 'url',
    label: 'Return URL',
    isOptional: true,
    description:
      "Where the customer's browser goes if the bank asks them to act. Defaults to the profile's.",
    at: 'payment_details.return_url',
    placeholder: 'https://shop.example/account',
  },
} satisfies Fields

const fields = {
  ...orderFields,
  profile_id: {
    kind: 'select',
    label: 'Business profile',
    isOptional: true,
    clearable: true,
    isLocal: true,
  },
  ...payFields,
} satisfies Fields

type Values = Readonly<Record<keyof typeof fields, string>>

/** A return address is needed either way, and defaults to the profile's. */
function create(
  read: Order,
  { pay, profile_id }: Values,
  profile: Profile | undefined,
): (key: string) => Promise<Subscription> {
  const header = profileHeader(profile_id === '' ? undefined : profile_id)
  const { return_url = profile?.return_url ?? '', payment_method_id = '' } =
    read.payment_details ?? {}
  const params = { header }
  if (pay === 'later') {
    const body = { ...read, payment_details: { return_url } }
    return post('/subscriptions/create', { params, body })
  }
  const body = { ...read, payment_details: { return_url, payment_method_id } }
  return post('/subscriptions', { params, body })
}

const outcomes: Readonly<Record<string, string>> = {
  active: 'The subscription is active, and the first invoice is paid.',
  trial: 'The trial has begun. Nothing was charged.',
  created: 'The subscription is created. Your site confirms it with a payment method.',
  pending: "The subscription is created. Its payment's outcome is not known yet.",
}

export function CreateSubscription() {
  const navigate = useNavigate()
  const { customer_id = '', item_price_id = '' } = useSearch({ from: '/frame/subscriptions/new' })
  const form = useFields(fields, { customer_id, item_price_id })
  const { values } = form
  const profile = useNamedProfile(values.profile_id)
  const change = useChange({
    form,
    run: create(form.read(), values, profile),
    after: ({ id }) => navigate({ to: '/subscriptions/$id', params: { id } }),
    done: ({ status }) => outcomes[status],
    next: ({ status }) => {
      if (outcomes[status] === undefined) announce('failed', 'The first payment was declined.')
    },
  })
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/subscriptions">Subscriptions</Link> / New
      </p>
      <h1 className={styles.title}>New subscription</h1>
      <ApiForm
        className={styles.columns}
        change={change}
        form={form}
        verb={values.pay === 'later' ? 'Create, confirm later' : 'Create and charge'}
        preview={<EstimateCard values={values} />}
        aside={
          <LinkButton to="/subscriptions" variant="default">
            Cancel
          </LinkButton>
        }
      >
        <OrderCard form={form} profile={profile} />
        <PaymentCard form={form} profile={profile} />
      </ApiForm>
    </>
  )
}

interface CardProps {
  form: Form<Values>
  /** Whose settings apply. */
  profile: Profile | undefined
}

function OrderCard({ form, profile }: CardProps) {
  const plans = useQuery(activePlansQuery)
  const profiles = useProfiles()
  const coupons = useQuery({
    queryKey: ['coupons', 'choice'],
    queryFn: async () => {
      const params = { header: profileHeader(), query: { limit: 100 } }
      return unwrapAnswer(api.GET('/subscriptions/coupons', { params }))
    },
  })
  return (
    <Card title="Who, and what">
      {plans.isError && <Unread error={plans.error} retry={() => void plans.refetch()} />}
      <div className={styles.fields} aria-busy={plans.isPending}>
        {form.pick(orderFields, {
          item_price_id: {
            placeholder: plans.isPending ? 'Loading…' : 'Choose a price',
            data: listPrices(plans.data ?? []),
            description: plans.data?.length === 0 && (
              <>
                There is no active plan yet. <Link to="/plans">Create one</Link> first.
              </>
            ),
          },
          coupon_code: { data: (coupons.data?.data ?? []).map(({ coupon_code }) => coupon_code) },
        })}
        {profiles.length > 1 &&
          form.field('profile_id', {
            placeholder: profile?.profile_name ?? '',
            data: profiles.map((each) => ({ value: each.profile_id, label: each.profile_name })),
          })}
      </div>
    </Card>
  )
}

function listPrices(plans: readonly Plan[]) {
  const label = (name: string, price: Price) =>
    [`${name}: ${priceText(price)}`, price.trial_period !== null && trialText(price)]
      .filter(Boolean)
      .join(', ')
  return plans.map(({ name, prices }) => ({
    group: name,
    items: prices.map((price) => ({ value: price.item_price_id, label: label(name, price) })),
  }))
}

function PaymentCard({ form, profile }: CardProps) {
  const { customer_id, payment_method_id } = form.values
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
  const isOther = !saved.some((method) => method.payment_method_id === payment_method_id)
  useEffect(() => {
    // Another customer's method cannot be charged.
    if (payment_method_id !== '' && isOther) form.set({ payment_method_id: '' })
  }, [customer_id])
  return (
    <Card title="How it is paid">
      <div className={styles.fields}>
        {form.pick(payFields, {
          payment_method_id: {
            placeholder: customer_id === '' ? 'Choose the customer first' : 'Choose a method',
            disabled: customer_id === '' || isNone,
            description: isNone
              ? 'This customer has no saved method: confirm the subscription later.'
              : undefined,
            data: saved.map((method) => ({
              value: method.payment_method_id,
              label: [
                describeMethod(method),
                method.is_default && 'default',
                method.card?.expired && 'expired',
              ]
                .filter(Boolean)
                .join(', '),
            })),
          },
          return_url: profile?.return_url ? { placeholder: profile.return_url } : {},
        })}
      </div>
    </Card>
  )
}
