// The dialogs that create a customer and change one.
import { Group, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { type Form, useForm } from '../lib/form.tsx'
import { once } from '../lib/send.ts'
import { customerName } from './words.ts'

type Customer = Schemas['Customer']

const fields = ['name', 'email', 'phone_country_code', 'phone', 'description'] as const
type Values = Record<(typeof fields)[number], string>

const empty: Values = { name: '', email: '', phone_country_code: '', phone: '', description: '' }

function Fields({ form }: { form: Form<Values> }) {
  return (
    <>
      <TextInput label="Name" maxLength={255} {...form.input('name')} data-autofocus />
      <TextInput label="E-mail" type="email" maxLength={255} {...form.input('email')} />
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          label="Country code"
          placeholder="+44"
          w={120}
          maxLength={5}
          {...form.input('phone_country_code')}
        />
        <TextInput
          className="grow"
          label="Phone"
          type="tel"
          maxLength={32}
          {...form.input('phone')}
        />
      </Group>
      <Textarea
        label="Description"
        description="For your team; the customer does not see it."
        maxLength={1000}
        autosize
        minRows={2}
        maxRows={6}
        {...form.input('description')}
      />
    </>
  )
}

/** Only what was entered. */
function filled(values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  )
}

export function CreateCustomer({ close }: { close: () => void }) {
  const [error, setError] = useState<Error | null>(null)
  const form = useForm<Values & { customer_id: string }>({ ...empty, customer_id: '' }, error)
  const navigate = useNavigate()
  const { customer_id, ...person } = form.values
  const own = customer_id.trim() === '' ? {} : { customer_id: customer_id.trim() }
  return (
    <Action
      title="Create a customer"
      verb="Create customer"
      fields={[...fields, 'customer_id']}
      failed={setError}
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/customers', {
            headers: once(key),
            body: { ...filled(person), ...own },
          }),
        )
      }
      done={(customer) => `${customerName(customer)} is a customer now.`}
      after={(customer) => navigate({ to: '/customers/$id', params: { id: customer.customer_id } })}
    >
      <Fields form={form} />
      <TextInput
        label="Customer ID"
        description="Your own id, such as the one in your shop. It can never be used again. Leave it empty to get one."
        maxLength={64}
        {...form.input('customer_id')}
      />
    </Action>
  )
}

/** What differs from the customer; null clears a field. */
function diffCustomer(
  customer: Customer,
  values: Values,
): Partial<Record<keyof Values, string | null>> {
  return Object.fromEntries(
    fields
      .map((name) => [name, values[name].trim() === '' ? null : values[name].trim()] as const)
      .filter(([name, value]) => value !== customer[name]),
  )
}

export function EditCustomer({ customer, close }: { customer: Customer; close: () => void }) {
  const [error, setError] = useState<Error | null>(null)
  const [initial] = useState(
    () => Object.fromEntries(fields.map((name) => [name, customer[name] ?? ''])) as Values,
  )
  const form = useForm<Values>(initial, error)
  const { customer_id } = customer
  const changes = diffCustomer(customer, form.values)
  return (
    <Action
      title="Edit the customer"
      verb="Save"
      isReady={Object.keys(changes).length > 0}
      fields={fields}
      failed={setError}
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/customers/{customer_id}', {
            params: { path: { customer_id } },
            headers: once(key),
            body: changes,
          }),
        )
      }
      done={(answer) => `${customerName(answer)} is saved.`}
    >
      <Fields form={form} />
    </Action>
  )
}
