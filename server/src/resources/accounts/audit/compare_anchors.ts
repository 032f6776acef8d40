// Compares anchors with the chains: each anchored seal must still be there, with the same hash.
import type { Services } from '#kernel/context.ts'
import { type AnchoredSeal, isSignedAnchor, parseAnchor } from './anchor_line.ts'
import { findSealHashes } from './seals_store.ts'

type Parts = Pick<Services, 'db' | 'keyring'>

export interface Compared {
  anchors: number
  seals: number
  /** Anchors under a secret that is not configured. Their seals are compared all the same. */
  unknown: number
  newest: string | undefined
}

interface Anchored {
  readonly seal: AnchoredSeal
  readonly time: string
}

const BATCH = 1_000

/** Yields what is wrong. */
export async function* compareAnchors(
  parts: Parts,
  lines: AsyncIterable<string>,
): AsyncGenerator<string, Compared> {
  const compared: Compared = { anchors: 0, seals: 0, unknown: 0, newest: undefined }
  const seen = new Set<string>()
  let batch: Anchored[] = []
  let line_no = 0
  for await (const line of lines) {
    line_no += 1
    if (line.trim() === '') continue
    const anchor = parseAnchor(line)
    const signed = anchor && isSignedAnchor(parts.keyring, anchor)
    if (anchor === undefined) {
      yield `line ${line_no} is not an anchor`
      continue
    }
    if (signed === false) {
      yield `line ${line_no} was not signed by this deployment`
      continue
    }
    compared.anchors += 1
    if (signed === undefined) compared.unknown += 1
    const { time, seals } = anchor
    if (compared.newest === undefined || time > compared.newest) compared.newest = time
    // The same seal with another hash is compared again.
    for (const seal of seals) {
      const name = seal.join(' ')
      if (!seen.has(name)) batch.push({ seal, time })
      seen.add(name)
    }
    if (batch.length < BATCH) continue
    yield* compare(parts, batch)
    batch = []
  }
  yield* compare(parts, batch)
  compared.seals = seen.size
  return compared
}

async function* compare({ db }: Parts, batch: readonly Anchored[]): AsyncIterable<string> {
  if (batch.length === 0) return
  const names = batch.map(({ seal: [merchant_id, seal_no] }) => ({ merchant_id, seal_no }))
  const rows = await findSealHashes(db, names)
  const found = new Map(
    rows.map(({ merchant_id, seal_no, hash }) => [
      `${merchant_id} ${seal_no}`,
      hash.toString('hex'),
    ]),
  )
  for (const { seal, time } of batch) {
    const [merchant_id, seal_no, hash] = seal
    const current = found.get(`${merchant_id} ${seal_no}`)
    if (current === hash) continue
    const which = `seal ${seal_no} of ${merchant_id || 'the deployment'}`
    yield current === undefined
      ? `${which} is missing, and was anchored at ${time}`
      : `${which} is not the one that was anchored at ${time}`
  }
}
