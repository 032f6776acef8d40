import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import styles from './plans.module.css'
import { type Plan, type Price, priceText } from './words.ts'

const fields = {
  name: {
    kind: 'text',
    label: 'Name',
    description: 'Customers see it on their invoices.',
    missing: 'Enter a name.',
    maxLength: 255,
    'data-autofocus': true,
  },
  description: {
    kind: 'area',
    label: 'Description',
    isOptional: true,
    description: 'For your team and your shop.',
    maxLength: 1000,
  },
} satisfies Fields

const newFields = {
  ...fields,
  plan_id: {
    kind: 'text',
    label: 'Your own id',
    isOptional: true,
    description: 'Letters, digits, _ and -. Empty: one is made.',
  },
} satisfies Fields

const units = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'year', label: 'Years' },
]

const priceFields = {
  amount: {
    kind: 'amount',
    label: 'Price per period',
    missing: 'Enter an amount such as 9.00.',
    check: (text) => (Number(text) === 0 ? 'Enter an amount such as 9.00.' : undefined),
    row: 'amount',
  },
  currency: { kind: 'currency', label: 'Currency', row: 'amount' },
  interval_count: { kind: 'number', label: 'Billed every', initial: '1', row: 'period' },
  interval: { kind: 'select', label: 'Unit', initial: 'month', data: units, row: 'period' },
  trial_period: {
    kind: 'number',
    label: 'Trial',
    isOptional: true,
    placeholder: 'None',
    row: 'trial',
  },
  trial_period_unit: {
    kind: 'select',
    label: 'Unit',
    initial: 'day',
    data: units,
    row: 'trial',
    derive: ({ trial_period }) => ({ isLocal: trial_period === '' }),
  },
  cycles: {
    kind: 'number',
    label: 'Ends after this many periods',
    isOptional: true,
    placeholder: 'Until cancelled',
    row: 'ids',
  },
  item_price_id: {
    kind: 'text',
    label: 'Your own price id',
    isOptional: true,
    placeholder: 'Made for you',
    row: 'ids',
  },
} satisfies Fields

export function PlanForm({ plan, close }: { plan?: Plan; close: () => void }) {
  const currency = plan?.prices[0]?.currency ?? 'EUR'
  const form = useFields(plan ? fields : newFields, plan, {
    prices: { fields: priceFields, rows: plan ? [] : [{ currency }] },
  })
  const prices = form.rows('prices')
  return (
    <Action
      title={plan ? `Edit ${plan.name}` : 'New plan'}
      verb={plan ? 'Save the plan' : 'Create the plan'}
      form={form}
      size="lg"
      close={close}
      run={(key) => save(plan, form.read(), key)}
      done={({ name }) => (plan ? `${name} is saved.` : `${name} can be subscribed to.`)}
    >
      {form.all}
      {plan && <Existing prices={plan.prices} />}
      {prices.map(({ key, all, remove }, n) => (
        <fieldset key={key} className={styles.price}>
          <legend>{prices.length > 1 ? `New price ${n + 1}` : 'New price'}</legend>
          {all}
          {(prices.length > 1 || plan) && (
            <div>
              <Button variant="default" size="compact-md" onClick={remove}>
                Remove this price
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          onClick={() =>
            form.add('prices', { currency: prices.at(-1)?.values['currency'] ?? currency })
          }
        >
          Add a price
        </Button>
      </div>
    </Action>
  )
}

/** A plan that exists gets its new prices, and an empty description clears the old one. */
async function save(plan: Plan | undefined, body: Schemas['CreatePlanRequest'], key: string) {
  const header = profileHeader()
  if (plan === undefined) return post('/subscriptions/plans', { params: { header }, body })(key)
  const { prices, description = null, name } = body
  return post('/subscriptions/plans/{plan_id}', {
    params: { path: { plan_id: plan.plan_id }, header },
    body: { name, description, ...(prices.length === 0 ? {} : { prices }) },
  })(key)
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
