// The checksum file, in `sha256sum`'s format, and its Ed25519 signature, which `openssl` verifies.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const SUMS = 'SHA256SUMS'
export const SIGNATURE = 'SHA256SUMS.sig'
export const PUBLIC_KEY = 'release.pub'

const UNLISTED: readonly string[] = [SUMS, SIGNATURE, PUBLIC_KEY]

/** Writes each file's checksum, their signature, and the public key. */
export function signRelease(folder: string, key: KeyObject): void {
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('The signing key must be an Ed25519 key.')
  const text = listSums(folder)
  writeFileSync(join(folder, SUMS), text)
  writeFileSync(join(folder, SIGNATURE), sign(null, Buffer.from(text), key))
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' })
  writeFileSync(join(folder, PUBLIC_KEY), pem)
}

function listSums(folder: string): string {
  const files = readdirSync(folder).filter((name) => !UNLISTED.includes(name))
  return files
    .toSorted()
    .map((name) => `${sumFile(join(folder, name))}  ${name}\n`)
    .join('')
}

function sumFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** A release's faults: the signature, a file that differs, is missing, or is not listed. */
export function verifyRelease(folder: string, public_key: KeyObject): string[] {
  const text = readFileSync(join(folder, SUMS))
  const isSigned = verify(null, text, public_key, readFileSync(join(folder, SIGNATURE)))
  if (!isSigned) return [`${SUMS} was not signed with this key`]
  const wanted = new Set(text.toString().split('\n').filter(Boolean))
  const found = new Set(listSums(folder).split('\n').filter(Boolean))
  const name = (line: string) => line.slice(line.indexOf('  ') + 2)
  return [
    ...[...wanted].filter((line) => !found.has(line)).map((line) => `${name(line)} differs`),
    ...[...found]
      .filter((line) => ![...wanted].some((each) => name(each) === name(line)))
      .map((line) => `${name(line)} is not listed`),
  ]
}

/** From a PEM file; without one, a key that exists only during this build. */
export function openKey(path: string | undefined): KeyObject {
  if (path === undefined) return generateKeyPairSync('ed25519').privateKey
  return createPrivateKey(readFileSync(path))
}
