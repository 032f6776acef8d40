// Programs and libraries in a folder: for which machine they are, and which loader they name.
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Elf {
  readonly path: string
  /** 62 is x86-64, 183 is AArch64. */
  readonly machine: number
  readonly loader: string | undefined
}

export function findElf(folder: string): Elf[] {
  return globSync('**/*', { cwd: folder })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
    .filter(({ bytes }) => bytes.toString('latin1', 0, 4) === '\x7fELF')
    .map(({ path, bytes }) => ({ path, machine: bytes.readUInt16LE(18), loader: loaderIn(bytes) }))
}

const PT_INTERP = 3

/** 64 bits, little-endian, as both architectures are. */
function loaderIn(bytes: Buffer): string | undefined {
  const table = Number(bytes.readBigUInt64LE(32))
  const size = bytes.readUInt16LE(54)
  const starts = Array.from({ length: bytes.readUInt16LE(56) }, (_, n) => table + n * size)
  const found = starts.find((start) => bytes.readUInt32LE(start) === PT_INTERP)
  if (found === undefined) return undefined
  const from = Number(bytes.readBigUInt64LE(found + 8))
  const length = Number(bytes.readBigUInt64LE(found + 32))
  return bytes.toString('latin1', from, from + length - 1)
}
