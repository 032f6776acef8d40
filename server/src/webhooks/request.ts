import { RELEASE } from '../http/health.ts'
import type { Receiver } from '../profiles/webhook_settings.ts'
import type { Posting } from './post.ts'
import { signatures } from './sign.ts'
import type { DueDelivery } from './store.ts'

/** The request of one attempt: the bytes of the event as they are stored, signed anew. */
export function requestOf(
  { event_id, attempts, body: text }: Pick<DueDelivery, 'event_id' | 'attempts' | 'body'>,
  { url, custom_http_headers, secrets }: Receiver,
  now: Date,
): Posting {
  const body = Buffer.from(text)
  const ours = {
    'Content-Type': 'application/json',
    'User-Agent': `Florin/${RELEASE}`,
    'X-Webhook-Event-Id': event_id,
    'X-Webhook-Attempt': String(attempts + 1),
    ...signatures({ event_id, body, secrets, now }),
  }
  const taken = new Set(Object.keys(ours).map((name) => name.toLowerCase()))
  const theirs = Object.entries(custom_http_headers).filter(
    ([name]) => !taken.has(name.toLowerCase()),
  )
  return { url, headers: { ...Object.fromEntries(theirs), ...ours }, body }
}
