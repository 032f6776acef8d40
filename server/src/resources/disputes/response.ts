import type { EvidenceValues } from './evidence_fields.ts'

/** What the provider is told about a dispute. */
export type Response =
  | {
      readonly verb: 'evidence'
      /** The whole of it: it replaces what was submitted before. */
      readonly evidence: EvidenceValues
      readonly submitted_at: string
    }
  | { readonly verb: 'accept' | 'expire' }

/** Stored with the dispute while its operation is open. `answer_id` is the id of that operation. */
export type PendingResponse = Response & { readonly answer_id: string }
