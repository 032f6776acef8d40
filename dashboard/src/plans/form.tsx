// A new plan, or the name, the text and further prices of one that exists.
import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import { announce } from '../frame/announce.tsx'
import { chosen, CurrencySelect, MoneyInput, ORDER } from '../lib/fields.tsx'
import { fieldError, useForm } from '../lib/form.tsx'
import { FormDialog } from '../lib/form_dialog.tsx'
import { parseMoney } from '../lib/money.ts'
import { focusFault, once, type Sending, useSend } from '../lib/send.ts'
import styles from './plans.module.css'
import { type Plan, type Price, priceText } from './words.ts'

interface PriceDraft {
  readonly key: string
  readonly amount: string
  readonly currency: string
  readonly interval: string
  readonly interval_count: string
  readonly trial_period: string
  readonly trial_period_unit: string
  readonly cycles: string
  readonly item_price_id: string
}

type NewPrice = Schemas['CreatePlanRequestPrice']

function newDraft(currency: string): PriceDraft {
  return {
    key: crypto.randomUUID(),
    amount: '',
    currency,
    interval: 'month',
    interval_count: '1',
    trial_period: '',
    trial_period_unit: 'day',
    cycles: '',
    item_price_id: '',
  }
}

/** What is not a number is sent as it is, so that the API says what is wrong with it. */
function parseWhole(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : (text as unknown as number)
}

function toPrice(draft: PriceDraft): NewPrice {
  const { currency, interval, trial_period, cycles, item_price_id } = draft
  return {
    amount: parseMoney(draft.amount, currency) ?? -1,
    currency: currency as NewPrice['currency'],
    interval: interval as Price['interval'],
    interval_count: parseWhole(draft.interval_count),
    ...(trial_period === ''
      ? {}
      : {
          trial_period: parseWhole(trial_period),
          trial_period_unit: draft.trial_period_unit as Price['interval'],
        }),
    ...(cycles === '' ? {} : { cycles: parseWhole(cycles) }),
    ...(item_price_id === '' ? {} : { item_price_id }),
  }
}

async function save(plan: Plan | undefined, values: Values, prices: NewPrice[], key: string) {
  const { plan_id, name } = values
  const description = values.description.trim() === '' ? null : values.description.trim()
  const header = profileHeader()
  const headers = once(key)
  if (plan === undefined) {
    const body = { ...(plan_id === '' ? {} : { plan_id }), name, description, prices }
    return unwrapAnswer(api.POST('/subscriptions/plans', { params: { header }, headers, body }))
  }
  const params = { path: { plan_id: plan.plan_id }, header }
  const body = { name, description, ...(prices.length === 0 ? {} : { prices }) }
  return unwrapAnswer(api.POST('/subscriptions/plans/{plan_id}', { params, headers, body }))
}

interface Values extends Record<string, string> {
  plan_id: string
  name: string
  description: string
}

export function PlanForm({ plan, close }: { plan?: Plan; close: () => void }) {
  const usual = plan?.prices[0]?.currency ?? 'EUR'
  const [drafts, setDrafts] = useState(() => (plan ? [] : [newDraft(usual)]))
  const [isChecked, setChecked] = useState(false)
  const sending: Sending = useSend(
    (key) => save(plan, form.values, drafts.map(toPrice), key),
    ({ name }) => {
      announce('done', plan ? `${name} is saved.` : `${name} can be subscribed to.`)
      close()
    },
  )
  const form = useForm<Values>(
    { plan_id: '', name: plan?.name ?? '', description: plan?.description ?? '' },
    sending.error,
  )
  const isNameless = form.values.name.trim() === ''
  const isPriceless = drafts.some(({ amount, currency }) => !parseMoney(amount, currency))
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    setChecked(true)
    if (isNameless || isPriceless) focusFault()
    else sending.submit(event)
  }
  const change = (key: string, part: Partial<PriceDraft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
  return (
    <FormDialog
      title={plan ? `Edit ${plan.name}` : 'Create a plan'}
      verb={plan ? 'Save the plan' : 'Create the plan'}
      sending={sending}
      submit={submit}
      size="lg"
      fields={['name', 'description', 'plan_id', ...faultFields(drafts.length)]}
      close={close}
    >
      <TextInput
        label="Name"
        description="Customers see it on their invoices."
        inputWrapperOrder={ORDER}
        maxLength={255}
        data-autofocus
        {...form.input('name')}
        {...(isChecked && isNameless ? { error: 'Enter a name.' } : {})}
      />
      <Textarea
        label="Description"
        description="For your team and your shop."
        inputWrapperOrder={ORDER}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.input('description')}
      />
      {plan ? (
        <Existing prices={plan.prices} />
      ) : (
        <TextInput
          label="Your own id"
          description="Letters, digits, _ and -. Empty: one is made."
          inputWrapperOrder={ORDER}
          {...form.input('plan_id')}
        />
      )}
      {drafts.map((draft, n) => (
        <PriceFields
          key={draft.key}
          draft={draft}
          title={drafts.length > 1 ? `New price ${n + 1}` : 'New price'}
          at={`prices.${n}`}
          error={sending.error}
          isChecked={isChecked}
          change={(part) => change(draft.key, part)}
          remove={
            drafts.length > 1 || plan
              ? () => setDrafts(drafts.filter(({ key }) => key !== draft.key))
              : undefined
          }
        />
      ))}
      <div>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          onClick={() => setDrafts([...drafts, newDraft(drafts.at(-1)?.currency ?? usual)])}
        >
          Add a price
        </Button>
      </div>
    </FormDialog>
  )
}

