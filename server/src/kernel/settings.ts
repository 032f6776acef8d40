// An environment setting and its value parsers.
import { readFileSync } from 'node:fs'
import { classifyHost } from './addresses.ts'

export interface Setting<T> {
  readonly name: string
  readonly about: string
  readonly fallback?: string
  readonly secret?: boolean
  parse(text: string): T
}

class Unfit extends Error {}

export function text(pattern: RegExp, wanted: string) {
  return (value: string): string => {
    if (!pattern.test(value)) throw new Unfit(`must be ${wanted}`)
    return value
  }
}

export function oneOf<const T extends string>(...choices: T[]) {
  return (value: string): T => {
    const found = choices.find((choice) => choice === value)
    if (found === undefined) throw new Unfit(`must be one of ${choices.join(', ')}`)
    return found
  }
}

export function isYes(value: string): boolean {
  return oneOf('yes', 'no')(value) === 'yes'
}

export function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Unfit(`must be a whole number from ${min} to ${max}`)
    }
    return number
  }
}

/** A decimal number from 0 to 1. */
export function share(value: string): number {
  const number = Number(value)
  if (!/^\d*\.?\d+$/.test(value) || number > 1) throw new Unfit('must be a number from 0 to 1')
  return number
}

/** `name=value` pairs, separated by commas; values are percent-encoded. */
export function headers(value: string): Record<string, string> {
  const pairs = value.split(',').map((part) => {
    const [, name = '', text = ''] = /^\s*([\w-]{1,100})=([\x21-\x7e]{1,2000})\s*$/.exec(part) ?? []
    const decoded = decode(text)
    if (decoded === '') {
      throw new Unfit('must be name=value pairs, separated by commas, with percent-encoded values')
    }
    return [name, decoded]
  })
  return Object.fromEntries(pairs)
}

/** Empty if it is malformed, or no header value. */
function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    return /^[\x20-\x7e]+$/.test(decoded) ? decoded : ''
  } catch {
    return ''
  }
}

export function address(...protocols: string[]) {
  return (value: string): string => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Unfit(
        `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      )
    }
    return value
  }
}

export function secrets(value: string): [newest: Buffer, ...older: Buffer[]] {
  const [newest = '', ...older] = value.split(',').map((part) => part.trim())
  if ([newest, ...older].some((each) => !/^[0-9a-f]{64}$/i.test(each))) {
    throw new Unfit(
      'must be 64 hexadecimal digits, or several secrets separated by commas; make one with: npx florin-server secret',
    )
  }
  return [Buffer.from(newest, 'hex'), ...older.map((each) => Buffer.from(each, 'hex'))]
}

/** One value or several, separated by commas. */
export function list<T>(parse: (value: string) => T) {
  return (value: string): T[] => value.split(',').map((part) => parse(part.trim()))
}

/** A key in the environment, or one that AWS KMS decrypts at the start. */
export interface VaultKey {
  readonly id: string
  readonly key: Buffer | EncryptedKey
}

export interface EncryptedKey {
  readonly service: typeof AWS_KMS
  readonly ciphertext: Buffer
}

export const AWS_KMS = 'aws-kms'

export function vaultKeys(value: string): VaultKey[] {
  return value.split(',').map((part) => {
    const [id = '', ...rest] = part.trim().split(':')
    const [digits = '', ciphertext = ''] = rest
    const isPlain = rest.length === 1 && /^[0-9a-f]{64}$/i.test(digits)
    const isEncrypted = digits === AWS_KMS && /^[A-Za-z0-9+/]{100,}={0,2}$/.test(ciphertext)
    if (!/^[a-z0-9_-]{1,32}$/.test(id) || !(isPlain || isEncrypted)) {
      throw new Unfit(
        `must be id:64 hexadecimal digits or id:${AWS_KMS}:base64, separated by commas`,
      )
    }
    if (isPlain) return { id, key: Buffer.from(digits, 'hex') }
    return { id, key: { service: AWS_KMS, ciphertext: Buffer.from(ciphertext, 'base64') } }
  })
}

export function setting<T>(row: Setting<T>): Setting<T> {
  return row
}

export function optional<T>(parse: (value: string) => T) {
  return (value: string): T | undefined => (value === '' ? undefined : parse(value))
}

/** A secret can be in a file, which `NAME_FILE` names: files can be mounted, and do not show in a process list. */
function fromFile(env: Readonly<Record<string, string | undefined>>, name: string) {
  const path = env[`${name}_FILE`]
  if (path === undefined || path === '') return env[name]
  if (env[name]) throw new Unfit(`and ${name}_FILE are both set: set one of them`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Unfit(`could not be read from ${name}_FILE: ${(error as Error).message}`)
  }
}

export class ConfigError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length} mistake(s):\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

/** A limit in requests per clock minute. */
export function ratePerMinute(name: string, fallback: number, about: string): Setting<number> {
  return setting({ name, about, fallback: String(fallback), parse: integer(1, 10_000_000) })
}

/** The values in a settings table, and the errors: an invalid setting has no value. */
export function parseSettings(
  settings: Readonly<Record<string, Setting<unknown>>>,
  env: Readonly<Record<string, string | undefined>>,
): { values: Record<string, unknown>; mistakes: string[] } {
  const values: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const [key, row] of Object.entries(settings)) {
    try {
      const given = (row.secret ? fromFile(env, row.name) : env[row.name]) ?? row.fallback
      if (given === undefined) throw new Unfit(`is missing. ${row.about}`)
      values[key] = row.parse(given)
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      mistakes.push(`${row.name} ${error.message}`)
    }
  }
  return { values, mistakes }
}

/**
 * TLS that proves which server answers, or a server on this machine: by its name, its address, or a socket file.
 * PostgreSQL's verify-full mode is the only one that checks the certificate and the host name.
 */
export function isVerified(url: string | undefined): boolean {
  if (url === undefined) return true
  const { protocol, hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  if (host === '' || host.startsWith('/') || classifyHost(host) === 'loopback') return true
  const modes = searchParams.getAll('sslmode')
  const isFull = modes.length > 0 && modes.every((mode) => mode === 'verify-full')
  return protocol === 'rediss:' || protocol === 'https:' || isFull
}
