import { type Update, update } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findFiles } from './find.ts'
import { RETENTION_MS } from './schema.ts'
import { type FileRow, files } from './store.ts'

export interface Claim {
  /** The id of the object that names the files, such as a dispute. */
  readonly by: string
  /** The files it names from now on: field of the object → file_id. */
  readonly named: Readonly<Record<string, string>>
  /** The ids of those that it has named until now. */
  readonly before: readonly string[]
}

/**
 * The writes that belong into the change by which an object comes to name other files than before. A file
 * that is named stays and cannot be deleted; one that is let go of has its thirty days again.
 */
export async function claimFiles(context: Context, claim: Claim): Promise<Update[]> {
  const found = await findFiles(context, [...Object.values(claim.named), ...claim.before])
  return claimFound(found, claim, context.now)
}

/** The same as data, for who has found the files already. */
export function claimFound(
  found: ReadonlyMap<string, FileRow>,
  { by, named }: Claim,
  now: Date,
): Update[] {
  const wanted = new Set(Object.values(named))
  for (const [field, file_id] of Object.entries(named)) {
    if (found.has(file_id)) continue
    throw new Failure('IR_04', `There is no file with the id ${file_id}.`, { field })
  }
  return [...found.values()].flatMap((row) => {
    const isWanted = wanted.has(row.file_id)
    if (isWanted === row.referenced_by.includes(by)) return []
    const others = row.referenced_by.filter((id) => id !== by)
    return refer(row, isWanted ? [...others, by] : others, now)
  })
}

function refer(row: FileRow, referenced_by: readonly string[], now: Date): Update {
  const expires_at = referenced_by.length > 0 ? null : addMs(now, RETENTION_MS)
  return update(files, row, { referenced_by, expires_at })
}
