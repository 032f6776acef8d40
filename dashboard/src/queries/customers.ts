// Customers by parts of a name, an e-mail address or a description.
import { unwrapAnswer, api } from '../api/client.ts'

/** The API searches for two characters or more. */
export const SHORTEST = 2

/** The best 20 at most. */
export async function findCustomerIds(q: string): Promise<string[]> {
  const params = { query: { q, object: 'customer' as const } }
  const { data } = await unwrapAnswer(api.GET('/search', { params }))
  return data.map(({ id }) => id)
}
