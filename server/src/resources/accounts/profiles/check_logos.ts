import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { ContainedFailure } from '#kernel/contained_process.ts'
import { redrawImage } from '#core/images/redraw.ts'
import { parseImage } from './logo.ts'
import { everyProfile, profiles } from './store.ts'

/** Removes the logos that an earlier release stored unchecked and that are no sound images; returns their number. */
export async function checkLogos({ db, tryCommit, log }: Services): Promise<number> {
  let removed = 0
  for await (const row of everyProfile(db)) {
    const { payment_link_config: config, merchant_id, profile_id } = row
    const image = parseImage(config?.logo)
    if (!config || image === undefined) continue
    const drawn = await redrawImage({ ...image, max_bytes: Infinity }).catch(unknown)
    if (!drawn || !('fault' in drawn)) continue
    const { logo: _, ...payment_link_config } = config
    // Refused if the merchant changes the profile at this moment; then the next run does it.
    if (!(await tryCommit(update(profiles, row, { payment_link_config })))) continue
    log.warn({ merchant_id, profile_id, fault: drawn.fault }, 'a logo that is no image was removed')
    removed += 1
  }
  return removed
}

/**
 * A decoder that failed or timed out removes nothing: the image may be sound, and is printed in a separate process.
 */
function unknown(error: unknown): undefined {
  if (!(error instanceof ContainedFailure)) throw error
}
