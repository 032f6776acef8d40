import { update } from '#kernel/change.ts'
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { evictProfile, readProfile } from './read.ts'
import type { RotatedSecret, RotateSecret } from './schema.ts'
import { newSecret } from './secret.ts'
import { profiles } from './store.ts'

const DEFAULT_GRACE_HOURS = 24

/** The new secret signs from now on; during the grace period the previous one signs too. */
export function rotateWebhookSecret(
  context: Context,
  profile_id: string,
  input: RotateSecret,
): Promise<RotatedSecret> {
  return retryOnConflict(async () => {
    const current = await readProfile(context, profile_id)
    const { secret, columns } = newSecret(context, current)
    const hours = input.grace_period_hours ?? DEFAULT_GRACE_HOURS
    const until = hours === 0 ? null : addMs(context.now, hours * HOUR_MS)
    const set = {
      ...columns,
      previous_webhook_secret: until === null ? null : current.webhook_secret,
      previous_webhook_secret_until: until,
      webhook_details: { ...current.webhook_details, secret_last_rotated_at: context.now },
      modified_at: context.now,
    }
    await context.commit(update(profiles, current, set))
    evictProfile(context, profile_id)
    return {
      profile_id,
      payment_response_hash_key: secret,
      secret_last_rotated_at: context.now,
      previous_secret_valid_until: until,
    }
  })
}
