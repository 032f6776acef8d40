import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { readDueNotice } from '#resources/accounts/api_keys/expiry_notice.ts'
import { writeToUsers } from './write.ts'

/** One mail for each key, expiry and user. The timer is cleared last, so a crash in between repeats the mails, which exist once. */
export function reportExpiringKey(context: Context, key_id: string): Promise<void> {
  return retryOnConflict(async () => {
    const due = await readDueNotice(context, key_id)
    if (due === undefined) return
    if (due.key !== undefined) {
      const expiration = due.key.expiration.toISOString()
      const facts = { key_id, expiration }
      const { merchant_id } = context
      const about = { merchant_id, facts, occasion: `${key_id}/${expiration}` }
      await writeToUsers(context, 'api_keys:write', 'api_key_expiring', about)
    }
    await context.commit(due.reported)
  })
}
