import { List, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { remove } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { customerName } from './words.ts'

type Subscription = Schemas['Subscription']

interface DeleteProps {
  customer: Schemas['Customer']
  /** Those that the API refuses to leave behind. */
  billed: readonly Subscription[]
  close: () => void
}

/** A customer with such a subscription cannot be deleted. */
const BILLED = new Set(['active', 'trial', 'pending', 'paused'])

export function filterBilled(subscriptions: readonly Subscription[]): Subscription[] {
  return subscriptions.filter(({ status }) => BILLED.has(status))
}

const fields = {
  typed: {
    kind: 'text',
    label: 'Type the id to confirm',
    description: 'This cannot be undone.',
    autoComplete: 'off',
    'data-autofocus': true,
  },
} satisfies Fields

export function DeleteCustomer({ customer, billed, close }: DeleteProps) {
  const { customer_id } = customer
  const form = useFields(fields)
  const navigate = useNavigate()
  const isFree = billed.length === 0
  return (
    <Action
      title={`Delete ${customerName(customer)}`}
      verb="Delete for good"
      isDangerous
      isReady={isFree && form.values.typed.trim() === customer_id}
      form={form}
      close={close}
      run={remove('/customers/{customer_id}', {
        params: { path: { customer_id } },
      })}
      done={() => 'The customer is deleted. Their personal data is erased within seconds.'}
      after={() => navigate({ to: '/customers' })}
    >
      {isFree ? (
        <>
          <Consequences />
          {form.field('typed', { label: `Type ${customer_id} to confirm` })}
        </>
      ) : (
        <div>
          <p className="flush">
            <b>This customer is still billed.</b> Cancel the subscription first, then delete the
            customer. Otherwise the next invoice would have no recipient.
          </p>
          <List size="sm" mt={8}>
            {billed.map(({ id, plan_id }) => (
              <List.Item key={id}>
                <Link to="/subscriptions/$id" params={{ id }}>
                  {plan_id}
                </Link>
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Action>
  )
}

function Consequences() {
  return (
    <Stack gap={12}>
      <section>
        <b>Erased, including from payments, refunds, disputes, payouts and events</b>
        <List size="sm" mt={4}>
          <List.Item>name, e-mail, phone, addresses, descriptions and metadata</List.Item>
          <List.Item>saved payment methods and bank accounts</List.Item>
          <List.Item>evidence and files that only their disputes use</List.Item>
          <List.Item>their open payment links: they stop working</List.Item>
        </List>
      </section>
      <section>
        <b>Stays, so that your books are complete</b>
        <List size="sm" mt={4}>
          <List.Item>amounts, statuses, dates, ids and your order references</List.Item>
          <List.Item>the ledger, which has amounts and ids only</List.Item>
          <List.Item>brand and last four digits of the cards</List.Item>
          <List.Item>the customer id: nobody else can get it</List.Item>
        </List>
      </section>
      <p className="faint flush small">
        Payments, payouts and disputes that are still open keep what they need until they end. What
        your own systems and the acquirer have stored is not erased.
      </p>
    </Stack>
  )
}
