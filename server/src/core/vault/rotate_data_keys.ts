// Replaces the data keys themselves: retire, seal again, delete. Each step can be repeated, and the command can be
// run again after a crash.
import { update } from '#kernel/change.ts'
import { addMs, HOUR_MS, sleep } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import {
  dataKeys,
  deleteRetiredDataKeys,
  findCurrentDataKeys,
  findUnderRetired,
  replaceBox,
} from './store.ts'

const PAGE = 200
/** A request that sealed a secret under a data key commits it within this time. */
const IN_FLIGHT_MS = HOUR_MS

export interface DataKeyRotation {
  retired: number
  sealed: number
  /** Keys that an earlier run retired. */
  deleted: number
}

export async function rotateDataKeys(
  services: Services,
  report: (line: string) => void,
): Promise<DataKeyRotation> {
  const deleted = await deleteUnusedDataKeys(services)
  const retired = await retireAll(services)
  report(`${retired} data key(s) retired …`)
  // Afterwards no process seals under a retired key; one that sealed before may still commit.
  await sleep(2 * LEASE_MS)
  const sealed = await sealAll(services, (done) => report(`${done} secret(s) encrypted again …`))
  return { retired, sealed, deleted }
}

/** The worker does this too. */
export function deleteUnusedDataKeys({ db, clock }: Services): Promise<number> {
  return deleteRetiredDataKeys(db, addMs(clock.now(), -IN_FLIGHT_MS))
}

async function retireAll({ db, tryCommit, clock }: Services): Promise<number> {
  let retired = 0
  let after = ''
  for (;;) {
    const page = await findCurrentDataKeys(db, after, PAGE)
    for (const row of page) {
      // Refused if another process has retired it.
      if (await tryCommit(update(dataKeys, row, { retired_at: clock.now() }))) retired += 1
    }
    const last = page.at(-1)
    if (last === undefined) return retired
    after = last.merchant_id
  }
}

async function sealAll(services: Services, report: (done: number) => void): Promise<number> {
  const { db, vault } = services
  let sealed = 0
  let after = { merchant_id: '', vault_id: '' }
  for (;;) {
    const page = await findUnderRetired(db, after, PAGE)
    for (const row of page) {
      const again = await vault.sealAgain(row)
      if (again === undefined) continue
      await replaceBox(db, row, again)
      sealed += 1
    }
    const last = page.at(-1)
    if (last === undefined) return sealed
    report(sealed)
    after = last
  }
}
