// Provider events that could not be handled. They are retried with exponential backoff until they can: each one may
// be the only word about money that moved.
import { insert, remove } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { AccountKey } from '#core/providers/accounts.ts'
import type { ProviderEvent } from '#core/providers/provider.ts'
import { handleProviderEvent } from './handle_event.ts'
import {
  claimParkedEvents,
  countParkedEvents,
  hasParked,
  parkedEvents,
  type ParkedRow,
} from './store.ts'

/**
 * A merchant has its account's webhook secret and can sign any number of events. Beyond this many, only that account's
 * events wait: a callback gets an error and is sent again, and a feed does not move.
 */
const MAX_PARKED = 1_000

async function parkEvent(
  services: Services,
  account: AccountKey,
  event: ProviderEvent,
  err: unknown,
): Promise<void> {
  const { log, tryCommit } = services
  const { event_id, merchant_id } = event
  const { connector_id } = account
  const provider = connector_id ?? services.provider.name
  if (connector_id !== null && (await hasParked(services.db, provider, MAX_PARKED))) {
    throw new Failure('HE_00', TOO_MANY, { status: 503, headers: { 'Retry-After': '3600' } })
  }
  log.error(
    { err, provider, event_id, merchant_id },
    'provider_callbacks: an event could not be handled; it is parked and retried',
  )
  const row: ParkedRow = {
    provider,
    event_id,
    merchant_id,
    connector_id,
    event,
    error: String(err),
    attempts: 1,
    version: 1,
  }
  // Refused when another worker has parked it.
  await tryCommit(insert(parkedEvents, row))
}

const TOO_MANY = `${MAX_PARKED} events of this account could not be handled and are retried. Send this one again later.`

export async function handleOrPark(
  services: Services,
  account: AccountKey,
  event: ProviderEvent,
): Promise<void> {
  try {
    await handleProviderEvent(services, account, event)
  } catch (error) {
    await parkEvent(services, account, event, error)
  }
}

/** Retries one batch of due events; returns its size. */
export async function retryParkedEvents(services: Services, limit: number): Promise<number> {
  const due = await claimParkedEvents(services.db, limit)
  for (const row of due) await retry(services, row)
  return due.length
}

async function retry(services: Services, row: ParkedRow): Promise<void> {
  const { event_id, merchant_id, attempts } = row
  try {
    const account = { merchant_id: merchant_id ?? '', connector_id: row.connector_id }
    await handleProviderEvent(services, account, row.event)
    await services.commit(remove(parkedEvents, row))
  } catch (err) {
    services.log.error(
      { err, event_id, merchant_id, attempts },
      'provider_callbacks: a parked event still cannot be handled; it is retried later',
    )
  }
}

/** The number of parked events, for the metrics. */
export function parkedEventCount({ db }: Pick<Services, 'db'>) {
  return countParkedEvents(db)
}