/** The fields under which faults of prices are shown. */
function faultFields(count: number): string[] {
  const names = ['amount', 'currency', 'interval_count', 'trial_period', 'cycles', 'item_price_id']
  return Array.from({ length: count }, (_, n) => names.map((name) => `prices.${n}.${name}`)).flat()
}

function Existing({ prices }: { prices: readonly Price[] }) {
  return (
    <div>
      <p className="flush strong">Prices</p>
      <ul className={styles.prices}>
        {prices.map((price) => (
          <li key={price.item_price_id} className="num">
            {priceText(price)}
          </li>
        ))}
      </ul>
      <p className="faint flush hint">
        A price never changes, because subscriptions were sold at it. Add another one, and move
        subscriptions to it.
      </p>
    </div>
  )
}

const units = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'year', label: 'Years' },
]

interface PriceFieldsProps {
  draft: PriceDraft
  title: string
  /** Where the price is in the request. */
  at: string
  error: Error | null
  /** Whether it was tried to send it. */
  isChecked: boolean
  change: (part: Partial<PriceDraft>) => void
  remove: (() => void) | undefined
}

function PriceFields(props: PriceFieldsProps) {
  const { draft, title, at, error, isChecked, change, remove } = props
  const input = (name: keyof PriceDraft) => ({
    value: draft[name],
    onChange: (changed: string | null | { currentTarget: { value: string } }) =>
      change({
        [name]: typeof changed === 'object' ? (changed?.currentTarget.value ?? '') : changed,
      }),
    error: fieldError(error, `${at}.${name}`),
  })
  const amount = input('amount')
  const isWrong = isChecked && !parseMoney(draft.amount, draft.currency)
  return (
    <fieldset className={styles.price}>
      <legend>{title}</legend>
      <div className={styles.row}>
        <MoneyInput
          label="Price of a period"
          currency={draft.currency}
          {...amount}
          error={isWrong ? 'Enter an amount such as 9.00.' : amount.error}
        />
        <CurrencySelect {...chosen(input('currency'))} />
      </div>
      <div className={styles.pair}>
        <div className={styles.period}>
          <TextInput label="Billed every" inputMode="numeric" {...input('interval_count')} />
          <Select label="Unit" allowDeselect={false} data={units} {...chosen(input('interval'))} />
        </div>
        <div className={styles.period}>
          <TextInput
            label="Trial"
            placeholder="None"
            inputMode="numeric"
            {...input('trial_period')}
          />
          <Select
            label="Unit"
            allowDeselect={false}
            data={units}
            {...chosen(input('trial_period_unit'))}
          />
        </div>
      </div>
      <div className={styles.pair}>
        <TextInput
          label="Ends after this many periods"
          placeholder="Until cancelled"
          inputMode="numeric"
          {...input('cycles')}
        />
        <TextInput
          label="Your own id of the price"
          placeholder="Made for you"
          {...input('item_price_id')}
        />
      </div>
      {remove && (
        <div>
          <Button variant="default" size="compact-md" onClick={remove}>
            Remove this price
          </Button>
        </div>
      )}
    </fieldset>
  )
}
