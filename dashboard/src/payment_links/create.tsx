import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { methodTypes } from '../api/generated/tables.ts'
import { type Profile, useNamedProfile, useProfiles } from '../api/profiles.ts'
import { announce } from '../frame/announce.tsx'
import { LinkButton } from '../lib/links.tsx'
import { explain } from '../lib/action.tsx'
import { useNow } from '../lib/clock.ts'
import { FormError, useForm } from '../lib/form.tsx'
import { parseMoney } from '../lib/money.ts'
import { focusFault, once, type Sending, useSend } from '../lib/send.ts'
import { What, When } from './create_fields.tsx'
import { Look, More } from './create_more.tsx'
import styles from './create.module.css'
import { type Draft, Preview } from './preview.tsx'
import {
  parseAmounts,
  buildBody,
  chosenMethods,
  toExpiry,
  type Faults,
  checkValues,
  type Fields,
  initial,
  isPossible,
  type Item,
  toOrderLines,
  type Values,
} from './values.ts'
import type { PaymentLink } from './words.ts'

export function CreatePaymentLink() {
  const navigate = useNavigate()
  const profiles = useProfiles()
  const now = useNow() ?? Date.now()
  const [items, setItems] = useState<readonly Item[]>([])
  const [isChecked, setChecked] = useState(false)
  const sent = useRef<{ key: string; body: ReturnType<typeof buildBody> }>(undefined)
  const sending: Sending = useSend<PaymentLink>(
    (key) => {
      // The moment of expiry is part of the request, which is the same for a second try.
      if (sent.current?.key !== key) {
        const values = { ...form.values, profile_id: profile?.profile_id ?? '' }
        sent.current = { key, body: buildBody(values, items, now) }
      }
      const { body } = sent.current
      return unwrapAnswer(api.POST('/payment_link', { headers: once(key), body }))
    },
    ({ payment_link_id }) => {
      announce('done', 'The payment link is ready. Copy its address or save its QR code.')
      void navigate({ to: '/payment-links/$id', params: { id: payment_link_id } })
    },
  )
  const form = useForm(initial, sending.error)
  const [shown] = useDebouncedValue(form.values, 120)
  const profile = useNamedProfile(form.values.profile_id)
  const faults: Faults = isChecked ? checkValues(form.values, items) : {}
  const fields: Fields = {
    form,
    items,
    setItems,
    input: (name, field = name) => {
      const { error, ...rest } = form.input(name, field)
      return { ...rest, error: faults[field] ?? error }
    },
  }
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(checkValues(form.values, items)).length === 0) sending.submit(event)
    else focusFault()
  }
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/payment-links">Payment links</Link> / New
      </p>
      <h1 className={styles.title}>Create a payment link</h1>
      <form onSubmit={submit} noValidate className={styles.columns}>
        <fieldset disabled={sending.isFixed} className={styles.plain}>
          <What {...fields} />
          <When {...fields} profiles={profiles} profile={profile} />
          <Look {...fields} profile={profile} />
          <More {...fields} />
        </fieldset>
        <aside className={styles.preview}>
          <Preview draft={buildDraft(shown, items, profile, now)} />
        </aside>
        <div>
          <FormError error={explained(sending.error)} fields={Object.keys(initial)} />
          <div className={styles.buttons}>
            <LinkButton to="/payment-links" variant="default">
              Discard
            </LinkButton>
            <Button type="submit" loading={sending.isPending}>
              Create the link
            </Button>
          </div>
        </div>
      </form>
    </>
  )
}

/** Says that a second try is safe, where it is not known whether the first one was carried out. */
function explained(error: Error | null): Error | null {
  return error && Object.assign(Object.create(error) as Error, { message: explain(error) })
}

function buildDraft(
  values: Values,
  items: readonly Item[],
  profile: Profile | undefined,
  now: number,
): Draft {
  const { currency } = values
  const config = profile?.payment_link_config
  const read = (text: string) => parseMoney(text, currency)
  return {
    seller: values.seller_name || (config?.seller_name ?? profile?.profile_name ?? 'Your shop'),
    logo: values.logo || (config?.logo ?? ''),
    color: values.theme || (config?.theme ?? ''),
    amount: values.amount_kind === 'open' ? null : read(values.amount),
    currency,
    description: values.description,
    lines: toOrderLines(items, currency),
    suggested: parseAmounts(values.suggested_amounts, currency).filter(
      (each) => each !== undefined,
    ),
    min: read(values.min_amount),
    max: read(values.max_amount),
    expires_at: previewedExpiry(values, now),
    asks: values.require_customer_info === 'yes',
    layout: values.sdk_layout || (config?.sdk_layout ?? 'tabs'),
    methods: shownMethods(values, profile),
  }
}

function previewedExpiry(values: Values, now: number): string {
  const isOpen = values.expires === 'at' && Number.isNaN(Date.parse(values.expiry))
  return (!isOpen && toExpiry(values, now)) || new Date(now + 86_400_000).toISOString()
}

/** As the page decides it: what the link or the profile allows, if the currency and the capture allow it; a card once. */
function shownMethods(values: Values, profile: Profile | undefined): string[] {
  const ofProfile = profile?.allowed_payment_method_types ?? []
  const all: readonly string[] = ofProfile.length > 0 ? ofProfile : Object.keys(methodTypes)
  const ofLink = chosenMethods(values)
  const wanted =
    ofLink.length > 0 ? ofLink : (profile?.payment_link_config?.allowed_payment_method_types ?? [])
  const allowed = wanted.length > 0 ? wanted.filter((type) => all.includes(type)) : all
  const possible = allowed.filter(
    // A wallet of the device is a button of its own, which a picture cannot promise.
    (type) => isPossible(type, values) && methodTypes[type]?.flow !== 'wallet',
  )
  return [...new Set(possible.map((type) => (type === 'debit' ? 'credit' : type)))]
}
