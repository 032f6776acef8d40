import { checkSize, ImageFault, type Size } from './size.ts'

/** Baseline, extended and progressive, with Huffman codes: what browsers show. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const OTHER_FRAMES: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])
const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/** Each scan in a progressive image is a pass over all its pixels. */
const MAX_SCANS = 20

export function checkJpeg(bytes: Buffer): Size {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + START) {
    throw new ImageFault('is no JPEG')
  }
  let size: Size | undefined
  let scans = 0
  for (let at = 2; ; ) {
    const code = codeAt(bytes, at)
    if (code === END) break
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : Infinity
    if (length < 2 || at + 2 + length > bytes.length) throw new ImageFault('ends inside a segment')
    const segment = bytes.subarray(at + 4, at + 2 + length)
    at += 2 + length
    if (OTHER_FRAMES.has(code)) throw new ImageFault('has an encoding that is not supported')
    if (FRAMES.has(code)) {
      if (size) throw new ImageFault('has more than one header')
      size = checkFrame(segment)
    }
    if (code !== SCAN) continue
    if (!size || ++scans > MAX_SCANS) throw new ImageFault('has a wrong number of scans')
    at = endOfScan(bytes, at)
  }
  if (!size || scans === 0) throw new ImageFault('has no pixels')
  return size
}

function codeAt(bytes: Buffer, at: number): number {
  const code = bytes[at + 1]
  const isMarker = bytes[at] === 0xff && code !== undefined && code >= 0xc0 && code <= 0xfe
  if (!isMarker || code === START || isRestart(code)) {
    throw new ImageFault('has a segment that is none')
  }
  return code
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7
}

/** Grey or three colors, eight bits each. */
function checkFrame(segment: Buffer): Size {
  const [bits, , , , , components = 0] = segment
  if (segment.length !== 6 + 3 * components) throw new ImageFault('has a wrong header')
  if (bits !== 8 || (components !== 1 && components !== 3)) {
    throw new ImageFault('is not in grey or RGB with 8 bits')
  }
  for (let n = 0; n < components; n++) {
    const sampling = segment[6 + 3 * n + 1] ?? 0
    const [x, y] = [sampling >> 4, sampling & 15]
    if (x < 1 || x > 4 || y < 1 || y > 4) throw new ImageFault('has a wrong header')
  }
  return checkSize({ height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) })
}

/** The next marker that is no restart and no escaped 0xff. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  throw new ImageFault('ends inside its pixels')
}
