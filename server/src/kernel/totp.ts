// Authenticator app codes: RFC 6238 with SHA-1, six digits and 30-second steps, which every app supports.
import { createHmac } from 'node:crypto'
import { sameBytes } from './crypto.ts'

const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as apps show it. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

export function computeCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

/** The step whose code this is: the current one or a neighbour, and later than the last one used, so a code works once. */
export function matchingStep(
  secret: Buffer,
  code: string,
  now: Date,
  last: number | null,
): number | undefined {
  const current = stepAt(now)
  const steps = [current - 1, current, current + 1].filter((step) => step > (last ?? -1))
  return steps.find((step) => sameBytes(Buffer.from(computeCode(secret, step)), Buffer.from(code)))
}

/** For the QR code that an app reads. */
export function totpUrl(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  return `otpauth://totp/${label}?${query.toString()}`
}
