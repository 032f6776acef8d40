import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { isCurrent, sealAgain } from './secret.ts'
import { findEveryProfile, profiles } from './store.ts'

const PAGE = 200

/** Encrypts the webhook secrets of all merchants under the newest FLORIN_SECRET; returns the number of profiles. */
export async function rotateEncryption(services: Services): Promise<number> {
  const { db, tryCommit } = services
  let done = 0
  let after = { merchant_id: '', profile_id: '' }
  for (;;) {
    const page = await findEveryProfile(db, after, PAGE)
    for (const row of page) {
      if (isCurrent(services, row)) continue
      // Refused if the merchant changes the profile at this moment; then the next run does it.
      if (await tryCommit(update(profiles, row, sealAgain(services, row)))) done += 1
    }
    const last = page.at(-1)
    if (last === undefined) return done
    after = last
  }
}
