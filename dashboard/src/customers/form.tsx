// The dialogs that create a customer and change one.
import { useNavigate } from '@tanstack/react-router'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { customerName } from './words.ts'

type Customer = Schemas['Customer']

const fields = {
  name: { kind: 'text', label: 'Name', isOptional: true, maxLength: 255, 'data-autofocus': true },
  email: { kind: 'text', label: 'E-mail', isOptional: true, type: 'email', maxLength: 255 },
  phone_country_code: {
    kind: 'text',
    label: 'Country code',
    isOptional: true,
    placeholder: '+44',
    maxLength: 5,
    row: 'phone',
    isNarrow: true,
  },
  phone: {
    kind: 'text',
    label: 'Phone',
    isOptional: true,
    type: 'tel',
    maxLength: 32,
    row: 'phone',
  },
  description: {
    kind: 'area',
    label: 'Description',
    isOptional: true,
    description: 'For your team; the customer does not see it.',
    maxLength: 1000,
  },
} satisfies Fields

const newFields = {
  ...fields,
  customer_id: {
    kind: 'text',
    label: 'Customer ID',
    isOptional: true,
    description:
      'Your own id, such as the one in your shop. It can never be used again. Leave it empty to get one.',
    maxLength: 64,
  },
} satisfies Fields

export function CreateCustomer({ close }: { close: () => void }) {
  const form = useFields(newFields)
  const navigate = useNavigate()
  return (
    <Action
      title="New customer"
      verb="Create the customer"
      form={form}
      close={close}
      run={post('/customers', { body: form.read() })}
      done={(customer) => `${customerName(customer)} is a customer now.`}
      after={(customer) => navigate({ to: '/customers/$id', params: { id: customer.customer_id } })}
    />
  )
}

export function EditCustomer({ customer, close }: { customer: Customer; close: () => void }) {
  const form = useFields(fields, customer)
  const { customer_id } = customer
  const body = form.changes<Schemas['UpdateCustomerRequest']>()
  return (
    <Action
      title="Edit the customer"
      verb="Save"
      isReady={Object.keys(body).length > 0}
      form={form}
      close={close}
      run={post('/customers/{customer_id}', { params: { path: { customer_id } }, body })}
      done={(answer) => `${customerName(answer)} is saved.`}
    />
  )
}
