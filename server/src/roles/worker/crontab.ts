// The one list of what runs by the clock. Each runs in one worker at a time; what must happen within
// seconds is a sweep.
import type { Services } from '#kernel/context.ts'
import { forgetOldAnswers } from '#http/idempotency.ts'
import { deleteOldCardFailures } from '#resources/payments/delete_card_failures.ts'
import { deleteExpiredSecrets } from '#core/vault/delete_expired.ts'
import { forgetOldEvents } from '#resources/webhooks/forget.ts'

interface Timed {
  readonly name: string
  /** Minute, hour, day of the month, month, day of the week, in UTC. */
  readonly at: string
  run(services: Services): Promise<void>
}

export const timed: readonly Timed[] = [
  { name: 'forget_old_answers', at: '17 * * * *', run: forgetOldAnswers },
  { name: 'forget_old_events', at: '37 * * * *', run: forgetOldEvents },
  { name: 'delete_expired_secrets', at: '*/5 * * * *', run: deleteExpiredSecrets },
  { name: 'delete_old_card_failures', at: '57 * * * *', run: deleteOldCardFailures },
]

/** As the engine reads it: a job that is still waiting is not added a second time. */
export const crontab = timed.map(({ name, at }) => `${at} ${name} ?max=3&jobKey=${name}`).join('\n')
