import type { Services } from '#kernel/context.ts'
import { userById, userUpdate } from '#resources/people/users/access.ts'
import { sealAgain } from './secret.ts'
import { findSecretOwners } from './store.ts'

const PAGE = 200

/** Re-encrypts app secrets under the newest FLORIN_SECRET; returns the number of users. */
export async function rotateEncryption(services: Services): Promise<number> {
  let done = 0
  for (let after = ''; ; ) {
    const page = await findSecretOwners(services.db, after, PAGE)
    for (const { user_id } of page) if (await rotate(services, user_id)) done += 1
    const last = page.at(-1)
    if (last === undefined) return done
    after = last.user_id
  }
}

async function rotate(services: Services, user_id: string): Promise<boolean> {
  const user = await userById(services.db, user_id)
  if (user === undefined) return false
  const totp_secret = sealAgain(services, user_id, user.totp_secret)
  const totp_pending = sealAgain(services, user_id, user.totp_pending)
  if (totp_secret === user.totp_secret && totp_pending === user.totp_pending) return false
  // Refused if the user changes at this moment; then the next run does it.
  return services.tryCommit(userUpdate(user, { totp_secret, totp_pending }))
}
