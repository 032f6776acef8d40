// Images, as the process that draws them again reads them.
import { crc32 } from 'node:zlib'
import type { ImageType } from '#core/images/check.ts'
import { encodeJpeg } from '#core/images/codecs.ts'
import { draw } from '#core/images/draw.ts'
import {
  hostilePngs,
  png as plainPng,
  pngChunk,
  pngHeader,
  pngOf,
  pngRows,
} from '#testing/images.ts'
import { mutate, samples } from '../mutate.ts'
import type { Parser } from '../parsers.ts'
import type { Random } from '../random.ts'

/** Decoded size of the longest logo. */
const MAX_BYTES = 24_558

async function isDrawn(type: ImageType, bytes: Buffer): Promise<boolean> {
  return 'bytes' in (await draw({ type, bytes, max_bytes: MAX_BYTES }))
}

/** Without it, nearly every change would be found by a checksum and by nothing else. */
function withChecksums(bytes: Buffer): Buffer {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) break
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end)
    at = end + 4
  }
  return bytes
}

const BITS_AT = 16
const INTERLACE_AT = 20

/** Two bits for each of 8 × 8 pixels, interlaced. */
function indexedPng(): Buffer {
  const header = Buffer.from(pngHeader(8, 8, 3))
  header[BITS_AT] = 2
  header[INTERLACE_AT] = 1
  const palette = pngChunk('PLTE', Buffer.alloc(12, 0x40))
  const alpha = pngChunk('tRNS', Buffer.from([0, 128]))
  return withChecksums(pngOf(header, palette, alpha, pngRows(Buffer.alloc(45))))
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Any header, with as many rows as it asks for, filled with noise that takes few bytes. */
function anyPng(random: Random): Buffer {
  const color = random.pick([0, 2, 3, 4, 6])
  const bits = random.pick([1, 2, 4, 8, 8, 8, 16])
  const side = random.chance(0.01) ? 1_000 : 40
  const [width, height] = [1 + random.below(side), 1 + random.below(side)]
  const header = Buffer.from(pngHeader(width, height, color))
  header[BITS_AT] = bits
  header[INTERLACE_AT] = random.below(2)
  const stride = 1 + Math.ceil((width * (CHANNELS[color] ?? 1) * bits) / 8)
  const noise = Buffer.from(Array.from({ length: 997 }, () => random.below(256)))
  const rows = Buffer.alloc(height * stride, noise)
  for (let at = 0; at < rows.length; at += stride) rows[at] = random.below(5)
  const palette = pngChunk('PLTE', Buffer.alloc(3 * (1 + random.below(256)), noise))
  return withChecksums(pngOf(header, ...(color === 3 ? [palette] : []), pngRows(rows)))
}

const pngs = samples(
  [plainPng(4, 4), plainPng(33, 7), indexedPng(), ...Object.values(hostilePngs)],
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'iCCP', 'acTL', 'fcTL', 'fdAT', 'zTXt'],
  MAX_BYTES,
)

export const png: Parser = {
  next(random) {
    if (random.chance(0.2)) return anyPng(random)
    const bytes = mutate(random, pngs)
    return random.chance(0.9) ? withChecksums(bytes) : bytes
  },
  parse: (bytes) => isDrawn('png', bytes),
}

/** Noise that grows towards a corner. */
async function drawJpeg(width: number, height: number, quality: number): Promise<Buffer> {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let n = 0; n < data.length; n++) {
    data[n] = 128 + ((Math.imul(n, 2_654_435_761) >>> 24) * n) / data.length
  }
  return encodeJpeg({ data, width, height }, quality)
}

/** 16 × 16 pixels in several scans, which our encoder does not make. */
const progressive = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wEEEAAbABsAGwAbABwAGwAeACEAIQAeACoALQAoAC0AKgA9ADgAMwAzADgA',
    'PQBdAEIARwBCAEcAQgBdAI0AWABnAFgAWABnAFgAjQB9AJcAewBzAHsAlwB9AOAAsACcAJwAsADgAQMA2QDOANkB',
    'AwE6ARkBGQE6AYsBdwGLAgQCBAK2EQAbABsAGwAbABwAGwAeACEAIQAeACoALQAoAC0AKgA9ADgAMwAzADgAPQBd',
    'AEIARwBCAEcAQgBdAI0AWABnAFgAWABnAFgAjQB9AJcAewBzAHsAlwB9AOAAsACcAJwAsADgAQMA2QDOANkBAwE6',
    'ARkBGQE6AYsBdwGLAgQCBAK2/8IAEQgAEAAQAwEiAAIRAQMRAf/EACcAAQEAAAAAAAAAAAAAAAAAAAEEAQEAAAAA',
    'AAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAACluT//xAAZEAACAwEAAAAAAAAAAAAAAAAAAQIDEhP/2gAIAQEAAT8A',
    '4sVZlxMxZ//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Af//EABURAQEAAAAAAAAAAAAAAAAAAACh/9oA',
    'CAEDAQE/AK//2Q==',
  ].join(''),
  'base64',
)

const segments = ['c0', 'c2', 'c4', 'd8', 'd9', 'da', 'db', 'dd', 'e1', '00'].map((code) =>
  Buffer.from(`ff${code}`, 'hex').toString('latin1'),
)
const small = samples(
  [await drawJpeg(16, 16, 80), await drawJpeg(90, 20, 30), progressive],
  segments,
  MAX_BYTES,
)
const large = samples(
  [await drawJpeg(700, 700, 8), await drawJpeg(1_000, 500, 5)],
  segments,
  MAX_BYTES,
)

export const jpeg: Parser = {
  next: (random) => mutate(random, random.chance(0.01) ? large : small),
  parse: (bytes) => isDrawn('jpeg', bytes),
}
