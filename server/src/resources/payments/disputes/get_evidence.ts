import type { Context } from '#kernel/context.ts'
import { findFiles } from '#resources/payments/files/read.ts'
import {
  type EvidenceField,
  evidenceFields,
  type EvidenceValues,
  groups,
  ofKind,
} from './evidence_fields.ts'
import { readDispute } from './read.ts'
import type { Evidence } from './schema.ts'

/** The submitted evidence by group, and its files. */
export async function getEvidence(context: Context, dispute_id: string): Promise<Evidence> {
  const { status, evidence, evidence_submitted_at } = await readDispute(context, dispute_id)
  return {
    dispute_id,
    status,
    evidence_submitted_at,
    evidence: grouped(evidence),
    files: await describeFiles(context, evidence),
  }
}

function grouped(evidence: EvidenceValues): Evidence['evidence'] {
  const all = Object.entries(evidence) as [EvidenceField, string][]
  const parts = groups.map((group) => {
    const own = all.filter(([field]) => evidenceFields[field].group === group)
    return [group, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(parts.filter(([, values]) => Object.keys(values).length > 0))
}

export async function describeFiles(
  context: Context,
  evidence: EvidenceValues,
): Promise<Evidence['files']> {
  const named = ofKind(evidence, 'file')
  const ids = named.map(([, file_id]) => file_id)
  const found = await findFiles(context, ids)
  return named.map(([evidence_type, file_id]) => {
    const file = found.get(file_id)
    return {
      evidence_type,
      file_id,
      file_name: file?.file_name ?? null,
      file_size: file?.file_size ?? null,
      file_type: file?.file_type ?? null,
      available: file !== undefined,
    }
  })
}
