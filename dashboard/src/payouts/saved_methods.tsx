// The saved payout methods of a customer. The API has no list of them, so they are those of the latest payouts.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'
import { chosen } from '../lib/fields.tsx'
import { describeMethod } from './words.ts'

export interface SavedMethod {
  readonly value: string
  readonly label: string
}

export function useSavedMethods(customer_id: string): readonly SavedMethod[] {
  const { data = [] } = useQuery({
    queryKey: ['payouts', 'saved_methods', customer_id],
    enabled: customer_id !== '',
    queryFn: async () => {
      const query = { customer_id, limit: 100 }
      const { data } = await unwrapAnswer(api.GET('/payouts/list', { params: { query } }))
      const saved = data.flatMap((payout) =>
        payout.payout_method_id === null
          ? []
          : [[payout.payout_method_id, describeMethod(payout)] as const],
      )
      return [...new Map(saved)].map(([value, label]) => ({ value, label }))
    },
  })
  return data
}

interface SavedSelectProps {
  readonly saved: readonly SavedMethod[]
  readonly input: {
    value: string
    onChange: (value: string | null) => void
    error: string | undefined
  }
}

export function SavedSelect({ saved, input }: SavedSelectProps) {
  return (
    <Select
      label="Saved method"
      description="From earlier payouts to this customer."
      placeholder="Choose a method"
      data={[...saved]}
      {...chosen(input)}
    />
  )
}
