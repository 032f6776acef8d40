// One run of the doctor, as the command line starts it.
import { monotonicMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { adoptOrphans, describeAdoptions } from './adopt.ts'
import type { BankLog } from './bank_log.ts'
import { type Books, checkBooks } from './books.ts'
import { recordRun } from './last_run.ts'
import { isWell, report } from './report.ts'

export interface RunOptions {
  /** Reads the provider's log anew. */
  readLog?: (() => Promise<BankLog>) | undefined
  adopt?: boolean
  json?: boolean
}

export interface Run {
  text: string
  is_well: boolean
}

/** With `adopt` the books are checked again afterwards: the verdict is about how they are then. */
export async function runDoctor(services: Services, options: RunOptions): Promise<Run> {
  const { readLog, adopt = false, json = false } = options
  if (adopt && readLog === undefined) throw new Error('--adopt needs --bank-log <file or url>.')
  const started = monotonicMs()
  const bank = await readLog?.()
  let books = await checkBooks(services, bank)
  const adoptions = bank ? await adoptOrphans(services, bank, { apply: adopt }) : []
  if (adopt && adoptions.length > 0) books = await checkBooks(services, await readLog?.())
  const duration_ms = Math.round(monotonicMs() - started)
  await storeRun(services, books, { duration_ms, has_log: bank !== undefined })
  const adopted = adoptions.length === 0 ? [] : [describeAdoptions(adoptions, adopt)]
  const text = json
    ? JSON.stringify({ ...books, adoptions })
    : [report(books), ...adopted].join('\n')
  return { text, is_well: isWell(books) }
}

/** The books may be those of a read-only copy. */
async function storeRun(
  services: Services,
  books: Books,
  run: Parameters<typeof recordRun>[2],
): Promise<void> {
  try {
    await recordRun(services, books, run)
  } catch (err) {
    services.log.warn({ err }, 'doctor: the result could not be stored for the metrics')
  }
}
