import { classifyHost } from '#kernel/addresses.ts'
import type { Attempt, DeliveryContext } from './attempt.ts'
import type { DueDelivery } from './deliveries_store.ts'

/** One log line for each attempt. */
export function logAttempt(
  { services }: Pick<DeliveryContext, 'services'>,
  { merchant_id, event_id, event_type, object_id }: DueDelivery,
  { outcome, row }: Pick<Attempt, 'outcome' | 'row'>,
): void {
  const line = {
    merchant_id,
    event_id,
    event_type,
    object_id,
    receiver: describeReceiver(row.url),
    attempt: row.attempt,
    status: row.response_status ?? undefined,
    error: row.error ?? undefined,
    ms: row.duration_ms,
    outcome: outcome.status,
  }
  services.log.info(line, 'delivery')
}

/** An address path may be a credential, so only a local receiver's path is logged. */
function describeReceiver(address: string): string {
  const { origin, hostname, pathname } = new URL(address)
  return classifyHost(hostname) === 'loopback' ? origin + pathname : origin
}
