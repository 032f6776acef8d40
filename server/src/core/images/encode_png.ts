// Pixels as a PNG: with a palette if they have few colors, as logos do.
import { crc32, deflateSync } from 'node:zlib'
import { SIGNATURE } from './check_png.ts'
import type { Size } from './size.ts'

/** Four bytes for each pixel: red, green, blue, alpha. */
export interface Pixels extends Size {
  readonly data: Uint8Array | Uint8ClampedArray
}

const NOTHING = Buffer.alloc(0)

export function encodePng({ data, width, height }: Pixels): Buffer {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const palette = buildPalette(pixels)
  const color = palette ? 3 : isOpaque(pixels) ? 2 : 6
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, color], 8)
  const channels = { 2: 3, 3: 1, 6: 4 }[color]
  const raw = palette ? indexed(pixels, palette) : copyChannels(pixels, channels)
  const rows = palette ? unfiltered(raw, width) : filtered(raw, width * channels, channels)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(palette ? paletteChunks(palette) : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', NOTHING),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

type Palette = ReadonlyMap<number, number>

/** Its place by color; undefined if there are more than 256. All transparent pixels are one color. */
function buildPalette(pixels: Buffer): Palette | undefined {
  const palette = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 4) {
    const color = colorAt(pixels, at)
    if (palette.has(color)) continue
    if (palette.size === 256) return undefined
    palette.set(color, palette.size)
  }
  return palette
}

function colorAt(pixels: Buffer, at: number): number {
  return pixels[at + 3] === 0 ? 0 : pixels.readUInt32BE(at)
}

function paletteChunks(palette: Palette): Buffer[] {
  const colors = [...palette.keys()]
  const rgb = colors.flatMap((color) => [color >>> 24, (color >>> 16) & 255, (color >>> 8) & 255])
  const alpha = colors.map((color) => color & 255)
  const shades = alpha.every((value) => value === 255) ? [] : [chunk('tRNS', Buffer.from(alpha))]
  return [chunk('PLTE', Buffer.from(rgb)), ...shades]
}

function isOpaque(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}

function indexed(pixels: Buffer, palette: Palette): Buffer {
  const raw = Buffer.alloc(pixels.length / 4)
  for (let n = 0; n < raw.length; n++) raw[n] = palette.get(colorAt(pixels, 4 * n)) ?? 0
  return raw
}

function copyChannels(pixels: Buffer, channels: number): Buffer {
  const raw = Buffer.alloc((pixels.length / 4) * channels)
  for (let n = 0; n < pixels.length / 4; n++) {
    pixels.copy(raw, n * channels, 4 * n, 4 * n + channels)
  }
  return raw
}

function unfiltered(raw: Buffer, stride: number): Buffer {
  const rows: Buffer[] = []
  for (let at = 0; at < raw.length; at += stride) {
    rows.push(Buffer.of(0), raw.subarray(at, at + stride))
  }
  return Buffer.concat(rows)
}

/** Arguments: the pixel on the left, the one above, and the one between them. */
type Predict = (left: number, above: number, corner: number) => number

const predictions: readonly Predict[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
]

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

/** All rows with the filter that leaves the smallest differences in a sample. */
function filtered(raw: Buffer, stride: number, channels: number): Buffer {
  const height = raw.length / stride
  const step = Math.ceil(height / SAMPLE)
  const weights = predictions.map((predict) => {
    let weight = 0
    for (let y = 0; y < height; y += step) {
      weight += rowWeight(filterRow(raw, y * stride, stride, channels, predict))
    }
    return weight
  })
  const filter = weights.indexOf(Math.min(...weights))
  const predict = predictions[filter] as Predict
  const rows: Buffer[] = []
  for (let at = 0; at < raw.length; at += stride) {
    rows.push(Buffer.of(filter), filterRow(raw, at, stride, channels, predict))
  }
  return Buffer.concat(rows)
}

const SAMPLE = 50

function filterRow(
  raw: Buffer,
  at: number,
  stride: number,
  channels: number,
  predict: Predict,
): Buffer {
  const row = Buffer.alloc(stride)
  for (let n = 0; n < stride; n++) {
    const left = n >= channels ? (raw[at + n - channels] ?? 0) : 0
    const above = at > 0 ? (raw[at + n - stride] ?? 0) : 0
    const corner = at > 0 && n >= channels ? (raw[at + n - stride - channels] ?? 0) : 0
    row[n] = (raw[at + n] ?? 0) - predict(left, above, corner)
  }
  return row
}

function rowWeight(row: Buffer): number {
  let weight = 0
  for (const difference of row) weight += Math.min(difference, 256 - difference)
  return weight
}
