// Verifies a webhook. Florin signs the raw bytes twice: `X-Webhook-Signature-512` covers the body alone, and
// `webhook-signature` (standardwebhooks.com) also covers the attempt's id and time.
import { FlorinError, WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './types/events.ts'

export interface VerifyOptions {
  /**
   * The attempt's greatest age in seconds, 300 by default. Every attempt is signed with its own time, so a retry
   * after a day is fresh; the event's `timestamp` stays the same. `null` checks `X-Webhook-Signature-512`
   * only, for a body that was stored or whose other headers a proxy dropped.
   */
  toleranceSeconds?: number | null | undefined
  /** The present time, for tests. */
  now?: Date | undefined
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

const TOLERANCE_SECONDS = 300

/**
 * `rawBody` must be the bytes as they came: a body that was parsed and written again has other bytes. `secret` is the
 * profile's `payment_response_hash_key`; give the old and the new one while you change it.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: Headers | HeaderRecord,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || !secrets.every(Boolean)) {
    throw new FlorinError('Pass the webhook signing secret of the profile.')
  }
  const body = toBytes(rawBody)
  const read = (name: string) => readHeader(headers, name)

  const simple = required(read, 'x-webhook-signature-512').split(',').map(fromHex)
  if (!(await isSigned('SHA-512', secrets, body, simple))) throw refused('X-Webhook-Signature-512')

  if (toleranceSeconds !== null) {
    const id = required(read, 'webhook-id')
    const timestamp = required(read, 'webhook-timestamp')
    const signatures = required(read, 'webhook-signature').split(' ').map(fromStandard)
    const message = concat(toBytes(`${id}.${timestamp}.`), body)
    if (!(await isSigned('SHA-256', secrets, message, signatures)))
      throw refused('webhook-signature')
    const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
    if (!(age <= toleranceSeconds)) {
      throw new WebhookVerificationError(
        `The webhook was sent at ${timestamp} and is not within ${toleranceSeconds} seconds of this server's time.`,
      )
    }
  }
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
}

/** Web Crypto's `verify` compares in constant time. Every pair is tried, so that the time does not name the match. */
async function isSigned(
  hash: 'SHA-256' | 'SHA-512',
  secrets: readonly string[],
  message: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash }
  let isFound = false
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', toBytes(secret), algorithm, false, ['verify'])
    for (const signature of signatures.slice(0, MOST_SIGNATURES)) {
      if (await crypto.subtle.verify(algorithm, key, signature, message)) isFound = true
    }
  }
  return isFound
}

/** A rotation has two; anyone can send more. */
const MOST_SIGNATURES = 4

function refused(header: string): WebhookVerificationError {
  return new WebhookVerificationError(
    `No signature in ${header} is right. Verify the raw bytes, with the secret of the profile that sends the webhook.`,
  )
}

function required(read: (name: string) => string | undefined, name: string): string {
  const value = read(name)
  if (value === undefined || value === '') {
    throw new WebhookVerificationError(`The header ${name} is missing.`)
  }
  return value
}

function readHeader(headers: Headers | HeaderRecord, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.join(',')
}

function toBytes(value: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof value === 'string') return new TextEncoder().encode(value)
  return new Uint8Array(value)
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

/** Text that is not hexadecimal or base64 becomes an empty signature, which is never right. */
function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = /^([0-9a-f]{2})*$/.test(text.trim()) ? (text.trim().match(/../g) ?? []) : []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

function fromStandard(text: string): Uint8Array<ArrayBuffer> {
  const [version, encoded = ''] = text.split(',')
  if (version !== 'v1' || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return new Uint8Array()
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
