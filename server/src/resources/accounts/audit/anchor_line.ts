// An anchor is a JSON line with the newest seal from every chain, signed like a seal. The operator stores it where
// the database owner cannot change it. A seal that is in an anchor but no longer in its chain was cut off or
// replaced.
import { keyedHash, type Keyring, sameBytes } from '#kernel/crypto.ts'
import type { MerchantHead } from './seals_store.ts'

/** The hash is hexadecimal. */
export type AnchoredSeal = readonly [merchant_id: string, seal_no: number, hash: string]

export interface Anchor {
  readonly time: string
  readonly seals: readonly AnchoredSeal[]
  readonly secret_id: string
  readonly mac: string
}

export function anchorLine(keyring: Keyring, time: Date, heads: readonly MerchantHead[]): string {
  const seals = heads.map(
    ({ merchant_id, seal_no, hash }): AnchoredSeal => [merchant_id, seal_no, hash.toString('hex')],
  )
  const unsigned = { time: time.toISOString(), seals }
  const mac = anchorMac(keyring, unsigned).toString('hex')
  return JSON.stringify({ ...unsigned, secret_id: keyring.id, mac })
}

function anchorMac(keyring: Keyring, { time, seals }: Pick<Anchor, 'time' | 'seals'>): Buffer {
  return keyedHash(keyring.key('audit anchors'), JSON.stringify([time, seals]))
}

/** Undefined if the line is no anchor. */
export function parseAnchor(line: string): Anchor | undefined {
  try {
    const anchor: unknown = JSON.parse(line)
    return isAnchor(anchor) ? anchor : undefined
  } catch {
    return undefined
  }
}

function isAnchor(value: unknown): value is Anchor {
  const { time, seals, secret_id, mac } = (value ?? {}) as Partial<Record<keyof Anchor, unknown>>
  const texts = [time, secret_id, mac].every((each) => typeof each === 'string')
  return texts && Array.isArray(seals) && seals.every(isAnchoredSeal)
}

function isAnchoredSeal(value: unknown): value is AnchoredSeal {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [merchant_id, seal_no, hash] = value as unknown[]
  const isNumber = Number.isInteger(seal_no) && Number(seal_no) > 0 && Number(seal_no) < 2 ** 31
  return typeof merchant_id === 'string' && isNumber && typeof hash === 'string'
}

/** Undefined if the secret that signed it is not configured. */
export function isSignedAnchor({ all }: Keyring, anchor: Anchor): boolean | undefined {
  const signer = all.find(({ id }) => id === anchor.secret_id)
  return signer && sameBytes(anchorMac(signer, anchor), Buffer.from(anchor.mac, 'hex'))
}
