import { crc32, inflateSync } from 'node:zlib'
import { checkSize, ImageFault, type Size } from './size.ts'

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

interface Header extends Size {
  readonly bits: number
  readonly color: number
  readonly is_interlaced: boolean
}

/** For each color type: the allowed bits per channel, and the number of channels. */
const colors: Readonly<
  Record<number, { readonly bits: readonly number[]; readonly channels: number }>
> = {
  0: { bits: [1, 2, 4, 8, 16], channels: 1 },
  2: { bits: [8, 16], channels: 3 },
  3: { bits: [1, 2, 4, 8], channels: 1 },
  4: { bits: [8, 16], channels: 2 },
  6: { bits: [8, 16], channels: 4 },
}

const PALETTE = 3

export function checkPng(bytes: Buffer): Size {
  const chunks = splitChunks(bytes)
  const header = parseHeader(chunks)
  checkPalette(chunks, header)
  checkPixels(chunks, header)
  return { width: header.width, height: header.height }
}

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** Each is inside the file and has its checksum; nothing follows the last one. */
function splitChunks(bytes: Buffer): Chunk[] {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new ImageFault('is no PNG')
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    const length = at + 12 <= bytes.length ? bytes.readUInt32BE(at) : Infinity
    if (length > bytes.length - at - 12) throw new ImageFault('ends inside a chunk')
    const named = bytes.subarray(at + 4, at + 8 + length)
    if (crc32(named) !== bytes.readUInt32BE(at + 8 + length)) {
      throw new ImageFault('has a chunk with a wrong checksum')
    }
    const type = named.toString('latin1', 0, 4)
    // An upper-case letter means that a decoder must know the chunk.
    if (!/^[A-Za-z]{4}$/.test(type) || (/^[A-Z]/.test(type) && !CRITICAL.has(type))) {
      throw new ImageFault('has an unknown chunk')
    }
    chunks.push({ type, data: named.subarray(4) })
    at += 12 + length
  }
  const isEnded = chunks.findIndex(({ type }) => type === 'IEND') === chunks.length - 1
  if (!isEnded || chunks.at(-1)?.data.length !== 0) throw new ImageFault('does not end with IEND')
  return chunks
}

function parseHeader(chunks: readonly Chunk[]): Header {
  const [first] = chunks
  const isAlone = chunks.findLastIndex(({ type }) => type === 'IHDR') === 0
  if (!isAlone || first?.data.length !== 13) throw new ImageFault('needs one header, at its start')
  const { data } = first
  const size = checkSize({ width: data.readUInt32BE(0), height: data.readUInt32BE(4) })
  const [bits = 0, color = 0, compression, filter, interlace = 0] = data.subarray(8)
  const isKnown = colors[color]?.bits.includes(bits) && compression === 0 && filter === 0
  if (!isKnown || interlace > 1) throw new ImageFault('has a header with unknown values')
  return { ...size, bits, color, is_interlaced: interlace === 1 }
}

function checkPalette(chunks: readonly Chunk[], { color }: Header): void {
  const palettes = chunks.filter(({ type }) => type === 'PLTE')
  const [palette] = palettes
  if (color === PALETTE && palette === undefined) throw new ImageFault('has no palette')
  if (palettes.length > 1) throw new ImageFault('has more than one palette')
  const { length } = palette?.data ?? { length: 3 }
  if (length === 0 || length % 3 !== 0 || length > 768) throw new ImageFault('has a wrong palette')
}

/** The pixels unpack to exactly the rows that the header promises, and each row has a known filter. */
function checkPixels(chunks: readonly Chunk[], header: Header): void {
  const first = chunks.findIndex(({ type }) => type === 'IDAT')
  const last = chunks.findLastIndex(({ type }) => type === 'IDAT')
  const parts = chunks.slice(first, last + 1)
  if (first < 0 || parts.some(({ type }) => type !== 'IDAT')) {
    throw new ImageFault('needs its pixels in one place')
  }
  const rows = listRows(header)
  const length = rows.reduce((sum, { bytes, count }) => sum + bytes * count, 0)
  const pixels = inflate(Buffer.concat(parts.map(({ data }) => data)), length)
  if (pixels.length !== length) throw new ImageFault('has fewer pixels than its header says')
  let at = 0
  for (const { bytes, count } of rows) {
    for (let n = 0; n < count; n++, at += bytes) {
      if ((pixels[at] ?? 255) > 4) throw new ImageFault('has a row with an unknown filter')
    }
  }
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength })
  } catch {
    throw new ImageFault('has pixels that cannot be unpacked')
  }
}

interface Rows {
  /** Bytes per row, including its filter. */
  readonly bytes: number
  readonly count: number
}

/** Starts and distances of the seven passes in an interlaced image. */
const passes = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]
const whole = [{ x: 0, y: 0, dx: 1, dy: 1 }]

function listRows({ width, height, bits, color, is_interlaced }: Header): Rows[] {
  const pixel_bits = bits * (colors[color]?.channels ?? 1)
  return (is_interlaced ? passes : whole).flatMap(({ x, y, dx, dy }) => {
    const columns = Math.ceil((width - x) / dx)
    const count = Math.ceil((height - y) / dy)
    if (columns <= 0 || count <= 0) return []
    return [{ bytes: 1 + Math.ceil((columns * pixel_bits) / 8), count }]
  })
}
