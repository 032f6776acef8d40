import type { Update } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { claimFound } from '#resources/files/claim.ts'
import { type FileRow, findFiles } from '#resources/files/read.ts'
import { ofKind } from './evidence_fields.ts'
import { rowChange } from './lifecycle.ts'
import type { DisputeRow } from './store.ts'

export type Files = ReadonlyMap<string, FileRow>

/** The files that a dispute names, before or after a change. */
export async function filesOf(
  context: Pick<Context, 'db' | 'merchant_id' | 'now'>,
  ...rows: DisputeRow[]
): Promise<Files> {
  const ids = rows.flatMap((row) => Object.values(named(row)))
  return ids.length === 0 ? new Map<string, FileRow>() : findFiles(context, ids)
}

/** The row as it is to be, and the files it names; `next` gets the version that it will have. */
export function writesOf(
  current: DisputeRow,
  next: DisputeRow,
  files: Files,
  now: Date,
): { row: DisputeRow; writes: [Update, ...Update[]] } {
  const before = Object.values(named(current))
  const claim = { by: next.dispute_id, named: named(next), before }
  return {
    row: { ...next, version: current.version + 1 },
    writes: [rowChange(current, next), ...claimFound(files, claim, now)],
  }
}

/** A file is named while it is part of what was submitted, or of a pending response. */
function named({ evidence, answer }: DisputeRow): Record<string, string> {
  const submitted = ofKind(evidence, 'file').map(([field, id]) => [`submitted ${field}`, id])
  const pending = answer?.verb === 'evidence' ? ofKind(answer.evidence, 'file') : []
  return Object.fromEntries([...submitted, ...pending])
}
