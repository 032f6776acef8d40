// An uploaded file is written to disk while it arrives, so that it is never in memory as a whole. The file on disk is
// unlinked first, so that nothing is left after it is closed or the process dies.
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { cleanName } from './file_names.ts'

export interface UploadRule {
  /** The file's field name in the form. */
  readonly field: string
  readonly largest_bytes: number
  /** Each type's first bytes, one character per byte. The type that the caller declares is ignored. */
  readonly types: Readonly<Record<string, RegExp>>
}

export class Upload {
  readonly file_name: string
  readonly type: string
  readonly size: number
  private readonly sha256: string
  private readonly spool: FileHandle

  constructor(spool: FileHandle, facts: { name: string; type: string; size: number; hash: Hash }) {
    this.spool = spool
    this.file_name = cleanName(facts.name)
    this.type = facts.type
    this.size = facts.size
    this.sha256 = facts.hash.digest('hex')
  }

  /** Reads from the start; may be called several times. */
  open(): Readable {
    return this.spool.createReadStream({ start: 0, autoClose: false })
  }

  /** Identifies the upload in an Idempotency-Key's fingerprint. */
  toJSON() {
    return { file_name: this.file_name, sha256: this.sha256 }
  }

  close(): Promise<void> {
    return this.spool.close()
  }
}

export async function takeFile(stream: Readable, name: string, rule: UploadRule): Promise<Upload> {
  const spool = await openSpool()
  try {
    return await fill(spool, stream, name, rule)
  } catch (error) {
    await spool.close()
    throw error
  }
}

async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), newId('file'))
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

// Longer than any pattern in `types`.
const HEAD_BYTES = 32

async function fill(spool: FileHandle, stream: Readable, name: string, rule: UploadRule) {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let type: string | undefined
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    hash.update(chunk)
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
    if (head.length === HEAD_BYTES) type ??= detectType(head, rule)
    await spool.appendFile(chunk)
  }
  // A browser sends this if no file was chosen.
  if (size === 0 && name === '') throw missingFile(rule)
  if (size === 0) throw new Failure('IR_36', 'The file is empty.', { field: rule.field })
  type ??= detectType(head, rule)
  return new Upload(spool, { name, type, size, hash })
}

function detectType(head: Buffer, { types, field }: UploadRule): string {
  const text = head.toString('latin1')
  const found = Object.entries(types).find(([, beginning]) => beginning.test(text))
  if (found) return found[0]
  const message = `The file must be one of: ${Object.keys(types).join(', ')}. Its content decides, not its name.`
  throw new Failure('IR_36', message, { field })
}

export function missingFile({ field }: UploadRule): Failure {
  const message = `\`${field}\` is missing: send the file in that field of the form.`
  return new Failure('IR_33', message, { field })
}

export function largeFile({ field, largest_bytes }: UploadRule): Failure {
  const message = `The file is larger than ${largest_bytes} bytes.`
  return new Failure('IR_36', message, { field, status: 413 })
}
