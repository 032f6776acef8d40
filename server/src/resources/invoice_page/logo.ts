// The logo of a seller as an image for the PDF. Only one that is part of the settings is printed: fetching another one
// would call an address that the merchant chose.

/** A small file can unpack to far more than it shows. */
const MAX_PIXELS = 1_000_000

export function logoBytes(logo: string | null): Buffer | undefined {
  const [, type, base64] = /^data:image\/(png|jpeg);base64,(.+)$/.exec(logo ?? '') ?? []
  if (type === undefined || base64 === undefined) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const size = type === 'png' ? pngSize(bytes) : jpegSize(bytes)
  const isSmall = size !== undefined && size.width > 0 && size.width * size.height <= MAX_PIXELS
  return isSmall ? bytes : undefined
}

interface Size {
  width: number
  height: number
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG)) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** In the first frame header; the segments before it have their lengths. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const segment = bytes.readUInt16BE(at)
    if (segment < 0xff01) return undefined
    const isFrame =
      segment >= 0xffc0 && segment <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(segment)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}
