import { useQuery } from '@tanstack/react-query'
import { planQuery } from './words.ts'

/** Its id until the name is read. */
export function PlanName({ plan_id }: { plan_id: string }) {
  const { data } = useQuery(planQuery(plan_id))
  return data?.name ?? plan_id
}
