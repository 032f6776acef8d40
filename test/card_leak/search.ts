// Looks for a secret in bytes, in every way it may have been written down.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Client } from 'pg'
import { withServer } from '#kernel/databases.ts'

export interface Needle {
  readonly name: string
  readonly bytes: Buffer
}

/** A number as text, as it was sent, encoded, packed, as a database value, and hashed without a key. */
export function spellings(digits: string, sent: readonly string[]): Needle[] {
  const texts = [...new Set([digits, ...sent])]
  return [
    // All but the ends, which may be shown: every copy of the whole number contains this.
    { name: 'digits', bytes: Buffer.from(digits.slice(2, -2)) },
    ...texts.flatMap(encodings),
    { name: 'UTF-16', bytes: Buffer.from(digits, 'utf16le') },
    ...packed(digits),
    ...asNumber(digits),
    ...digests(digits),
  ]
}

/** A text as it is, in hexadecimal digits, and in base64. */
export function encodings(text: string): Needle[] {
  return [
    { name: `as ${shape(text)}`, bytes: Buffer.from(text) },
    { name: `hex of ${shape(text)}`, bytes: Buffer.from(Buffer.from(text).toString('hex')) },
    ...base64(text),
  ]
}

/** `4929 12` is shown as `dddd dd`: a failing test must not print the number either. */
function shape(text: string): string {
  return text.replaceAll(/\d/g, 'd')
}

/** The position within a longer text decides which letters it becomes; its ends are left off. */
function base64(text: string): Needle[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64')
    const whole = Math.floor(((offset + Buffer.byteLength(text)) * 8) / 6)
    const inner = encoded.slice(Math.ceil((offset * 8) / 6), whole)
    return { name: `base64 of ${shape(text)} at ${offset}`, bytes: Buffer.from(inner) }
  })
}

/** Two digits in a byte, from the first digit or from the second. */
function packed(digits: string): Needle[] {
  return [0, 1].map((start) => {
    const even = digits.slice(start, start + 2 * Math.floor((digits.length - start) / 2))
    return { name: `packed from ${start}`, bytes: Buffer.from(even, 'hex') }
  })
}

/** A bigint, and PostgreSQL's numeric, which is how JSON numbers are stored: four digits in two bytes. */
function asNumber(digits: string): Needle[] {
  const [little, big] = [Buffer.alloc(8), Buffer.alloc(8)]
  little.writeBigInt64LE(BigInt(digits))
  big.writeBigInt64BE(BigInt(digits))
  const groups = digits.padStart(Math.ceil(digits.length / 4) * 4, '0').match(/\d{4}/g) ?? []
  const numeric = Buffer.alloc(groups.length * 2)
  for (const [n, group] of groups.entries()) numeric.writeInt16LE(Number(group), n * 2)
  return [
    { name: 'bigint', bytes: little },
    { name: 'bigint, the other way round', bytes: big },
    { name: 'numeric', bytes: numeric },
  ]
}

/** There are so few card numbers that a hash without a key is as good as the number. */
function digests(digits: string): Needle[] {
  return ['md5', 'sha1', 'sha256'].flatMap((algorithm) => {
    const bytes = createHash(algorithm).update(digits).digest()
    return [
      { name: algorithm, bytes },
      { name: `${algorithm} in hex`, bytes: Buffer.from(bytes.toString('hex')) },
      { name: `${algorithm} in base64`, bytes: Buffer.from(bytes.toString('base64').slice(0, 20)) },
    ]
  })
}

export function findNeedles(bytes: Buffer, needles: readonly Needle[]): string[] {
  return needles.filter((needle) => bytes.includes(needle.bytes)).map(({ name }) => name)
}

const NEAR = 512

/**
 * A security code is too short for a byte search: any four digits occur somewhere. It is found as a separate word, as
 * in a log, a text or JSON; and anywhere near the letters `cvc`, whatever touches it, because jsonb lays names and
 * values side by side without a mark in between.
 */
export function findCode(bytes: Buffer, code: string): string[] {
  const found = new Set<string>()
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 1)) {
    const end = at + code.length
    if (!isWordByte(bytes[at - 1]) && !isWordByte(bytes[end])) found.add('code as a word')
    const around = bytes.subarray(Math.max(0, at - NEAR), end + NEAR).toString('latin1')
    if (/cvc|security_code/i.test(around)) found.add('code near cvc')
  }
  return [...found]
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && /[0-9A-Za-z]/.test(String.fromCharCode(byte))
}

/** The findings from `look` in each file in a folder, as `path: finding`. */
export async function searchFolder(
  folder: string,
  look: (bytes: Buffer) => string[],
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    found.push(...look(bytes).map((what) => `${relative(folder, path)}: ${what}`))
  }
  return found
}

export async function tablesOf(client: Client): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  return tables.rows.map(({ name }) => name)
}

/** Every table's rows, as text: JSON as it is, bytes in hexadecimal digits. */
export async function rowsOf(database_url: string): Promise<Map<string, Buffer>> {
  return withServer(database_url, async (client) => {
    const rows = new Map<string, Buffer>()
    for (const name of await tablesOf(client)) {
      const result = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
      rows.set(name, Buffer.from(result.rows.map(({ text }) => text).join('\n')))
    }
    return rows
  })
}

/** The final digit that makes the whole pass the card number check. */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (const [place, digit] of digits.split('').toReversed().entries()) {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return digits + String((10 - (sum % 10)) % 10)
}
