import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { post, remove } from '../api/change.ts'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { Card } from '../lib/details.tsx'
import { LoadingRows } from '../lib/loading.tsx'
import { Unread } from '../lib/table.tsx'
import { describeMethod } from '../payments/words.ts'
import styles from './methods.module.css'

type Method = Schemas['PaymentMethod']
type Subscription = Schemas['Subscription']

interface MethodsProps {
  customer: Schemas['Customer']
  subscriptions: readonly Subscription[]
}

/** The saved payment methods; one can be removed or made the default. */
export function Methods({ customer, subscriptions }: MethodsProps) {
  const { customer_id, modified_at } = customer
  const methods = useQuery({
    queryKey: ['payment_methods', 'of', customer_id, modified_at],
    queryFn: () =>
      unwrapAnswer(
        api.GET('/customers/{customer_id}/payment_methods', {
          params: { path: { customer_id }, query: { limit: 100 } },
        }),
      ),
  })
  return (
    <Card title="Saved payment methods">
      <Rows
        query={methods}
        row={(method) => (
          <Row
            key={method.payment_method_id}
            method={method}
            users={subscriptions.filter(
              ({ payment_method_id }) => payment_method_id === method.payment_method_id,
            )}
          />
        )}
      />
    </Card>
  )
}

interface RowsProps {
  query: UseQueryResult<{ data: readonly Method[] }>
  row: (method: Method) => ReactNode
}

function Rows({ query, row }: RowsProps) {
  if (query.isError && query.data === undefined) {
    return <Unread error={query.error} retry={() => void query.refetch()} />
  }
  const methods = query.data?.data
  if (methods === undefined) return <LoadingRows name="Saved payment methods" />
  if (methods.length === 0) {
    return (
      <p className={styles.none}>
        None yet. A card or an account appears here when the customer pays with it and it is kept
        for later, such as for a subscription.
      </p>
    )
  }
  return <ul className={styles.list}>{methods.map(row)}</ul>
}

function Row({ method, users }: { method: Method; users: readonly Subscription[] }) {
  const isAllowed = useMay()('customers:write')
  const [open, setOpen] = useState<'default' | 'remove'>()
  const close = () => setOpen(undefined)
  const name = describeMethod(method)
  return (
    <li>
      <div>
        {name}
        {method.is_default && <span className="pill mute">Default</span>}
        <Validity method={method} />
      </div>
      {isAllowed && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Actions for ${name}`}
              title={`Actions for ${name}`}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!method.is_default && (
              <Menu.Item onClick={() => setOpen('default')}>Make it the default</Menu.Item>
            )}
            <Menu.Item color="red" onClick={() => setOpen('remove')}>
              Remove
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {open === 'default' && <MakeDefault method={method} close={close} />}
      {open === 'remove' && <Remove method={method} users={users} close={close} />}
    </li>
  )
}

function Validity({ method: { card, payment_method_data, replaced_by } }: { method: Method }) {
  const { card: data } = (payment_method_data ?? {}) as {
    card?: { exp_month?: string; exp_year?: string }
  }
  if (card === null || data?.exp_month === undefined) return null
  const until = `${data.exp_month}/${data.exp_year}`
  const text = card.expired ? `Expired ${until}` : `Valid until ${until}`
  return (
    <small data-tone={card.expired || card.expires_soon ? 'warn' : undefined}>
      {text}
      {card.expires_soon && !card.expired && ', expires soon'}
      {replaced_by !== null && ', replaced by a newer one'}
    </small>
  )
}

interface DialogProps {
  method: Method
  close: () => void
}

function MakeDefault({ method, close }: DialogProps) {
  const { customer_id, payment_method_id } = method
  const name = describeMethod(method)
  return (
    <Action
      title="Change the default"
      verb={`Make ${name} the default`}
      close={close}
      run={post('/customers/{customer_id}', {
        params: { path: { customer_id } },
        body: { default_payment_method_id: payment_method_id },
      })}
      done={() => `${name} is the default now.`}
    >
      <p className="flush">
        Subscriptions whose own method was removed are charged to the default.
      </p>
    </Action>
  )
}

function Remove({ method, close, users }: DialogProps & { users: readonly Subscription[] }) {
  const { payment_method_id } = method
  const name = describeMethod(method)
  const plans = users.map(({ plan_id }) => plan_id).join(', ')
  return (
    <Action
      title="Remove the payment method"
      verb={`Remove ${name}`}
      isDangerous
      close={close}
      run={remove('/payment_methods/{payment_method_id}', {
        params: { path: { payment_method_id } },
      })}
      done={() => `${name} is removed.`}
    >
      <p className="flush">
        You can no longer charge {name}. Payments that were made with it stay as they are. Only the
        customer can save it again.
      </p>
      {users.length > 0 && (
        <p className="flush">
          <b>{plans}</b> {users.length === 1 ? 'is' : 'are'} charged to it. The next invoice goes to
          the customer's default; without one, it cannot be collected.
        </p>
      )}
    </Action>
  )
}
