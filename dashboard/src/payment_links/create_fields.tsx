// What is paid, and how often and until when.
import { ActionIcon, Button, Group, Select, Textarea, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Profile } from '../api/profiles.ts'
import { Card } from '../lib/details.tsx'
import { Choice, chosen, CurrencySelect, MoneyInput, ORDER } from '../lib/fields.tsx'
import { money, parseMoney, plainMoney } from '../lib/money.ts'
import styles from './create.module.css'
import { type Fields, type Item, sumItems } from './values.ts'

export function What(fields: Fields) {
  const { form, input } = fields
  const { amount_kind, currency } = form.values
  return (
    <Card title="What is paid">
      <div className={styles.fields}>
        <Choice
          label="Amount"
          value={amount_kind}
          onChange={(value) => form.set({ amount_kind: value })}
          data={[
            { value: 'fixed', label: 'Fixed' },
            { value: 'open', label: 'The customer chooses' },
          ]}
        />
        {amount_kind === 'fixed' ? (
          <div className={styles.row}>
            <MoneyInput label="Amount to collect" currency={currency} {...input('amount')} />
            <CurrencySelect {...input('currency')} />
          </div>
        ) : (
          <OpenAmount {...fields} />
        )}
        <Textarea
          label="Description"
          description="What is paid for. The page shows it."
          inputWrapperOrder={ORDER}
          autosize
          minRows={2}
          maxLength={1000}
          {...input('description')}
        />
        <Items {...fields} />
      </div>
    </Card>
  )
}

function OpenAmount({ form, input }: Fields) {
  const { currency } = form.values
  return (
    <>
      <div className={styles.row}>
        <TextInput
          label="Amounts to offer"
          description="Up to ten, separated by spaces. The customer can enter another one."
          placeholder="5 10 25"
          inputWrapperOrder={ORDER}
          {...input('suggested_amounts')}
        />
        <CurrencySelect {...input('currency')} />
      </div>
      <div className={styles.pair}>
        <MoneyInput label="At least" currency={currency} {...input('min_amount')} />
        <MoneyInput label="At most" currency={currency} {...input('max_amount')} />
      </div>
    </>
  )
}

function Items({ form, items, setItems, input }: Fields) {
  const { currency, amount_kind, amount } = form.values
  const { error } = input('amount', 'order_details')
  const change = (key: string, part: Partial<Item>) =>
    setItems(items.map((item) => (item.key === key ? { ...item, ...part } : item)))
  const add = () =>
    setItems([...items, { key: crypto.randomUUID(), name: '', quantity: '1', amount: '' }])
  const sum = sumItems(items, currency)
  const isOther = amount_kind === 'fixed' && sum > 0 && parseMoney(amount, currency) !== sum
  return (
    <div className={styles.items} role="group" aria-label="Items">
      {items.map((item, n) => (
        <div key={item.key} className={styles.item}>
          <TextInput
            label="Item"
            value={item.name}
            maxLength={255}
            onChange={(event) => change(item.key, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Count"
            inputMode="numeric"
            value={item.quantity}
            onChange={(event) => change(item.key, { quantity: event.currentTarget.value })}
          />
          <MoneyInput
            label="Each"
            currency={currency}
            value={item.amount}
            onChange={(event) => change(item.key, { amount: event.currentTarget.value })}
          />
          <Tooltip label="Remove the item">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove item ${n + 1}`}
              onClick={() => setItems(items.filter(({ key }) => key !== item.key))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      {error !== undefined && (
        <p className={styles.wrong} role="alert">
          {error}
        </p>
      )}
      <Group gap={8}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          onClick={add}
        >
          Add an item
        </Button>
        {isOther && (
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => form.set({ amount: plainMoney(sum, currency) })}
          >
            Use their sum, {money(sum, currency)}, as the amount
          </Button>
        )}
      </Group>
    </div>
  )
}

const times = [
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 24 hours' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
  { value: '720', label: 'In 30 days' },
  { value: '2159', label: 'In 90 days' },
  { value: 'at', label: 'At a day and time' },
]

interface WhenProps extends Fields {
  profiles: readonly Profile[]
  /** Whose settings apply. */
  profile: Profile | undefined
}

export function When({ form, input, profiles, profile }: WhenProps) {
  const { uses, expires } = form.values
  return (
    <Card title="How often, and until when">
      <div className={styles.fields}>
        <Choice
          label="It can be paid"
          value={uses}
          onChange={(value) => form.set({ uses: value })}
          data={[
            { value: 'once', label: 'Once' },
            { value: 'many', label: 'Many times' },
          ]}
        />
        {uses === 'many' && (
          <TextInput
            label="At most this many payments"
            description="Empty: any number until it expires."
            inputWrapperOrder={ORDER}
            inputMode="numeric"
            {...input('usage_limit')}
          />
        )}
        <div className={styles.pair}>
          <Select
            label="Expires"
            allowDeselect={false}
            data={times}
            value={expires}
            onChange={(value) => form.set({ expires: value ?? '24' })}
            error={expires === 'at' ? undefined : input('expiry').error}
          />
          {expires === 'at' && (
            <TextInput
              type="datetime-local"
              label="Day and time"
              description="In your time zone, at most 90 days from now."
              inputWrapperOrder={ORDER}
              {...input('expiry')}
            />
          )}
        </div>
        {profiles.length > 1 && (
          <Select
            label="Business profile"
            description="Its name, look and methods are used."
            inputWrapperOrder={ORDER}
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
