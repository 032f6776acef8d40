import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Form } from '../lib/form.tsx'
import { money, parseMoney, plainMoney } from '../lib/money.ts'
import styles from './create.module.css'
import { addItems, readItems, type Values } from './values.ts'

/** The order's items. Their sum can become the amount. */
export function Items({ form }: { form: Form<Values> }) {
  const { currency, amount_kind, amount } = form.values
  const rows = form.rows('order_details')
  const sum = addItems(
    readItems(
      rows.map(({ values }) => values),
      currency,
    ),
  )
  const isOther = amount_kind === 'fixed' && sum > 0 && parseMoney(amount, currency) !== sum
  return (
    <div className={styles.items} role="group" aria-label="Items">
      {rows.map(({ key, field, remove }, n) => (
        <div key={key} className={styles.item}>
          {field('name')}
          {field('quantity')}
          {field('amount')}
          <Tooltip label="Remove the item">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove item ${n + 1}`}
              onClick={remove}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      <Group gap={8}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          onClick={() => form.add('order_details')}
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
