// Signatures as the server makes them for webhooks; a test compares both.
import { createHmac } from 'node:crypto'

export interface Signing {
  readonly event_id: string
  readonly body: string
  readonly secret: string
  readonly now: Date
}

export function signedHeaders({ event_id, body, secret, now }: Signing): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1_000).toString()
  const mac = createHmac('sha256', secret).update(`${event_id}.${timestamp}.`).update(body)
  return {
    'X-Webhook-Signature-512': createHmac('sha512', secret).update(body).digest('hex'),
    'webhook-id': event_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac.digest('base64')}`,
  }
}

/** The API shows no profile's secret, so a listener has its own: the same for the same key, on every machine. */
export function listenSecret(api_key: string): string {
  return createHmac('sha512', api_key).update('florin listen: webhook secret').digest('hex')
}
