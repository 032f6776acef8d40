// Images for tests: sound ones, and those that have stopped a decoder.
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)])
}

/** 8 bits per channel; type 6 is RGBA, 2 RGB. */
export function pngHeader(width: number, height: number, color = 6): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, color], 8)
  return pngChunk('IHDR', header)
}

export function pngOf(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks, pngChunk('IEND', Buffer.alloc(0))])
}

/** Each row: a filter, then four bytes for each pixel. */
export function pngRows(rows: Buffer): Buffer {
  return pngChunk('IDAT', deflateSync(rows))
}

/** In one color. */
export function png(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(4 * width, 0x7f)])
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return pngOf(pngHeader(width, height), pngRows(rows))
}

const header = pngHeader(4, 4)
const rows = pngRows(Buffer.alloc(4 * 17))

/** A length of -12 as a signed number: the next chunk begins where this one does. */
const looping = Buffer.concat([
  Buffer.from('fffffff4', 'hex'),
  Buffer.from('abcd'),
  Buffer.alloc(4),
])

/** Each has made a process exit or loop. */
export const hostilePngs: Readonly<Record<string, Buffer>> = {
  'pixels that are no zlib stream': pngOf(header, pngChunk('IDAT', Buffer.from('no stream'))),
  'a row with filter 9': pngOf(header, pngRows(Buffer.alloc(4 * 17, 9))),
  'a second header, of 2^31 pixels': pngOf(header, pngHeader(2 ** 31 - 1, 2 ** 31 - 1), rows),
  'a chunk that ends before it begins': pngOf(header, looping),
}

export function dataUrl(bytes: Uint8Array, type = 'png'): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
}
