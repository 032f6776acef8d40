// Saved views of the dashboard's lists.
import type { Answer, Client } from '#testing/client.ts'

/** Failed payments, for the user alone unless the view says otherwise. */
export function saveView(by: Client, more: object = {}): Promise<Answer> {
  return by.post('/views', { list: 'payments', name: 'Failed', query: 'status=failed', ...more })
}
