// An image that a caller sent, drawn again: what is stored was encoded by us, from pixels alone.
import { createHash } from 'node:crypto'
import { ContainedProcess } from '#kernel/contained_process.ts'
import type { ImageType } from './check.ts'

export interface Sent {
  readonly type: ImageType
  readonly bytes: Uint8Array
  readonly max_bytes: number
}

/** The image, or why it is refused. */
export type Redrawn = { readonly bytes: Uint8Array } | { readonly fault: string }

const contained = new ContainedProcess<Sent, Redrawn>(
  new URL('./redraw_process.ts', import.meta.url),
  {
    timeout_ms: 20_000,
    max_waiting: 50,
    max_mb: 128,
  },
)

/** A shop sends the same logo with every link. */
const MAX_KNOWN = 200
const known = new Map<string, Redrawn>()

/** Throws a ContainedFailure if it is not known what the image is: too many wait, it took too long, or its decoder failed. */
export async function redrawImage(sent: Sent): Promise<Redrawn> {
  const key = createHash('sha256').update(`${sent.type} ${sent.max_bytes} `).update(sent.bytes)
  const hash = key.digest('base64')
  const redrawn = known.get(hash) ?? (await drawContained(sent))
  known.delete(hash)
  known.set(hash, redrawn)
  const [oldest] = known.keys()
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  return redrawn
}

async function drawContained(sent: Sent): Promise<Redrawn> {
  const redrawn = await contained.run(sent)
  const isLarge = 'bytes' in redrawn && redrawn.bytes.length > sent.max_bytes
  return isLarge ? { fault: tooLarge(redrawn.bytes.length, sent.max_bytes) } : redrawn
}

function tooLarge(bytes: number, max: number): string {
  return `takes ${bytes} bytes when it is encoded again, and at most ${max} are allowed; use fewer colors or pixels`
}
