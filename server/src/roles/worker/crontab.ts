// The scheduled jobs. Each runs in one worker at a time; work that must happen within seconds is a sweep. Names are
// stored in the job engine's tables, so they do not change.
import type { Services } from '#kernel/context.ts'
import { deleteOldAnswers } from '#http/idempotency.ts'
import { deleteExpiredChallenges } from '#resources/people/sign_in_nonces/delete_expired.ts'
import { deleteEndedGuesses } from '#resources/people/sign_in_limits/guess.ts'
import { deleteEndedSessions } from '#resources/people/sessions/end.ts'
import { redactGuests } from '#resources/payments/customers/redact_guests.ts'
import { checkLogos } from '#resources/accounts/profiles/check_logos.ts'
import { deleteOldCardFailures } from '#resources/payments/payments/risk.ts'
import { deleteExpiredSecrets } from '#core/vault/delete_expired.ts'
import { deleteUnusedDataKeys } from '#core/vault/rotate_data_keys.ts'
import { deleteOldMails } from '#resources/notifications/mails/retention.ts'
import { deleteOldEvents } from '#resources/notifications/webhooks/retention.ts'

interface ScheduledJob {
  readonly name: string
  /** Minute, hour, day of the month, month, day of the week, in UTC. */
  readonly at: string
  run(services: Services): Promise<unknown>
}

export const scheduledJobs: readonly ScheduledJob[] = [
  { name: 'forget_old_answers', at: '17 * * * *', run: deleteOldAnswers },
  { name: 'forget_old_events', at: '37 * * * *', run: deleteOldEvents },
  { name: 'delete_expired_secrets', at: '*/5 * * * *', run: deleteExpiredSecrets },
  { name: 'delete_retired_data_keys', at: '7 * * * *', run: deleteUnusedDataKeys },
  { name: 'delete_old_card_failures', at: '57 * * * *', run: deleteOldCardFailures },
  { name: 'delete_expired_challenges', at: '*/5 * * * *', run: deleteExpiredChallenges },
  { name: 'delete_ended_guesses', at: '*/5 * * * *', run: deleteEndedGuesses },
  { name: 'delete_ended_sessions', at: '27 * * * *', run: deleteEndedSessions },
  { name: 'redact_guests', at: '47 * * * *', run: redactGuests },
  { name: 'check_logos', at: '12 3 * * *', run: checkLogos },
  { name: 'delete_old_user_mails', at: '27 * * * *', run: deleteOldMails },
]

/** In the job engine's format. The job key prevents a second copy of a job that is still queued. */
export const crontab = scheduledJobs
  .map(({ name, at }) => `${at} ${name} ?max=3&jobKey=${name}`)
  .join('\n')
