import { useNavigate } from '@tanstack/react-router'
import { api, standing, unwrapAnswer } from './client.ts'
import { queries } from './queries.ts'
import { userQuery } from './session.ts'

/** Ends the session, and leaves nothing of the person in the tab. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await unwrapAnswer(api.POST('/user/signout')).catch(() => undefined)
    delete standing.csrf_token
    delete standing.merchant_id
    queries.clear()
    // The person's drafts.
    sessionStorage.clear()
    queries.setQueryData(userQuery.queryKey, null)
    await navigate({ to: '/sign-in' })
  }
}
