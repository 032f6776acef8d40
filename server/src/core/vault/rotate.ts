import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { type DataKeyRow, dataKeys, findDataKeysNotUnder } from './store.ts'
import { keyContext } from './vault.ts'
import type { WrappingKeys } from './wrapping_keys.ts'

const PAGE = 200

/** Wraps every data key with the newest wrapping key; the old one can then be removed. */
export async function rotateVault(
  services: Services,
  wrapping: WrappingKeys,
  report: (done: number) => void,
): Promise<number> {
  let done = 0
  let after = { merchant_id: '', data_key_id: '' }
  for (;;) {
    const rows = await findDataKeysNotUnder(services.db, wrapping.current, after, PAGE)
    if (rows.length === 0) return done
    for (const row of rows) await rewrap(services, wrapping, row)
    done += rows.length
    report(done)
    after = rows.at(-1) ?? after
  }
}

async function rewrap(services: Services, wrapping: WrappingKeys, row: DataKeyRow): Promise<void> {
  const plain = await wrapping.unwrap(row.wrapping_key_id, row.wrapped, keyContext(row))
  const set = await wrapping.wrap(plain, keyContext(row))
  // Refused if another process has rotated the row.
  await services.tryCommit(update(dataKeys, row, set))
}
