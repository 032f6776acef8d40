import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { useNamedProfile, useProfiles } from '../api/profiles.ts'
import { announce } from '../frame/announce.tsx'
import { LinkButton } from '../lib/links.tsx'
import { explain } from '../lib/action.tsx'
import { useNow } from '../lib/clock.ts'
import { FormError, useForm } from '../lib/form.tsx'
import { focusFault, once, type Sending, useSend } from '../lib/send.ts'
import { What, When } from './create_fields.tsx'
import { Look, More } from './create_more.tsx'
import styles from './create.module.css'
import { Preview } from './preview.tsx'
import {
  buildBody,
  checkValues,
  type Faults,
  type Fields,
  initial,
  type Item,
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
  const draft = { ...shown, profile_id: profile?.profile_id ?? '' }
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
          <Preview body={buildDraft(draft, items, toMinute(now))} />
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

/** The request as it would be sent, with what can be read of the form so far. */
function buildDraft(values: Values, items: readonly Item[], now: number) {
  const isDated = values.expires === 'at' && !Number.isNaN(Date.parse(values.expiry))
  const named = items.filter(({ name }) => name.trim() !== '')
  const expires = values.expires === 'at' && !isDated ? '24' : values.expires
  return buildBody({ ...values, expires, email: '', send_email: '', metadata: '' }, named, now)
}

/** A page that stays open asks the same question for a while. */
function toMinute(now: number): number {
  return now - (now % 60_000)
}
