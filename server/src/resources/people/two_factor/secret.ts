// The secret that an app shares, stored encrypted, and recovery codes, stored as keyed hashes.
import type { Context } from '#kernel/context.ts'
import { keyedHash, type Keyring, open, randomKey, sameBytes, seal } from '#kernel/crypto.ts'
import { base32, fromBase32 } from '#kernel/totp.ts'

const PURPOSE = 'totp secrets'
/** As long as the hash in RFC 6238. */
const SECRET_BYTES = 20
const CODES = 8
/** 120 bits: too many to search, even with the database and the deployment secret. */
const CODE_BYTES = 15

type Sealer = Pick<Context, 'keyring'>

/** In base 32, as apps show it. */
export function newSecret(): string {
  return base32(randomKey(SECRET_BYTES))
}

/** A box opens only for its user. */
export function sealSecret({ keyring }: Sealer, user_id: string, secret: string): Buffer {
  return seal(keyring.key(PURPOSE), secret, user_id)
}

export function openSecret({ keyring }: Sealer, user_id: string, box: Buffer): Buffer {
  return fromBase32(keyring.open(PURPOSE, box, user_id))
}

/** The box under the newest deployment secret; unchanged if it already is. */
export function sealAgain({ keyring }: Sealer, user_id: string, box: Buffer | null): Buffer | null {
  if (box === null) return null
  try {
    open(keyring.key(PURPOSE), box, user_id)
    return box
  } catch {
    return seal(keyring.key(PURPOSE), keyring.open(PURPOSE, box, user_id), user_id)
  }
}

/** Shown once, in groups of four; only the hashes are stored. */
export function newRecoveryCodes({ keyring }: Sealer, user_id: string) {
  const codes = Array.from({ length: CODES }, () => {
    const text = base32(randomKey(CODE_BYTES)).toLowerCase()
    return text.match(/.{4}/g)?.join('-') ?? text
  })
  return { codes, hashes: codes.map((code) => hashRecoveryCode(keyring, user_id, code)) }
}

/** The unused codes without this one; undefined if it is not among them. */
export function withoutCode(
  { keyring }: Sealer,
  user_id: string,
  unused: readonly string[],
  sent: string,
): string[] | undefined {
  const hashes = keyring.all.map((each) => Buffer.from(hashRecoveryCode(each, user_id, sent)))
  const isSent = (stored: string) => hashes.some((hash) => sameBytes(hash, Buffer.from(stored)))
  const left = unused.filter((stored) => !isSent(stored))
  return left.length === unused.length ? undefined : left
}

/** People type codes in capitals, with spaces, or without dashes. */
function hashRecoveryCode(keyring: Keyring, user_id: string, code: string): string {
  const text = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return keyedHash(keyring.key('recovery codes'), `${user_id}/${text}`).toString('hex')
}
