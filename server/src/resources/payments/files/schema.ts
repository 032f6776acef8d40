// API schemas for files, and the accepted file types.
import { type Static, Type } from 'typebox'
import { DAY_MS } from '#kernel/clock.ts'
import { answer, NullableTimestamp, nullable, shaped, strict, Timestamp } from '#http/fields.ts'
import type { UploadRule } from '#http/upload.ts'
import { ID_PATTERN } from '#kernel/ids.ts'

/** The type is determined by the first bytes; names and headers are not trusted. */
export const evidence = {
  field: 'file',
  largest_bytes: 5_000_000,
  types: {
    'image/jpeg': /^\xff\xd8\xff[\xc0-\xfe]/,
    // oxlint-disable-next-line no-control-regex -- the signature has one
    'image/png': /^\x89PNG\r\n\x1a\n\0\0\0\rIHDR/,
    'application/pdf': /^%PDF-[12]\.\d/,
  },
} as const satisfies UploadRule

/** Upload limit per merchant and day, in UTC. */
export const MAX_BYTES_PER_DAY = 2_000_000_000

/** An unreferenced file is deleted after this time. */
export const UNREFERENCED_TTL_MS = 30 * DAY_MS

const purpose = {
  type: 'string',
  enum: ['dispute_evidence'],
  description: 'What the file is for. Only evidence for disputes is accepted.',
}
type Purpose = 'dispute_evidence'

export const File = answer('File', {
  file_id: Type.String(),
  file_name: Type.String({
    description: 'The file name as sent, without path and control characters.',
  }),
  file_size: Type.Integer({ description: 'The size in bytes.' }),
  file_type: Type.String({
    enum: Object.keys(evidence.types),
    description: 'The media type, determined from the first bytes.',
  }),
  purpose: Type.Unsafe<Purpose>(purpose),
  dispute_id: nullable(
    Type.String({
      description: 'The dispute that the file is intended for; null if none was named.',
    }),
  ),
  created: Timestamp,
  expires_at: Type.Unsafe<Date | null>({
    ...NullableTimestamp,
    description:
      'When the file is deleted, unless evidence refers to it by then; null while evidence refers to it.',
  }),
})
export type File = Static<typeof File>

export const UploadFile = strict({
  purpose: Type.Unsafe<Purpose>({ ...purpose, 'x-code': 'IR_35' }),
  dispute_id: Type.Optional(
    shaped(ID_PATTERN, 'an id', { description: 'The dispute that the file is intended for.' }),
  ),
})
export type UploadFile = Static<typeof UploadFile>

export const DeletedFile = answer('DeletedFile', {
  file_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedFile = Static<typeof DeletedFile>
