import { useQuery } from '@tanstack/react-query'
import { useMay, useUser } from '../api/session.ts'
import { connectorsQuery } from '../queries/objects.ts'
import { providerTitle } from './words.ts'

/** The account of a payment or of one of its attempts. */
export interface Called {
  readonly connector: string | null
  readonly connector_id: string | null
}

/** Names the account by its label, or the acquirer for a role that may not read accounts. */
export function useAccountName(): (called: Called) => string | null {
  const { merchant_id } = useUser()
  const isAllowed = useMay()('connectors:read') && merchant_id !== null
  const { data } = useQuery({ ...connectorsQuery(merchant_id ?? ''), enabled: isAllowed })
  return ({ connector, connector_id }) => {
    const account = data?.find((each) => each.connector_id === connector_id)
    return account?.connector_label ?? (connector && providerTitle(connector))
  }
}
