// Webhook signatures over the bytes that are sent, in two formats. The API's format is an HMAC-SHA512 over the body
// in hexadecimal. The standardwebhooks.com format also covers the id and the time, so that a receiver can refuse
// replays. During a secret rotation both secrets sign, the newest first.
import { createHmac } from 'node:crypto'

export interface Signing {
  readonly event_id: string
  readonly body: Buffer
  /** The secrets that are valid now, the newest first. */
  readonly secrets: readonly string[]
  readonly now: Date
}

/** The headers by which a receiver verifies the sender. */
export function signatures({ event_id, body, secrets, now }: Signing): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000).toString()
  const simple = secrets.map((secret) => createHmac('sha512', secret).update(body).digest('hex'))
  const standard = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${event_id}.${timestamp}.`).update(body)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'X-Webhook-Signature-512': simple.join(','),
    'webhook-id': event_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}
