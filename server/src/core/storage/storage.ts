// Bytes that do not belong into a table: on a disk for one node, in an S3 bucket for several. A name is
// made of our own ids, never of anything that a caller chose.
import type { Readable } from 'node:stream'

declare module '#kernel/context.ts' {
  interface Services {
    readonly storage: Storage
  }
}

export interface Content {
  readonly size: number
  readonly type: string
  /** The bytes from the start, as often as asked. */
  open(): Readable
}

export interface Storage {
  /** Durable when it resolves; whole or not at all; in the place of what had the name before. */
  put(name: string, content: Content): Promise<void>
  /** Rejects when there is nothing of that name. */
  get(name: string): Promise<Readable>
  /** What is not there is already deleted. */
  delete(name: string): Promise<void>
  /** Rejects when nothing could be stored now. */
  check(): Promise<void>
}
