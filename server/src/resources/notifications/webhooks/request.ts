import { RELEASE } from '#http/health.ts'
import type { Receiver } from '#resources/accounts/profiles/read.ts'
import type { DueDelivery } from './deliveries_store.ts'
import type { Posting } from '#core/outbound/post.ts'
import { signatures } from './sign.ts'

/** The request for one attempt: the event's stored bytes, signed for this attempt. */
export function signRequest(
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
  return { url, headers: { ...allowed(custom_http_headers), ...ours }, body }
}

const OURS = /^(content-.*|user-agent|host|connection|transfer-encoding|x-webhook-.*|webhook-.*)$/i

/** A profile cannot override the headers that Florin sets. */
function allowed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name in headers) if (!OURS.test(name)) result[name] = headers[name] ?? ''
  return result
}
