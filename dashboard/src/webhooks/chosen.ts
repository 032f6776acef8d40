// Which event types a profile sends. The API has a list, and for three types a switch as well.
import type { Schemas } from '../api/client.ts'
import { eventName, eventNames } from '../events/words.ts'

type Details = Schemas['BusinessProfile']['webhook_details']

/** Types with a switch besides the list. */
const switches = {
  payment_created: 'payment_created_enabled',
  payment_succeeded: 'payment_succeeded_enabled',
  payment_failed: 'payment_failed_enabled',
} as const

type Switched = keyof typeof switches
export const switched = Object.keys(switches) as Switched[]

function isSwitched(type: string): type is Switched {
  return Object.hasOwn(switches, type)
}

/** The types that are sent now. */
export function listEnabled(details: Details): readonly string[] {
  const { enabled_events } = details
  const listed: readonly string[] = enabled_events.length === 0 ? eventNames : enabled_events
  return listed.filter((type) => !isSwitched(type) || details[switches[type]])
}

/** All types are an empty list, so that types from later releases are sent too. */
export function buildRequest(url: string, isAll: boolean, chosen: readonly string[]) {
  const on = (type: Switched) => chosen.includes(type)
  return {
    webhook_url: url.trim() === '' ? null : url.trim(),
    enabled_events: (isAll ? [] : chosen) as never[],
    payment_created_enabled: on('payment_created'),
    payment_succeeded_enabled: on('payment_succeeded'),
    payment_failed_enabled: on('payment_failed'),
  }
}

/** The types that are sent, in a few words. */
export function eventsText(details: Details): string {
  const sent = listEnabled(details)
  if (details.enabled_events.length > 0) {
    const text = sent.map(eventName).join(', ') || 'None'
    return sent.length > 6 ? `${sent.length} of ${eventNames.length} types` : text
  }
  const off = switched.filter((type) => !sent.includes(type)).map(eventName)
  return off.length === 0 ? 'All' : `All, except ${off.join(', ').toLowerCase()}`
}
