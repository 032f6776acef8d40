import { eventTypes } from '../api/generated/build_tables.ts'
import type { Schemas } from '../api/client.ts'
import { objectTarget } from '../lib/object_pages.ts'
import type { Words } from '../lib/status.tsx'
import type { Target } from '../lib/url.ts'
import { capital, inWords } from '../lib/words.ts'

export type EventEntry = Schemas['EventList']['data'][number]
export type Delivery = NonNullable<EventEntry['delivery']>

/** The statuses of the API, and what follows from the number of attempts. */
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
  event_not_enabled: 'The profile does not receive events of this type.',
  gone: 'Your server answered 410 Gone, which stops the retries.',
}

/** Statuses in which nothing more is tried although the event was to be delivered. */
export const failedStatuses = ['exhausted', 'stopped'] as const

type EventType = keyof typeof eventTypes

export const eventNames = Object.keys(eventTypes) as EventType[]

export const eventName = inWords

/** When it is sent, without the marks around the names of fields. */
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

/** The event types by the kind of their object. */
export const eventGroups = Object.entries(groupNames).map(([content, name]) => ({
  name,
  types: eventNames.filter((type) => eventTypes[type].content === content),
}))

/** The page of the object that changed. The object of a test event does not exist. */
export function findObjectPage({ event_type, object_id, is_test }: EventEntry): Target | undefined {
  const row = eventTypes[event_type as EventType] as { content: string } | undefined
  const kind = row?.content.replace(/_details$/, '') ?? ''
  return is_test ? undefined : objectTarget(kind, object_id)
}
