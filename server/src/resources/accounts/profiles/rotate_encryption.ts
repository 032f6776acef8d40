import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { isCurrent, sealAgain } from './secret.ts'
import { everyProfile, profiles } from './store.ts'

/** Re-encrypts every merchant's webhook secrets under the newest FLORIN_SECRET; returns the number of profiles. */
export async function rotateEncryption(services: Services): Promise<number> {
  let done = 0
  for await (const row of everyProfile(services.db)) {
    if (isCurrent(services, row)) continue
    // Refused if the merchant changes the profile at this moment; then the next run does it.
    if (await services.tryCommit(update(profiles, row, sealAgain(services, row)))) done += 1
  }
  return done
}
