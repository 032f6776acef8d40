export interface Size {
  readonly width: number
  readonly height: number
}

/** Why an image is refused: a sentence about it, without its subject. */
export class ImageFault extends Error {}

/** A small file can unpack to far more than it shows. To check, decode and encode as many takes about 200 ms at worst. */
const MAX_PIXELS = 500_000
const MAX_SIDE = 10_000

export function checkSize({ width, height }: Size): Size {
  if (width === 0 || height === 0) throw new ImageFault('has no pixels')
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    const wanted = 'at most 500,000 are allowed, such as 1000 × 500'
    throw new ImageFault(`has ${width} × ${height} pixels, and ${wanted}`)
  }
  return { width, height }
}
