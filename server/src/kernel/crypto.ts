// Keys, keyed hashes and authenticated encryption. Every purpose has its own key, derived from the deployment secret,
// so a leaked key exposes one purpose only.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash as hashOnce,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'

/** A key that is used often is a KeyObject: hashing with raw bytes costs five times as much. */
export type Key = KeyObject | Buffer

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A randomized pause, so that waiting processes do not all continue at once. */
export function jitter(ms: number): number {
  return randomInt(Math.max(1, Math.ceil(ms)))
}

/** Random letters and digits without bias. */
export function randomText(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Letters and digits derived from the key and the label; without the key they cannot be guessed. */
export function derivedText(key: Key, label: string, length: number): string {
  const fair = 256 - (256 % letters.length)
  let text = ''
  for (let block = 0; text.length < length; block++) {
    for (const byte of keyedHash(key, `${label}:${block}`)) {
      if (byte < fair && text.length < length) text += letters[byte % letters.length]
    }
  }
  return text
}

/** Random bytes, for a salt or a key that is shared with another program. */
export function randomKey(length: number): Buffer {
  return randomBytes(length)
}

/** A deployment secret in its configuration format. */
export function makeSecret(): string {
  return randomBytes(32).toString('hex')
}

export function deriveKey(secret: Key, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'florin', purpose, 32)))
}

export function keyedHash(key: Key, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** SHA-256 in one call, for a name in memory that must not show its secret. */
export function shortHash(text: string): string {
  return hashOnce('sha256', text, 'base64')
}

/** SHA-256, with the length of each part included. */
export function plainHash(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part)
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest()
}

/** Keyed, because without a key the hash of a body with a card number could be guessed. */
export function fingerprint(key: Key, ...parts: string[]): Buffer {
  const hash = createHmac('sha256', key)
  // Each part's length is included, so moving a character to the next part changes the hash.
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest()
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

const NONCE = 12
const TAG = 16

/** AES-256-GCM: nonce, tag, ciphertext. The context is authenticated: a box opens only with the same context. */
export function seal(key: Key, text: string, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

export function open(key: Key, box: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(context)).setAuthTag(box.subarray(NONCE, NONCE + TAG))
  return decipher.update(box.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

/** A deployment secret, available only as keys for a named purpose, with the older secrets that are still valid. */
export class Keyring {
  /** A keyring for each secret, newest first. This one is the first: new things use its keys. */
  readonly all: readonly Keyring[]
  private readonly secret: Buffer
  private readonly keys = new Map<string, KeyObject>()
  private short: string | undefined

  constructor(secret: Buffer, ...older: Buffer[]) {
    this.secret = secret
    this.all = [this, ...older.map((each) => new Keyring(each))]
  }

  /** Identifies the secret; keyed with it, so it can be stored and reveals nothing. */
  get fingerprint(): Buffer {
    return keyedHash(this.key('fingerprint'), 'florin')
  }

  /** A short form, used in key names. */
  get id(): string {
    return (this.short ??= this.fingerprint.toString('hex', 0, 4))
  }

  key(purpose: string): KeyObject {
    let key = this.keys.get(purpose)
    if (key === undefined) this.keys.set(purpose, (key = deriveKey(this.secret, purpose)))
    return key
  }

  /** Opens a box that was sealed under the newest secret or an older one. */
  open(purpose: string, box: Buffer, context: string): string {
    for (const keyring of this.all.slice(0, -1)) {
      try {
        return open(keyring.key(purpose), box, context)
      } catch {
        // Sealed under an older secret.
      }
    }
    return open((this.all.at(-1) ?? this).key(purpose), box, context)
  }
}
