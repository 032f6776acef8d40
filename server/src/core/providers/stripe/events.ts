// Stripe's events, from webhooks and from the event list. Other systems may use the same account, so most events can be
// foreign: they have no operation id of ours and are left out.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { systemClock } from '#kernel/clock.ts'
import { sameBytes } from '#kernel/crypto.ts'
import type { Callback, EventPage, ProviderEvent, ReportedOutcome, Unknown } from '../provider.ts'
import { operationIn, readCharge, readRefund, readTransaction, unknown } from './answers.ts'
import { readDispute } from './disputes.ts'
import { encodeForm } from './form.ts'
import { type Json, objectIn, parseJson, textIn } from './json.ts'
import type { Wire } from './wire.ts'

type Reader = (object: Json) => ReportedOutcome | undefined

const transaction: Reader = (object) => {
  const reading = readTransaction(object)
  return reading === 'never_seen' ? undefined : reading
}

/** A declined card on the provider's page is not final: the customer may try another one. */
const failure: Reader = (object) => {
  const isOnPage = objectIn(object, 'metadata')?.['entry'] === 'provider_page'
  return isOnPage ? undefined : transaction(object)
}

/** Only the charge has the card's details, so an approval is read from it and not from its intent. */
const readers: Readonly<Record<string, Reader>> = {
  'charge.succeeded': readCharge,
  'payment_intent.payment_failed': failure,
  'setup_intent.succeeded': transaction,
  'setup_intent.setup_failed': failure,
  'checkout.session.expired': transaction,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
}

const disputeTypes: ReadonlySet<string> = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
])

export const eventTypes: readonly string[] = [...Object.keys(readers), ...disputeTypes]

/** Stripe's own recommendation: the allowed clock difference, and the time in which a callback could be replayed. */
const TOLERANCE_S = 300

export function verifyCallback(
  secrets: readonly string[],
  merchant_id: string,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  now: Date = systemClock.now(),
): Callback | undefined {
  const given = headers['stripe-signature']
  if (typeof given !== 'string') return undefined
  const parts = given.split(',').map((part) => part.split('=') as [string, string?])
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []))
  const age_s = now.getTime() / 1_000 - Number(timestamp)
  if (timestamp === '' || !(Math.abs(age_s) <= TOLERANCE_S)) return undefined
  const isSigned = secrets.some((secret) => {
    const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')
    return signatures.some((each) => sameBytes(Buffer.from(each), Buffer.from(mac)))
  })
  const event = isSigned ? parseJson(rawBody.toString('utf8')) : undefined
  return event && { events: readEvent(event, merchant_id), answer: null }
}

/** Empty for an event that is foreign or reports nothing. */
function readEvent(event: Json, merchant_id: string): ProviderEvent[] {
  const [event_id, type] = [textIn(event, 'id'), textIn(event, 'type')]
  const object = objectIn(objectIn(event, 'data') ?? {}, 'object')
  if (event_id === undefined || type === undefined || object === undefined) return []
  if (disputeTypes.has(type)) {
    const dispute = readDispute(object)
    return dispute ? [{ event_id, merchant_id, type: 'dispute', dispute }] : []
  }
  const operation_id = operationIn(object)
  const outcome = Object.hasOwn(readers, type) ? readers[type]?.(object) : undefined
  if (operation_id === undefined || outcome === undefined) return []
  return [{ event_id, merchant_id, type: 'operation', operation_id, outcome }]
}

const PAGE_SIZE = 50

/** Without a cursor the list is read back this far; Stripe stores events for 30 days. */
const MAX_PAGES = 40

/**
 * Stripe lists the newest first. `ending_before` reads the page after the cursor, so a page is reversed. A cursor that
 * Stripe no longer has starts over.
 */
export async function listEvents(
  wire: Wire,
  cursor: string | null,
  merchant_id: string,
): Promise<EventPage | Unknown> {
  const page = cursor ? await readPage(wire, { ending_before: cursor }) : 'gone'
  if (page === undefined) return unknown
  if (page !== 'gone') return toPage(page.events, page.has_more, cursor ?? '', merchant_id)
  const all: Json[] = []
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const older = await readPage(wire, { starting_after: textIn(all.at(-1) ?? {}, 'id') })
    if (older === undefined || older === 'gone') return unknown
    all.push(...older.events)
    if (!older.has_more) break
  }
  return toPage(all, false, '', merchant_id)
}

function toPage(
  newestFirst: readonly Json[],
  has_more: boolean,
  cursor: string,
  merchant_id: string,
) {
  const events = newestFirst.toReversed().flatMap((event) => readEvent(event, merchant_id))
  const newest = textIn(newestFirst[0] ?? {}, 'id') ?? cursor
  return { result: 'events', events, cursor: newest, has_more } as const
}

async function readPage(wire: Wire, from: Record<string, string | undefined>) {
  const types = eventTypes
  const reply = await wire.get(
    `/v1/events?${encodeForm({ limit: PAGE_SIZE, types, ...from })}`,
    'events',
  )
  if (reply.sent !== 'answered') return undefined
  const answer = parseJson(reply.text)
  const isGone = reply.status === 400 || reply.status === 404
  if (isGone && objectIn(answer ?? {}, 'error')?.['code'] === 'resource_missing') return 'gone'
  const { data, has_more } = answer ?? {}
  if (reply.status !== 200 || !Array.isArray(data) || typeof has_more !== 'boolean')
    return undefined
  return { events: data as readonly Json[], has_more }
}
