import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { describe } from '../frame/failed.tsx'
import { findCustomerIds, SHORTEST } from '../queries/customers.ts'
import { customerQuery } from '../queries/objects.ts'

type Customer = Schemas['CustomerList']['data'][number]

const NEWEST = 20

/** A customer by parts of a name or e-mail address, or by id; the newest ones before anything is typed. */
export function CustomerSearch({ value, error, ...props }: SelectProps & { value: string }) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 250)
  const found = useQuery({
    queryKey: ['customers', 'search', text],
    queryFn: () => search(text),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({ ...customerQuery(value), enabled: value !== '' })
  const all = [...(chosen.data ? [chosen.data as Customer] : []), ...(found.data ?? [])]
  const customers = [...new Map(all.map((each) => [each.customer_id, each])).values()]
  const data = customers.map((each) => ({ value: each.customer_id, label: describeCustomer(each) }))
  return (
    <Select
      placeholder="Part of a name or e-mail address, or an id"
      searchable
      clearable
      data={data}
      {...props}
      // The API has searched already.
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      nothingFoundMessage={
        found.isFetching ? 'Searching…' : 'No customer has such a name, e-mail address or id.'
      }
      rightSection={found.isFetching ? <Loader size={14} /> : undefined}
      error={error ?? (found.isError ? describe(found.error).text : undefined)}
    />
  )
}

function describeCustomer({ name, email, customer_id }: Customer): string {
  return [name, email, name === null && email === null ? customer_id : null]
    .filter((part) => part !== null)
    .join(' · ')
}

async function search(text: string): Promise<Customer[]> {
  const list = async (query: Record<string, string | number>) =>
    (await unwrapAnswer(api.GET('/customers/list', { params: { query } }))).data
  const newest = await list({ limit: NEWEST })
  if (text === '') return newest
  // A new customer is found by parts only after some seconds, but by id at once.
  const own = /^[\w-]{1,64}$/.test(text) ? [text] : []
  const parts = text.length < SHORTEST ? [] : await findCustomerIds(text)
  const ids = [...new Set([...own, ...parts])].join(',')
  const found = ids === '' ? [] : await list({ customer_id: ids, limit: NEWEST + 1 })
  const wanted = text.toLowerCase()
  const alike = newest.filter((each) =>
    [each.name, each.email, each.customer_id].some((part) => part?.toLowerCase().includes(wanted)),
  )
  return [...found, ...alike]
}
