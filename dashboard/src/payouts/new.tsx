import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useMay } from '../api/session.ts'
import { ErrorAlert } from '../lib/error_alert.tsx'
import { Card } from '../lib/details.tsx'
import type { Field } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { money, parseMoney } from '../lib/money.ts'
import { LinkButton } from '../lib/links.tsx'
import { balancesQuery } from '../queries/objects.ts'
import { Create } from './create.tsx'
import styles from './form.module.css'
import {
  aboutFields,
  amountFields,
  completePayout,
  type CreateBody,
  linkFields,
  payoutFields,
  recipientFields,
  sendingFields,
  startPayout,
  submitText,
  ways,
} from './new_payout.ts'
import { methodFields } from './method_form.ts'
import { useSavedMethods } from './saved_methods.ts'

export function NewPayout() {
  const search = useSearch({ from: '/frame/payouts/new' })
  const [error, setError] = useState<Error>()
  const [draft, setDraft] = useState<CreateBody>()
  const form = useFields(payoutFields, startPayout(search))
  const { values, set } = form
  const { way } = values
  const saved = useSavedMethods(values.recipient === 'existing' ? values.customer_id : '')
  const hasSaved = saved.length > 0
  useEffect(() => {
    if (way === 'saved' && !hasSaved) set({ way: 'method' })
  }, [way, hasSaved])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    if (form.check()) setDraft(completePayout(form.read(), values))
  }
  const report = (failure: Error) => {
    setError(failure)
    // The fields are marked once the dialog is gone.
    setTimeout(() => form.report(failure))
  }
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/payouts">Payouts</Link> / New
      </p>
      <h1 className={styles.title}>New payout</h1>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Section title="Amount and recipient">
          {form.pick(amountFields, { amount: useAvailable(values.amount, values.currency) })}
          {form.pick(recipientFields, { customer_id: useCustomerField() })}
        </Section>
        <Section title="Where the money goes">
          {form.field('way', hasSaved ? ways.withSaved : ways.without)}
          {form.field('payout_method_id', { data: [...saved] })}
          {way === 'link' && (
            <p className={styles.hint}>
              You get a link to a page on which the recipient enters where the money goes. Nothing
              is sent before that.
            </p>
          )}
          {form.pick(linkFields)}
          {form.pick(methodFields)}
        </Section>
        <Section title="When it is sent">{form.pick(sendingFields)}</Section>
        <Section title="About the payout">{form.pick(aboutFields)}</Section>
        <ErrorAlert error={form.isShown ? null : error} />
        <div className={styles.end}>
          <LinkButton to="/payouts" variant="default">
            Cancel
          </LinkButton>
          <Button type="submit">{submitText(values)}</Button>
        </div>
      </form>
      {draft && <Create draft={draft} report={report} close={() => setDraft(undefined)} />}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className={styles.body}>{children}</div>
    </Card>
  )
}

/** A role that may not read customers has to know the id. */
function useCustomerField(): Partial<Field> {
  return useMay()('customers:read') ? {} : { kind: 'text', label: 'Customer ID', maxLength: 64 }
}

/** Describes the available balance in this currency once it is known. */
function useAvailable(amount: string, currency: string): Partial<Field> {
  const isAllowed = useMay()('payouts:read')
  const { data } = useQuery({ ...balancesQuery, enabled: isAllowed })
  if (data === undefined) return {}
  const available = data.balances.find((each) => each.currency === currency)?.available ?? 0
  const isAbove = (parseMoney(amount, currency) ?? 0) > available
  const text = `${money(available, currency)} is available.`
  return {
    description: isAbove ? `${text} A payout above that can be refused when it is sent.` : text,
  }
}
