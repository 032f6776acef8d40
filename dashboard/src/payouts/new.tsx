import { Button, Checkbox, Radio, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMay } from '../api/session.ts'
import { Card } from '../lib/details.tsx'
import { LinkButton } from '../lib/links.tsx'
import { chosen, CurrencySelect, MoneyInput } from '../lib/fields.tsx'
import { type Form, FormError, useForm } from '../lib/form.tsx'
import { money, parseMoney, plainMoney } from '../lib/money.ts'
import { balancesQuery } from '../queries/objects.ts'
import { Create } from './create.tsx'
import styles from './form.module.css'
import { LinkFields } from './link_fields.tsx'
import { MethodFields, useMethod } from './method_form.tsx'
import {
  buildDraft,
  checkValues,
  initialValues,
  isRefusedHere,
  type NewValues,
} from './new_payout.ts'
import { RecipientFields } from './recipient_fields.tsx'
import { SavedSelect, useSavedMethods } from './saved_methods.tsx'
import { entityNames, priorityNames } from './words.ts'

/** Objects of the request whose fields show their own faults. */
const OBJECTS = ['customer', 'payout_method_data', 'payout_link_config', 'session_expiry']

export function NewPayout() {
  const search = useSearch({ from: '/frame/payouts/new' })
  const [error, setError] = useState<Error | null>(null)
  const form = useForm<NewValues>(initialValues(search), error)
  const { values } = form
  const method = useMethod(values.currency)
  const saved = useSavedMethods(values.recipient === 'existing' ? values.customer_id : '')
  const [draft, setDraft] = useState<ReturnType<typeof buildDraft>>()
  const way = values.way === 'saved' && saved.length === 0 ? 'method' : values.way
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = way === 'method' ? method.read() : undefined
    const faults = checkValues(values, way)
    setError(isRefusedHere(faults))
    if (faults.length > 0 || (way === 'method' && body === undefined)) {
      // The messages are on the page after the next render.
      setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setDraft(buildDraft(values, way, body))
  }
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/payouts">Payouts</Link> / New
      </p>
      <h1 className={styles.title}>Create a payout</h1>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Card title="Amount and recipient">
          <div className={styles.body}>
            <AmountFields form={form} />
            <RecipientFields form={form} />
          </div>
        </Card>
        <Card title="Where the money goes">
          <div className={styles.body}>
            <Ways form={form} way={way} hasSaved={saved.length > 0} />
            {way === 'method' && (
              <MethodFields form={method} currency={values.currency} error={error} />
            )}
            {way === 'saved' && (
              <SavedSelect saved={saved} input={form.input('payout_method_id')} />
            )}
            {way === 'link' && <LinkFields form={form} currency={values.currency} />}
          </div>
        </Card>
        <Card title="When it is sent">
          <div className={styles.body}>
            <Sending form={form} isLink={way === 'link'} />
          </div>
        </Card>
        <Card title="About the payout">
          <div className={styles.body}>
            <AboutFields form={form} />
          </div>
        </Card>
        <FormError error={error} fields={[...Object.keys(values), ...OBJECTS]} />
        <div className={styles.end}>
          <LinkButton to="/payouts" variant="default">
            Close
          </LinkButton>
          <Button type="submit">{submitText(values, way)}</Button>
        </div>
      </form>
      {draft && <Create draft={draft} report={setError} close={() => setDraft(undefined)} />}
    </>
  )
}

function submitText({ amount, currency, sending }: NewValues, way: string): string {
  const value = parseMoney(amount, currency)
  const sum = value ? ` ${money(value, currency)}` : ''
  if (way === 'link') return sum === '' ? 'Create link' : `Create link for${sum}`
  if (sending === 'auto') return `Create and send${sum}`
  return sum === '' ? 'Create payout' : `Create payout of${sum}`
}

function AmountFields({ form }: { form: Form<NewValues> }) {
  const { currency, amount } = form.values
  const available = useAvailable(currency)
  const value = parseMoney(amount, currency)
  const isAbove = value !== undefined && available !== undefined && value > available
  const text = available === undefined ? '' : `${money(available, currency)} is available.`
  return (
    <div className={styles.fields}>
      <MoneyInput
        label="Amount"
        currency={currency}
        placeholder={plainMoney(0, currency)}
        description={isAbove ? `${text} A payout above that can be refused when it is sent.` : text}
        {...form.input('amount')}
        data-autofocus
      />
      <CurrencySelect {...form.input('currency')} />
    </div>
  )
}

/** Of this currency; undefined until it is known. */
function useAvailable(currency: string): number | undefined {
  const isAllowed = useMay()('payouts:read')
  const { data } = useQuery({ ...balancesQuery, enabled: isAllowed })
  if (data === undefined) return undefined
  return data.balances.find((each) => each.currency === currency)?.available ?? 0
}

interface WaysProps {
  form: Form<NewValues>
  way: string
  hasSaved: boolean
}

function Ways({ form, way, hasSaved }: WaysProps) {
  return (
    <Radio.Group
      label="Account of the recipient"
      value={way}
      onChange={(next) => form.set({ way: next })}
    >
      <div className={styles.choices}>
        {hasSaved && <Radio value="saved" label="A saved method of this customer" />}
        <Radio value="method" label="I enter it now" />
        <Radio value="link" label="The recipient enters it, with a payout link" />
      </div>
    </Radio.Group>
  )
}

function Sending({ form, isLink }: { form: Form<NewValues>; isLink: boolean }) {
  const { sending, recurring } = form.values
  return (
    <>
      <Radio.Group
        aria-label="When it is sent"
        value={isLink && sending === 'confirm' ? 'review' : sending}
        onChange={(next) => form.set({ sending: next })}
      >
        <div className={styles.choices}>
          <Radio
            value="review"
            label="After a review"
            description={
              isLink
                ? 'You check the account that the recipient enters, confirm it and send the payout.'
                : 'Creating it sends nothing. You or a colleague sends it from its page.'
            }
          />
          {!isLink && (
            <Radio
              value="confirm"
              label="Confirmed, sent by hand"
              description="You vouch for the details now. Somebody still has to send it from its page."
            />
          )}
          <Radio
            value="auto"
            label="Automatically"
            description={
              isLink
                ? 'It is sent within seconds after the recipient enters an account, without your review.'
                : 'It is sent within seconds, and retried if the rail cannot be reached. No second step.'
            }
          />
        </div>
      </Radio.Group>
      <Checkbox
        label="Save the method when the payout is paid"
        description="The next payout to this customer can use it without the number."
        checked={recurring === 'yes'}
        onChange={(event) => form.set({ recurring: event.currentTarget.checked ? 'yes' : '' })}
      />
    </>
  )
}

const toOptions = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

function AboutFields({ form }: { form: Form<NewValues> }) {
  return (
    <div className={styles.fields}>
      <Textarea
        className={styles.whole ?? ''}
        label="Description (optional)"
        description="For your team."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        {...form.input('description')}
      />
      <TextInput
        label="Reference (optional)"
        description="Your own number, such as an invoice."
        maxLength={255}
        {...form.input('merchant_order_reference_id')}
      />
      <Select
        label="Priority (optional)"
        description="Without one, the rail decides."
        data={toOptions(priorityNames)}
        clearable
        {...chosen(form.input('priority'))}
      />
      <Select
        label="The recipient is (optional)"
        data={toOptions(entityNames)}
        clearable
        {...chosen(form.input('entity_type'))}
      />
    </div>
  )
}
