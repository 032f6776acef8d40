import { eventTypes } from '../api/generated/build_tables.ts'
import type { Schemas } from '../api/client.ts'
import { objectTarget } from '../lib/object_pages.ts'
import type { Words } from '../lib/status.tsx'
import type { Target } from '../lib/url.ts'
import { capital, inWords } from '../lib/words.ts'

export type EventEntry = Schemas['EventList']['data'][number]
export type Delivery = NonNullable<EventEntry['delivery']>

/** The API's statuses, and those that follow from the attempt count. */
export const deliveryWords: Words = {
  delivered: ['ok', 'Delivered'],
  pending: ['info', 'Waiting to be sent'],
  exhausted: ['bad', 'Failed, no more retries'],
  stopped: ['bad', 'Stopped'],
  skipped: ['mute', 'Not sent'],
  retrying: ['warn', 'Failed, will be retried'],
  queueing: ['mute', 'Being queued'],
}

export function deliveryStatus(delivery: EventEntry['delivery']): string {
  if (delivery === null) return 'queueing'
  const isRetry = delivery.status === 'pending' && delivery.attempts > 0
  return isRetry ? 'retrying' : delivery.status
}

/** Why nothing is sent any more, or ever. */
export const reasonWords: Readonly<Record<string, string>> = {
  no_webhook_url: 'The profile has no webhook URL.',
  event_not_enabled: 'The profile does not receive this event type.',
  gone: 'Your server answered 410 Gone, which stops the retries.',
}

/** Statuses in which nothing more is tried although the event was to be delivered. */
export const failedStatuses = ['exhausted', 'stopped'] as const

type EventType = keyof typeof eventTypes

export const eventNames = Object.keys(eventTypes) as EventType[]

export const eventName = inWords

/** The event's trigger, without the marks around field names. */
export function sentWhen(type: string): string {
  const row = eventTypes[type as EventType] as { sent: string } | undefined
  const text = row?.sent.replaceAll('`', '') ?? ''
  return text === '' ? '' : `${capital(text)}.`
}

const groupNames: Readonly<Record<string, string>> = {
  payment_details: 'Payments',
  refund_details: 'Refunds',
  dispute_details: 'Disputes',
  payout_details: 'Payouts',
  subscription_details: 'Subscriptions',
  payment_link_details: 'Payment links',
}

/** The event types by object kind. */
export const eventGroups = Object.entries(groupNames).map(([content, name]) => ({
  name,
  types: eventNames.filter((type) => eventTypes[type].content === content),
}))

/** The changed object's page. A test event has no object. */
export function findObjectPage({ event_type, object_id, is_test }: EventEntry): Target | undefined {
  const row = eventTypes[event_type as EventType] as { content: string } | undefined
  const kind = row?.content.replace(/_details$/, '') ?? ''
  return is_test ? undefined : objectTarget(kind, object_id)
}
