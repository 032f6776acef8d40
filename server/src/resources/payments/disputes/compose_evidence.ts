// The evidence as the issuer gets it, for the submission and for its preview.
import type { FileRow } from '#resources/payments/files/read.ts'
import { type EvidenceField, type EvidenceValues, ofKind } from './evidence_fields.ts'

interface Parts {
  readonly texts: readonly (readonly [EvidenceField, string])[]
  readonly files: readonly (readonly [EvidenceField, FileRow])[]
}

/** In the order in which they are sent. A file that no longer exists is left out. */
export function composeEvidence(
  evidence: EvidenceValues,
  found: ReadonlyMap<string, FileRow>,
): Parts {
  const files = ofKind(evidence, 'file').flatMap(([field, file_id]) => {
    const file = found.get(file_id)
    return file === undefined ? [] : [[field, file] as const]
  })
  return { texts: ofKind(evidence, 'text'), files }
}
