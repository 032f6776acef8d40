// Provider events that could not be handled. They are retried with exponential backoff until they can: each one may
// be the only word about money that moved.
import { insert, remove } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { ProviderEvent } from '#core/providers/provider.ts'
import { handleProviderEvent } from './receive.ts'
import { claimParkedEvents, countParkedEvents, parkedEvents, type ParkedRow } from './store.ts'

export async function parkEvent(
  services: Services,
  event: ProviderEvent,
  err: unknown,
): Promise<void> {
  const { log, provider, tryCommit } = services
  const { event_id, merchant_id } = event
  log.error(
    { err, provider: provider.name, event_id, merchant_id },
    'provider_callbacks: an event could not be handled; it is parked and retried',
  )
  const row: ParkedRow = {
    provider: provider.name,
    event_id,
    merchant_id,
    event,
    error: String(err),
    attempts: 1,
    version: 1,
  }
  // Refused when another worker has parked it.
  await tryCommit(insert(parkedEvents, row))
}

/** Retries one batch of due events; returns its size. */
export async function retryParkedEvents(services: Services, limit: number): Promise<number> {
  const due = await claimParkedEvents(services.db, services.provider.name, limit)
  for (const row of due) await retry(services, row)
  return due.length
}

async function retry(services: Services, row: ParkedRow): Promise<void> {
  const { event_id, merchant_id, attempts } = row
  try {
    await handleProviderEvent(services, merchant_id ?? '', row.event)
    await services.commit(remove(parkedEvents, row))
  } catch (err) {
    services.log.error(
      { err, event_id, merchant_id, attempts },
      'provider_callbacks: a parked event still cannot be handled; it is retried later',
    )
  }
}

/** The number of parked events, for the metrics. */
export function parkedEventCount({ db, provider }: Pick<Services, 'db' | 'provider'>) {
  return countParkedEvents(db, provider.name)
}
