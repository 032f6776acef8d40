import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { post } from '../api/change.ts'
import { methodTypes } from '../api/generated/tables.ts'
import { type Profile, useNamedProfile, useProfiles } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { useNow } from '../lib/clock.ts'
import { Card } from '../lib/details.tsx'
import { type Form, useFields } from '../lib/form.tsx'
import { LinkButton } from '../lib/links.tsx'
import styles from './create.module.css'
import { methodNames } from '../payments/words.ts'
import { productName } from './hosted_text.ts'
import { Items } from './items.tsx'
import { Preview } from './preview.tsx'
import {
  amountFields,
  chosenMethods,
  completeLink,
  customerFields,
  draftLink,
  expiryFields,
  isPossible,
  itemFields,
  type LinkBody,
  linkFields,
  lookFields,
  type Values,
} from './values.ts'

const lists = { order_details: { fields: itemFields, rows: [] } }

export function CreatePaymentLink() {
  const navigate = useNavigate()
  const now = useNow() ?? Date.now()
  const { customer_id = '' } = useSearch({ from: '/frame/payment-links/new' })
  const form = useFields(linkFields, { customer_id }, lists)
  const { values } = form
  const profile = useNamedProfile(values.profile_id)
  const read = () => ({
    ...form.read<LinkBody>(),
    ...(profile && { profile_id: profile.profile_id }),
  })
  const sent = useRef<{ key: string; body: LinkBody }>(undefined)
  const change = useChange({
    form,
    run: (key) => {
      // The expiry is in the request, which stays the same for a second try.
      if (sent.current?.key !== key) sent.current = { key, body: completeLink(read(), values, now) }
      return post('/payment_link', { body: sent.current.body })(key)
    },
    after: ({ payment_link_id }) =>
      navigate({ to: '/payment-links/$id', params: { id: payment_link_id } }),
    done: () => 'The payment link is ready. Copy its URL or save its QR code.',
  })
  // As text, because each rendering makes another object. The clock moves the draft once a minute.
  const [draft] = useDebouncedValue(JSON.stringify(draftLink(read(), values, toMinute(now))), 120)
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/payment-links">Payment links</Link> / New
      </p>
      <h1 className={styles.title}>New payment link</h1>
      <ApiForm
        className={styles.columns}
        change={change}
        form={form}
        verb="Create the link"
        preview={<Preview body={JSON.parse(draft) as LinkBody} />}
        aside={
          <LinkButton to="/payment-links" variant="default">
            Cancel
          </LinkButton>
        }
      >
        <Sections form={form} profile={profile} />
      </ApiForm>
    </>
  )
}

/** A page that stays open asks the same question for a while. */
function toMinute(now: number): number {
  return now - (now % 60_000)
}

interface SectionsProps {
  form: Form<Values>
  /** Whose settings apply. */
  profile: Profile | undefined
}

function Sections({ form, profile }: SectionsProps) {
  const may = useMay()
  const profiles = useProfiles()
  const { customer_id, ...others } = customerFields
  const config = profile?.payment_link_config
  return (
    <>
      <Section title="What is paid">
        {form.pick(amountFields)}
        <Items form={form} />
      </Section>
      <Section title="How often, and until when">
        {form.pick(expiryFields)}
        {profiles.length > 1 &&
          form.field('profile_id', {
            placeholder: profile?.profile_name ?? '',
            data: profiles.map((each) => ({ value: each.profile_id, label: each.profile_name })),
          })}
      </Section>
      <Section title="Page look and methods">
        {form.pick(lookFields, {
          methods: { data: groupMethods(form.values) },
          seller_name: { placeholder: config?.seller_name ?? profile?.profile_name ?? '' },
          theme: { placeholder: config?.theme ?? '#0f766e' },
          sdk_layout: { placeholder: nameLayout(config?.sdk_layout) },
        })}
      </Section>
      <Section title="Customer and payment">
        {form.pick({ ...(may('customers:read') ? { customer_id } : {}), ...others })}
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className={styles.fields}>{children}</div>
    </Card>
  )
}

function groupMethods(values: Values) {
  const possible = Object.keys(methodTypes).filter((type) => isPossible(type, values))
  const groups = Object.groupBy(
    [...new Set([...possible, ...chosenMethods(values)])],
    (type) => methodTypes[type]?.method ?? '',
  )
  return Object.entries(groups).map(([method, types = []]) => ({
    group: methodNames[method] ?? method,
    items: types.map((value) => ({ value, label: productName(value) })),
  }))
}

function nameLayout(value: string | undefined): string {
  return lookFields.sdk_layout.data.find((layout) => layout.value === value)?.label ?? 'Tabs'
}
