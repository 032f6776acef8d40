// One attempt at one delivery: sent, judged, written down. The sending and the writing are apart, so that
// the line to the receiver is free again while the database writes.
import { insert, type Update, update, type Write } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import type { Receiver } from '#resources/profiles/webhook_settings.ts'
import { loggedAttempt } from './logged.ts'
import type { Poster, PostResult } from './post.ts'
import { requestOf } from './request.ts'
import { judge, type Verdict } from './retries.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  type DueDelivery,
  deliveries,
  deliveryAttempts,
} from './store.ts'

export interface Delivering {
  readonly services: Pick<
    Services,
    'db' | 'commit' | 'tryCommit' | 'clock' | 'clocks' | 'keyring' | 'log'
  >
  readonly poster: Poster
  readonly retries_ms: readonly number[]
  /** Told of every attempt, for figures. */
  attempted(attempted: Attempted): void
}

export interface Attempted {
  readonly verdict: Verdict
  readonly duration_ms: number
  /** From when it was due to when the answer was there. */
  readonly late_ms: number
  readonly row: AttemptRow
}

export async function attemptDelivery(
  { services, poster, retries_ms }: Delivering,
  receiver: Receiver,
  delivery: DueDelivery,
): Promise<Attempted> {
  const created = services.clock.now()
  const request = requestOf(delivery, receiver, created)
  const result = await poster.post(request)
  const attempt = delivery.attempts + 1
  const { merchant_id, event_id } = delivery
  const now = services.clock.now()
  return {
    verdict: judge(answered(result), attempt, now, retries_ms),
    duration_ms: result.duration_ms,
    late_ms: now.getTime() - delivery.next_attempt_at.getTime(),
    row: { merchant_id, event_id, attempt, ...loggedAttempt(request, result), created },
  }
}

function answered(result: PostResult) {
  return 'error' in result ? {} : result
}

/** Somebody else's word about the delivery stands, if there is one: it was only sent once more. */
export function recordAttempt(
  { services }: Delivering,
  delivery: DueDelivery,
  { verdict, row }: Attempted,
): Promise<void> {
  const now = services.clock.now()
  const isOver = verdict.status !== 'pending'
  const set = {
    status: verdict.status,
    reason: 'reason' in verdict ? verdict.reason : null,
    attempts: row.attempt,
    next_attempt_at: verdict.status === 'pending' ? addMs(now, verdict.wait_ms) : null,
    finished_at: isOver ? now : null,
  }
  return commitUnlessMoved(services, settling(delivery, set), insert(deliveryAttempts, row))
}

/** The profile has no webhook_url any more. */
export function stopDelivery({ services }: Delivering, delivery: DueDelivery): Promise<void> {
  const set = {
    status: 'stopped',
    reason: 'no_webhook_url',
    next_attempt_at: null,
    finished_at: services.clock.now(),
  } as const
  return commitUnlessMoved(services, settling(delivery, set))
}

/** Of the row that was decided upon, an update looks at the key and the version alone. */
function settling(delivery: DueDelivery, set: Partial<DeliveryRow>): Update {
  return update<DeliveryRow>(deliveries, delivery as Partial<DueDelivery> as DeliveryRow, set)
}

async function commitUnlessMoved({ tryCommit }: Delivering['services'], ...writes: Write[]) {
  await tryCommit(...writes)
}
