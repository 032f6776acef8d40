import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { post, remove } from '../api/change.ts'
import { api, type Schemas, unwrapAnswer } from '../api/client.ts'
import { useProfiles } from '../api/profiles.ts'
import { Action } from '../lib/action.tsx'
import { useFields } from '../lib/form.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import { credentialFields, editFields, startEdit, webhookSecret } from './fields.ts'
import { type Connector, findType, providerTitle } from './words.ts'

type Changes = Schemas['UpdateProviderAccountRequest']

interface DialogProps {
  readonly account: Connector
  close: () => void
}

function update({ merchant_id, connector_id }: Connector, body: Changes) {
  return post('/account/{merchant_id}/connectors/{connector_id}', {
    params: { path: { merchant_id, connector_id } },
    body,
  })
}

export function Edit({ account, close }: DialogProps) {
  const fields = editFields(findType(account.connector_name), useProfiles())
  const form = useFields(fields, startEdit(account))
  const changes = form.changes<Changes>()
  return (
    <Action
      title={`Edit ${account.connector_label}`}
      verb="Save"
      size="lg"
      isReady={Object.keys(changes).length > 0}
      form={form}
      close={close}
      run={update(account, changes)}
      done={({ connector_label }) => `${connector_label} is saved.`}
    />
  )
}

/** All credentials are sent together: the acquirer is asked about them before they replace the present ones. */
export function Rotate({ account, close }: DialogProps) {
  const type = findType(account.connector_name)
  const saved = Object.entries(account.credentials).map(([name, value]) => [
    `credential_${name}`,
    value,
  ])
  const form = useFields(
    type ? credentialFields(type, account.test_mode) : {},
    Object.fromEntries(saved) as Record<string, string>,
  )
  return (
    <Action
      title={`New credentials for ${account.connector_label}`}
      verb="Check and replace"
      form={form}
      close={close}
      run={update(account, form.read<Changes>())}
      done={() => `The credentials of ${account.connector_label} are replaced.`}
    >
      <p className="flush">
        {providerTitle(account.connector_name)} is asked first. If it does not accept them, the
        present ones stay. No payment fails meanwhile.
      </p>
      {form.all}
    </Action>
  )
}

export function ReplaceSecret({ account, close }: DialogProps) {
  const form = useFields(webhookSecret)
  return (
    <Action
      title={`Webhook secret of ${account.connector_label}`}
      verb="Save the secret"
      form={form}
      close={close}
      run={update(account, form.read<Changes>())}
      done={() => 'The webhook secret is saved.'}
    />
  )
}

export function Disable({ account, close }: DialogProps) {
  const { connector_label } = account
  return (
    <Action
      title={`Disable ${connector_label}`}
      verb={`Disable ${connector_label}`}
      isDangerous
      close={close}
      run={update(account, { status: 'disabled' })}
      done={() => `${connector_label} takes no new payments.`}
    >
      <p className="flush">
        New payments go to your other accounts. Captures, cancellations, refunds and disputes of its
        payments still work, with its credentials.
      </p>
      <Pinned account={account} />
    </Action>
  )
}

const LISTED = 5

/** Saved methods that stop working with the account. */
function Pinned({ account: { merchant_id, connector_id } }: Pick<DialogProps, 'account'>) {
  const params = { path: { merchant_id, connector_id } }
  const { data } = useQuery({
    queryKey: ['connectors', merchant_id, connector_id, 'pinned_methods'],
    queryFn: () =>
      unwrapAnswer(
        api.GET('/account/{merchant_id}/connectors/{connector_id}/pinned_methods', { params }),
      ),
  })
  if (data === undefined || data.total_count === 0) return null
  const count = `${data.total_count_relation === 'gte' ? 'At least ' : ''}${wholeNumber(data.total_count)}`
  return (
    <Alert color="orange" title={`${count} saved cards stop working`}>
      <p className="flush">
        Their customers entered them on a page of this acquirer, so no other account can charge
        them. Ask these customers for another card first:
      </p>
      <ul>
        {data.data.slice(0, LISTED).map(({ payment_method_id, customer_id }) => (
          <li key={payment_method_id}>
            <Link to="/customers/$id" params={{ id: customer_id }}>
              {customer_id}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

export function Delete({ account, close }: DialogProps) {
  const { merchant_id, connector_id, connector_label } = account
  return (
    <Action
      title={`Delete ${connector_label}`}
      verb={`Delete ${connector_label}`}
      isDangerous
      close={close}
      run={remove('/account/{merchant_id}/connectors/{connector_id}', {
        params: { path: { merchant_id, connector_id } },
      })}
      done={() => `${connector_label} is deleted.`}
    >
      <p className="flush">
        Its credentials are deleted. An account with a payment that can still be refunded or
        disputed cannot be deleted. This cannot be undone.
      </p>
    </Action>
  )
}
