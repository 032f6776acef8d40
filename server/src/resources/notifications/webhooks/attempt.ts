// One attempt at one delivery. Sending and recording are separate, so that the next request can be sent while
// the database writes.
import { insert, type Update, update } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { type Tracing, tracing } from '#kernel/trace.ts'
import type { Receiver } from '#resources/accounts/profiles/read.ts'
import { attemptLog } from './attempt_log.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  type DueDelivery,
  deliveries,
  deliveryAttempts,
} from './deliveries_store.ts'
import type { Poster, PostResult } from '#core/outbound/post.ts'
import { signRequest } from './request.ts'
import { type Outcome, decideOutcome } from './retries.ts'

export interface DeliveryContext {
  readonly services: Pick<Services, 'db' | 'tryCommit' | 'clock' | 'clocks' | 'keyring' | 'log'>
  readonly poster: Poster
  readonly retries_ms: readonly number[]
  /** Called after every attempt, for metrics. */
  attempted(attempt: Attempt): void
}

export interface Attempt {
  readonly outcome: Outcome
  readonly duration_ms: number
  /** From the time the delivery was due to the response. */
  readonly late_ms: number
  readonly row: AttemptRow
}

export async function attemptDelivery(
  { services, poster, retries_ms }: DeliveryContext,
  receiver: Receiver,
  delivery: DueDelivery,
): Promise<Attempt> {
  const created = services.clock.now()
  const request = signRequest(delivery, receiver, created)
  const attempt = delivery.attempts + 1
  const { merchant_id, event_id } = delivery
  const send = () => poster.post(request)
  const result = await (tracing ? traced(tracing, delivery, send) : send())
  const now = services.clock.now()
  return {
    outcome: decideOutcome(pickResponse(result), attempt, now, retries_ms),
    duration_ms: result.duration_ms,
    late_ms: now.getTime() - delivery.next_attempt_at.getTime(),
    row: { merchant_id, event_id, attempt, ...attemptLog(request, result), created },
  }
}

function traced(
  on: Tracing,
  { merchant_id, event_id, event_type, object_id, attempts }: DueDelivery,
  send: () => Promise<PostResult>,
): Promise<PostResult> {
  const attributes = {
    'florin.merchant_id': merchant_id,
    'florin.event_id': event_id,
    'florin.event_type': event_type,
    'florin.object_id': object_id,
    'florin.attempt': attempts + 1,
  }
  return on.eventSpan('webhook delivery', attributes, async (span) => {
    const result = await send()
    if ('error' in result) span?.set({ 'error.type': result.error })
    else span?.set({ 'http.response.status_code': result.status })
    return result
  })
}

function pickResponse(result: PostResult) {
  return 'error' in result ? {} : result
}

/** If the delivery was changed meanwhile, that change stands and this attempt is not recorded. */
export async function recordAttempt(
  { services }: DeliveryContext,
  delivery: DueDelivery,
  { outcome, row }: Attempt,
): Promise<void> {
  const now = services.clock.now()
  const isTerminal = outcome.status !== 'pending'
  const ahead_ms = await services.clocks.ahead(delivery.merchant_id)
  const next =
    outcome.status === 'pending'
      ? nextAttempt(delivery, outcome.wait_ms, now, ahead_ms)
      : { next_attempt_at: null, ahead_ms }
  const set = {
    status: outcome.status,
    reason: 'reason' in outcome ? outcome.reason : null,
    attempts: row.attempt,
    ...next,
    finished_at: isTerminal ? now : null,
  }
  // Refused when another worker has recorded its attempt.
  await services.tryCommit(updateDelivery(delivery, set), insert(deliveryAttempts, row))
}

/**
 * The wait runs on the merchant's clock: if that clock has moved forward since the delivery was due, the wait is
 * shorter by as much. The rest of the movement counts towards later retries.
 */
function nextAttempt(delivery: DueDelivery, wait_ms: number, now: Date, ahead_ms: number) {
  const passed_ms = Math.min(wait_ms, Math.max(0, ahead_ms - delivery.ahead_ms))
  return {
    next_attempt_at: addMs(now, wait_ms - passed_ms),
    ahead_ms: Math.min(ahead_ms, delivery.ahead_ms + wait_ms),
  }
}

/** The profile has no webhook_url any more. */
export async function stopDelivery(
  { services }: DeliveryContext,
  delivery: DueDelivery,
): Promise<void> {
  const set = {
    status: 'stopped',
    reason: 'no_webhook_url',
    next_attempt_at: null,
    finished_at: services.clock.now(),
  } as const
  await services.tryCommit(updateDelivery(delivery, set))
}

/** An update reads only the current row's key and version. */
function updateDelivery(delivery: DueDelivery, set: Partial<DeliveryRow>): Update {
  return update<DeliveryRow>(deliveries, delivery as Partial<DueDelivery> as DeliveryRow, set)
}
