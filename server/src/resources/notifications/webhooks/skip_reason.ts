import type { WebhookSettings } from '#resources/accounts/profiles/read.ts'

/** Why an event is not delivered. */
export type SkipReason = 'no_webhook_url' | 'event_not_enabled'

/** Event types with their own switch besides the list of enabled events. */
const switches: Readonly<Record<string, keyof WebhookSettings>> = {
  payment_created: 'payment_created_enabled',
  payment_succeeded: 'payment_succeeded_enabled',
  payment_failed: 'payment_failed_enabled',
}

/** Undefined when the event is to be delivered. */
export function skipReason(
  settings: WebhookSettings | undefined,
  event_type: string,
): SkipReason | undefined {
  if (!settings?.webhook_url) return 'no_webhook_url'
  const { enabled_events } = settings
  const isListed = enabled_events.length === 0 || enabled_events.includes(event_type)
  const name = switches[event_type]
  const isOn = name === undefined || settings[name] === true
  return isListed && isOn ? undefined : 'event_not_enabled'
}
