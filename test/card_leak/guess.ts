// A database thief guesses cards and compares hashes. There are so few card numbers and codes that each is guessed
// sooner or later, so it is enough to try the right guess.
import { createHash, createHmac } from 'node:crypto'
import type { Client } from 'pg'

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly body: string
}

const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512']

/** A request's parts as programs concatenate them before hashing. */
function texts({ method, url, body }: SentRequest): string[] {
  const parts = [method, url, body]
  const framed = parts.map((part) => `${part.length}:${part}`).join('')
  const joined = ['', ' ', '\n', '\0', '|', ':', '/'].map((between) => parts.join(between))
  return [body, framed, ...joined, `${url}${body}`, `${url}\n${body}`]
}

/** A right guess's hashes, without a key and under each key that the thief has. */
export function hashesOf(request: SentRequest, keys: readonly Buffer[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const algorithm of ALGORITHMS) {
    for (const text of texts(request)) {
      found.set(createHash(algorithm).update(text).digest('hex'), algorithm)
      for (const key of keys) {
        const hash = createHmac(algorithm, key).update(text).digest('hex')
        found.set(hash, `${algorithm} with a key from the same row`)
      }
    }
  }
  return found
}

/** Places of all values that equal a right guess's hash; each row's other values are tried as keys. */
export async function guessedIn(
  client: Client,
  tables: readonly string[],
  requests: readonly SentRequest[],
): Promise<string[]> {
  const found: string[] = []
  for (const name of tables) {
    const { rows } = await client.query<Record<string, unknown>>(`select * from ${name}`)
    for (const row of rows) {
      const values = Object.values(row).filter(isHashLike).map(bytesOf)
      const hashes = values.map((value) => value.toString('hex'))
      if (!values.some((value) => isDigest(value))) continue
      for (const request of requests) {
        const guesses = hashesOf(request, values)
        const how = hashes.map((hash) => guesses.get(hash)).find((each) => each !== undefined)
        if (how !== undefined) found.push(`${name}: ${how}`)
      }
    }
  }
  return found
}

function isHashLike(value: unknown): value is string | Buffer {
  return Buffer.isBuffer(value) || typeof value === 'string'
}

/** A hash may be stored as bytes, in hexadecimal or in base64. */
function bytesOf(value: string | Buffer): Buffer {
  if (Buffer.isBuffer(value)) return value
  if (/^([0-9a-f]{2})+$/i.test(value)) return Buffer.from(value, 'hex')
  return Buffer.from(value)
}

function isDigest({ length }: Buffer): boolean {
  return length === 16 || length === 20 || length === 32 || length === 64
}
