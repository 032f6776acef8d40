// An id has a prefix for its type (`cus_`, `key_`, …), a 48-bit millisecond timestamp and 80 random bits, in
// lower-case base 32. Time comes first, because random keys scatter inserts over the whole index. This file and
// `crypto.ts` are the only randomness sources.
import { createHash, randomBytes } from 'node:crypto'
import { randomText } from './crypto.ts'

/** All prefixes. */
export const prefixes = {
  mer: 'merchant',
  pro: 'business profile',
  key: 'API key',
  con: 'provider account',
  cus: 'customer',
  pay: 'payment',
  plink: 'payment link',
  ref: 'refund',
  dp: 'dispute',
  note: 'note of a team member',
  view: 'saved view of a list',
  op: 'operation',
  evt: 'event',
  vlt: 'secret in the vault',
  cfl: 'declined card, for the card-testing guard',
  pm: 'saved payment method',
  plan: 'plan',
  price: 'price of a plan',
  sub: 'subscription',
  inv: 'invoice',
  cre: 'entry of a credit balance',
  crn: 'credit note',
  sml: 'e-mail about a subscription',
  po: 'payout',
  pom: 'saved payout method',
  tok: 'card token',
  file: 'uploaded file',
  dky: 'data key',
  req: 'request',
  org: 'organization',
  usr: 'team user',
  ses: 'session of a user',
  psk: 'passkey',
  role: 'role of a merchant',
  uml: 'e-mail to a user',
  aud: 'entry of the audit log',
  rly: 'batch of events in relay',
} as const

export type Prefix = keyof typeof prefixes

/** An id that a merchant may choose: 1 to 64 letters, digits, `_` or `-`. */
export const ID_PATTERN = '^[A-Za-z0-9_-]{1,64}$'
/** The same where `list` is a route: an object with that name could never be read. */
export const LISTED_ID_PATTERN = '^(?!list$)[A-Za-z0-9_-]{1,64}$'
const idShape = new RegExp(ID_PATTERN)

export function isId(text: string): boolean {
  return idShape.test(text)
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const RANDOM_BYTES = 10
let pool = Buffer.alloc(0)
let used = 0

/** One system call serves hundreds of ids. */
function random(): Buffer {
  if (used + RANDOM_BYTES > pool.length) {
    pool = randomBytes(RANDOM_BYTES * 256)
    used = 0
  }
  used += RANDOM_BYTES
  return pool.subarray(used - RANDOM_BYTES, used)
}

/** The lowest `length` digits of a whole number below 2^53. */
function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 32))
    text = alphabet.charAt(rest % 32) + text
  return text
}

function compose(prefix: string, ms: number, tail: Buffer): string {
  // Ten bytes are sixteen digits; five of them fit into a number.
  const noise = base32(tail.readUIntBE(0, 5), 8) + base32(tail.readUIntBE(5, 5), 8)
  return `${prefix}_${base32(ms, 10)}${noise}`
}

export function newId(prefix: Prefix): string {
  return compose(prefix, Date.now(), random())
}

/** True for an id that this program has made, unless a merchant has chosen one of the same form. */
export function isGeneratedId(prefix: Prefix, id: string): boolean {
  return new RegExp(`^${prefix}_[${alphabet}]{26}$`).test(id)
}

/** The id begins with the cell, so that an edge can route by it. */
export function newMerchantId(cell: string): string {
  return compose(`mer_${cell}`, Date.now(), random())
}

/** All ids with this prefix from before the moment are less than this one. */
export function leastId(prefix: Prefix, moment: Date): string {
  return compose(prefix, moment.getTime(), Buffer.alloc(RANDOM_BYTES))
}

/** The same token and prefix always give the same id, so a retried request creates one object. */
export function derivedId(prefix: string, token: string, made: Date): string {
  const tail = createHash('sha256').update(`${prefix}:${token}`).digest().subarray(0, RANDOM_BYTES)
  return compose(prefix, made.getTime(), tail)
}

/**
 * Creates ids and secrets. They are random, but under an Idempotency-Key every retry of a request gets the same ones,
 * so it finds the rows that an earlier attempt wrote.
 */
export interface IdSource {
  /**
   * Under an Idempotency-Key the id depends on its prefix and purpose alone. Ask once for each purpose: without a
   * key every call returns another id.
   */
  id(prefix: Prefix, purpose?: string): string
  merchantId(cell: string): string
  /** Random letters and digits. */
  secret(length: number): string
  /**
   * An earlier attempt under the same Idempotency-Key failed or died, and may have written something. Only a row
   * under one of this request's ids proves that it did.
   */
  readonly isRetry: boolean
}

export const randomIds: IdSource = {
  id: (prefix) => newId(prefix),
  merchantId: newMerchantId,
  secret: randomText,
  isRetry: false,
}
