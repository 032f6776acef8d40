import assert from 'node:assert/strict'
import { deflateSync } from 'node:zlib'
import { test } from 'node:test'
import { hostilePngs, png, pngChunk, pngHeader, pngOf, pngRows } from '#testing/images.ts'
import { checkImage, type ImageType } from './check.ts'
import { decode, encodeJpeg } from './codecs.ts'
import { encodePng, type Pixels } from './encode_png.ts'
import { redrawImage } from './redraw.ts'

const redraw = (type: ImageType, bytes: Buffer) =>
  redrawImage({ type, bytes, max_bytes: 1_000_000 })

for (const [name, bytes] of Object.entries(hostilePngs)) {
  test(`an image with ${name} is refused, and the next one is drawn`, async () => {
    assert.ok('fault' in (await redraw('png', bytes)))
    assert.ok('bytes' in (await redraw('png', png(3, 5))))
  })
}

const header = pngHeader(4, 4)
const rows = pngRows(Buffer.alloc(4 * 17))
const [ihdr, idat] = ['IHDR', 'IDAT'].map((name) => pngChunk(name, Buffer.alloc(0)))
const faults: [string, Buffer][] = [
  ['is no PNG', Buffer.from('GIF89a')],
  ['ends inside a chunk', png(4, 4).subarray(0, 50)],
  ['has a chunk with a wrong checksum', flipped(png(4, 4), 30)],
  ['has an unknown chunk', pngOf(header, pngChunk('ABCD', Buffer.alloc(1)), rows)],
  ['does not end with IEND', Buffer.concat([png(4, 4), pngChunk('tEXt', Buffer.alloc(1))])],
  ['does not end with IEND', png(4, 4).subarray(0, -12)],
  ['needs one header, at its start', pngOf(rows, header)],
  ['needs one header, at its start', pngOf(ihdr ?? header, rows)],
  ['has no pixels', pngOf(pngHeader(0, 4), rows)],
  [
    'has 1001 × 500 pixels, and at most 500,000 are allowed, such as 1000 × 500',
    pngOf(pngHeader(1001, 500), rows),
  ],
  ['has a header with unknown values', pngOf(pngHeader(4, 4, 5), rows)],
  ['has no palette', pngOf(pngHeader(4, 4, 3), rows)],
  ['has a wrong palette', pngOf(header, pngChunk('PLTE', Buffer.alloc(4)), rows)],
  ['needs its pixels in one place', pngOf(header, rows, pngChunk('tEXt', Buffer.alloc(1)), rows)],
  ['needs its pixels in one place', pngOf(header)],
  ['has pixels that cannot be unpacked', pngOf(header, idat ?? rows)],
  ['has pixels that cannot be unpacked', pngOf(header, pngRows(Buffer.alloc(10_000_000)))],
  ['has fewer pixels than its header says', pngOf(header, pngRows(Buffer.alloc(4 * 16)))],
  ['has a row with an unknown filter', pngOf(header, pngRows(Buffer.alloc(4 * 17, 5)))],
]

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 1
  return other
}

for (const [fault, bytes] of faults) {
  test(`a PNG that ${fault} (${bytes.length} bytes) is refused for that`, async () => {
    assert.deepEqual(await redraw('png', bytes), { fault })
  })
}

/** Many colors, or two; some pixels without color. */
function drawing(width: number, height: number, colors: number, alpha: number): Pixels {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let n = 0; n < width * height; n++) {
    const shade = n % colors
    data.set([shade & 255, (shade * 7) & 255, (shade >> 4) & 255, n % 3 ? 255 : alpha], 4 * n)
  }
  return { data, width, height }
}

for (const [name, pixels] of [
  ['a few colors', drawing(33, 17, 3, 255)],
  ['a few colors and shades', drawing(33, 17, 3, 128)],
  ['many colors', drawing(61, 40, 5_000, 255)],
  ['many colors and shades', drawing(61, 40, 5_000, 100)],
] as const) {
  test(`a PNG with ${name} has the same pixels after it was drawn again`, async () => {
    const redrawn = await redraw('png', encodePng(pixels))

    assert.ok('bytes' in redrawn)
    const { data, width, height } = await decode('png', redrawn.bytes)
    assert.deepEqual([width, height], [pixels.width, pixels.height])
    assert.deepEqual(Buffer.from(data), Buffer.from(pixels.data))
  })
}

test('everything but the pixels is left out', async () => {
  const text = pngChunk('tEXt', Buffer.from('Comment\0<script>'))
  const redrawn = await redraw('png', pngOf(header, text, rows, pngChunk('eXIf', Buffer.alloc(9))))

  assert.ok('bytes' in redrawn)
  assert.ok(!Buffer.from(redrawn.bytes).includes('script'))
  assert.ok(!Buffer.from(redrawn.bytes).includes('eXIf'))
})

test('an interlaced PNG is drawn', async () => {
  const interlaced = Buffer.from(header)
  interlaced[20] = 1
  const data = interlaced.subarray(8, 21)
  // 4 × 4 pixels in the passes 1, 4, 5, 6 and 7.
  const passes = Buffer.alloc(5 + 5 + 9 + 2 * 9 + 2 * 17)
  const sound = pngOf(pngChunk('IHDR', data), pngChunk('IDAT', deflateSync(passes)))

  assert.ok('bytes' in (await redraw('png', sound)))
})

test('a JPEG is drawn again with its size, and one that is cut off or has no scan is refused', async () => {
  const jpeg = await encodeJpeg(drawing(40, 30, 5_000, 255), 90)
  const redrawn = await redraw('jpeg', jpeg)

  assert.ok('bytes' in redrawn)
  assert.deepEqual(checkImage('jpeg', Buffer.from(redrawn.bytes)), { width: 40, height: 30 })
  assert.deepEqual(await redraw('jpeg', jpeg.subarray(0, -2)), { fault: 'ends inside its pixels' })
  assert.deepEqual(await redraw('jpeg', jpeg.subarray(0, 12)), { fault: 'ends inside a segment' })
  assert.deepEqual(await redraw('jpeg', Buffer.from('ffd8ffd9', 'hex')), { fault: 'has no pixels' })
  assert.deepEqual(await redraw('jpeg', png(4, 4)), { fault: 'is no JPEG' })
})

test('an image that stays too large is refused with its size', async () => {
  const bytes = encodePng(drawing(300, 300, 90_000, 255))
  const redrawn = await redrawImage({ type: 'png', bytes, max_bytes: 100 })

  assert.ok('fault' in redrawn)
  assert.match(
    redrawn.fault,
    /^takes \d+ bytes when it is encoded again, and at most 100 are allowed/,
  )
})
