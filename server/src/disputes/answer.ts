import type { EvidenceValues } from './evidence_fields.ts'

/** What the provider is to be told. */
export type Saying =
  | {
      readonly verb: 'evidence'
      /** The whole of it: it replaces what was submitted before. */
      readonly evidence: EvidenceValues
      readonly submitted_at: string
    }
  | { readonly verb: 'accept' | 'expire' }

/** Kept with the dispute until it is known what came of it. Its id makes it count once, however often it is sent. */
export type Answer = Saying & { readonly answer_id: string }
