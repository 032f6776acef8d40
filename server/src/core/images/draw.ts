// Checks an image, decodes it and encodes its pixels again.
import { checkImage } from './check.ts'
import { decode, encodeJpeg, loadCodecs } from './codecs.ts'
import { encodePng, type Pixels } from './encode_png.ts'
import type { Redrawn, Sent } from './redraw.ts'
import { ImageFault } from './size.ts'

/** A decoder that failed may be left in any state, and must not be used again. */
export class DecoderFailure extends Error {}

export async function draw({ type, bytes, max_bytes }: Sent): Promise<Redrawn> {
  try {
    const size = checkImage(type, Buffer.from(bytes))
    // A codec that is missing says nothing about the image.
    await loadCodecs()
    const pixels = await decode(type, bytes).catch((cause: unknown) => {
      throw new DecoderFailure('the decoder failed', { cause })
    })
    if (pixels.width !== size.width || pixels.height !== size.height) {
      throw new ImageFault('has other pixels than its header says')
    }
    return { bytes: type === 'png' ? encodePng(pixels) : await bestJpeg(pixels, max_bytes) }
  } catch (error) {
    if (error instanceof ImageFault) return { fault: error.message }
    throw error
  }
}

const QUALITIES = [50, 70, 85] as const

/** As good as fits. From the worst on: what does not fit at first takes the most time, and is not tried again. */
async function bestJpeg(pixels: Pixels, max_bytes: number): Promise<Buffer> {
  const [worst, ...better] = QUALITIES
  let best = await encodeJpeg(pixels, worst)
  for (const quality of better) {
    if (best.length > max_bytes) break
    const bytes = await encodeJpeg(pixels, quality)
    if (bytes.length > max_bytes) break
    best = bytes
  }
  return best
}
