export interface Size {
  readonly width: number
  readonly height: number
}

/** Why an image is refused: a sentence about it, without its subject. */
export class ImageFault extends Error {}

/** A small file can unpack to far more than it shows. */
const MAX_PIXELS = 1_000_000
const MAX_SIDE = 10_000

export function checkSize({ width, height }: Size): Size {
  if (width === 0 || height === 0) throw new ImageFault('has no pixels')
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new ImageFault(`has ${width} × ${height} pixels, and at most a million are allowed`)
  }
  return { width, height }
}
