// Writes the newest seals to the operator's anchor target about once an hour. Each anchor names all chains, so it
// depends on no state that the database owner could change.
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { anchorLine } from './anchor_line.ts'
import { claimAnchor, finishAnchor } from './anchors_store.ts'
import { isSigned } from './chain.ts'
import { headsAfter } from './seals_store.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'keyring' | 'log' | 'anchors'>

/** Seals per line. */
const SEALS = 1_000
/** After a failure. */
const RETRY_MS = MINUTE_MS

/** One sweep round; returns the number of anchors. */
export async function anchorHeads(parts: Parts): Promise<number> {
  const { target, interval_ms } = parts.anchors
  if (target === undefined) return 0
  const now = parts.clock.now()
  const due = {
    now,
    claimed_before: addMs(now, -RETRY_MS),
    anchored_before: addMs(now, -interval_ms),
    future: addMs(now, RETRY_MS),
  }
  if (!(await claimAnchor(parts.db, due))) return 0
  try {
    const anchor = await target.write(await anchorLines(parts, now), now)
    await finishAnchor(parts.db, now)
    parts.log.info({ anchor }, 'audit: the newest seals are anchored')
    return 1
  } catch (err) {
    parts.log.error(
      { err, anchor: target.name },
      'audit: the newest seals could not be anchored, retrying in a minute',
    )
    return 0
  }
}

/** At least one line, so that a missing one shows that nothing was anchored. */
async function anchorLines(
  { db, keyring, log }: Omit<Parts, 'anchors'>,
  now: Date,
): Promise<string[]> {
  const lines: string[] = []
  let page = await headsAfter(db, undefined, SEALS)
  do {
    const signed = page.filter((head) => isSigned(keyring, head) === true)
    for (const { merchant_id, seal_no } of page.filter((head) => !signed.includes(head))) {
      const about = { merchant_id, seal_no }
      log.error(
        about,
        'audit: the newest seal is not signed with a configured secret, not anchored',
      )
    }
    lines.push(anchorLine(keyring, now, signed))
    page = await headsAfter(db, page.at(-1)?.merchant_id, SEALS)
  } while (page.length > 0)
  return lines
}
