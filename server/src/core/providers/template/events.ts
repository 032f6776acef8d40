// Reads Template's webhooks, which are signed over the sending time and the bytes.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS, systemClock } from '#kernel/clock.ts'
import { sameBytes } from '#kernel/crypto.ts'
import type { Callback } from '../provider.ts'
import { parseAnswer, parseCharge } from './answers.ts'

const TOLERANCE_MS = 5 * MINUTE_MS

interface CallbackOptions {
  readonly merchant_id: string
  /** A rotation has two. */
  readonly secrets: readonly string[]
}

export function verifyCallback(
  { merchant_id, secrets }: CallbackOptions,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Callback | undefined {
  const { 'x-template-signature': given, 'x-template-timestamp': timestamp } = headers
  if (typeof given !== 'string' || typeof timestamp !== 'string') return undefined
  const isSigned = secrets.some((secret) => {
    const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')
    return sameBytes(Buffer.from(given), Buffer.from(mac))
  })
  const age_ms = systemClock.now().getTime() - Number(timestamp) * 1_000
  if (!isSigned || !(Math.abs(age_ms) <= TOLERANCE_MS)) return undefined
  const charge = parseAnswer(rawBody.toString('utf8'))
  const outcome = charge && parseCharge(charge)
  const { id, event_id } = charge ?? {}
  // A signed event about something else is no error.
  if (outcome === undefined || typeof id !== 'string' || typeof event_id !== 'string') {
    return { events: [], answer: null }
  }
  const event = { type: 'operation', event_id, merchant_id, operation_id: id, outcome } as const
  return { events: [event], answer: null }
}
