// A file on its way in. It is written to the disk as it comes, so that no upload is ever in memory as a
// whole, and into a file without a name, so that nothing is left when it is closed or the process dies.
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { cleanName } from './file_names.ts'

/** What a route takes as its file. */
export interface UploadRule {
  /** The name of the file's field in the form. */
  readonly field: string
  readonly largest_bytes: number
  /** What files of each type begin with, each byte as one character. What the caller says is not asked. */
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

  /** The bytes from the start, as often as asked. */
  open(): Readable {
    return this.spool.createReadStream({ start: 0, autoClose: false })
  }

  /** What tells one upload from another, for `Idempotency-Key`. */
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

// Longer than any of the beginnings.
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
    if (head.length === HEAD_BYTES) type ??= typeOf(head, rule)
    await spool.appendFile(chunk)
  }
  // What a browser sends when nobody has chosen a file.
  if (size === 0 && name === '') throw missingFile(rule)
  if (size === 0) throw new Failure('IR_36', 'The file is empty.', { field: rule.field })
  type ??= typeOf(head, rule)
  return new Upload(spool, { name, type, size, hash })
}

function typeOf(head: Buffer, { types, field }: UploadRule): string {
  const text = head.toString('latin1')
  const found = Object.entries(types).find(([, beginning]) => beginning.test(text))
  if (found) return found[0]
  throw new Failure(
    'IR_36',
    `The file must be one of: ${Object.keys(types).join(', ')}. Its content decides, not its name.`,
    { field },
  )
}

export function missingFile({ field }: UploadRule): Failure {
  return new Failure('IR_33', `\`${field}\` is missing: send the file in that field of the form.`, {
    field,
  })
}

export function largeFile({ field, largest_bytes }: UploadRule): Failure {
  return new Failure('IR_36', `The file is larger than ${largest_bytes} bytes.`, {
    field,
    status: 413,
  })
}
