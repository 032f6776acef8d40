// File storage: on a disk for one node, in an S3 bucket for several. Names consist only of our ids, never of caller
// input.
import type { Readable } from 'node:stream'

declare module '#kernel/context.ts' {
  interface Services {
    readonly storage: Storage
  }
}

export interface Content {
  readonly size: number
  readonly type: string
  /** Reads from the start; may be called several times. */
  open(): Readable
}

export interface Storage {
  /** Atomic, and durable when it resolves; replaces an existing file. */
  put(name: string, content: Content): Promise<void>
  /** Rejects if the file does not exist. */
  get(name: string): Promise<Readable>
  /** Idempotent. */
  delete(name: string): Promise<void>
  /** Rejects if files cannot be stored. */
  check(): Promise<void>
}
