// Validates the requests about disputes.
import { type Reason, reasons, stages } from './dispute.ts'
import type { Opening } from './dispute_facts.ts'
import { integer, invalid, object, oneOf, optional, text } from './request.ts'

/** The text is not stored; for files only the metadata is sent. */
export interface Evidence {
  submission_id: string
  texts: Record<string, string>
  files: { field: string; file_name: string; file_type: string; file_size: number }[]
}

const MAX_FILES = 50

export function readEvidence(body: unknown): Evidence {
  const json = object(body, 'The body')
  const texts = object(json['texts'] ?? {}, 'texts')
  const files = json['files'] ?? []
  if (!Array.isArray(files) || files.length > MAX_FILES) {
    throw invalid(`files must be a list of at most ${MAX_FILES}.`)
  }
  if (Object.values(texts).some((value) => typeof value !== 'string')) {
    throw invalid('Every field of texts must be text.')
  }
  return {
    submission_id: text(json, 'submission_id', 64),
    texts: texts as Record<string, string>,
    files: files.map(readFile),
  }
}

function readFile(value: unknown) {
  const json = object(value, 'A file')
  return {
    field: text(json, 'field', 64, 'files.'),
    file_name: text(json, 'file_name', 255, 'files.'),
    file_type: text(json, 'file_type', 255, 'files.'),
    file_size: integer(json, 'file_size', 1, 'files.'),
  }
}

/** For a dispute that is opened by a request; all fields are optional. */
export function readOpening(body: unknown): Partial<Opening> {
  const json = object(body, 'The body')
  const stage = optional(json, 'stage', (json, name) => oneOf(json, name, stages))
  const reason = optional(json, 'reason', (json, name) =>
    oneOf(json, name, Object.keys(reasons) as Reason[]),
  )
  const amount = optional(json, 'amount', (json, name) => integer(json, name, 1))
  return {
    ...(stage === null ? {} : { stage }),
    ...(reason === null ? {} : { reason }),
    ...(amount === null ? {} : { amount }),
  }
}
