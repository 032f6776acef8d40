import { type Update, update } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findFiles } from './read.ts'
import { UNREFERENCED_TTL_MS } from './schema.ts'
import { type FileRow, files } from './store.ts'

export interface Claim {
  /** The id of the object that refers to the files, such as a dispute. */
  readonly by: string
  /** Files it refers to from now on: the object's field and the file's id. */
  readonly named: readonly (readonly [field: string, file_id: string])[]
  /** Ids for the files it referred to until now. */
  readonly before: readonly string[]
}

/**
 * The writes for the commit in which an object changes the files it refers to. A referenced file cannot be deleted;
 * one that is no longer referenced expires in thirty days.
 */
export async function claimFiles(context: Context, claim: Claim): Promise<Update[]> {
  const found = await findFiles(context, [...fileIds(claim.named), ...claim.before])
  return claimFound(found, claim, context.now)
}

/** The same as data, for a caller that has read the files. */
export function claimFound(
  found: ReadonlyMap<string, FileRow>,
  { by, named }: Claim,
  now: Date,
): Update[] {
  const wanted = new Set(fileIds(named))
  for (const [field, file_id] of named) {
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

export function fileIds(named: Claim['named']): string[] {
  return named.map(([, file_id]) => file_id)
}

function refer(row: FileRow, referenced_by: readonly string[], now: Date): Update {
  const expires_at = referenced_by.length > 0 ? null : addMs(now, UNREFERENCED_TTL_MS)
  return update(files, row, { referenced_by, expires_at })
}
