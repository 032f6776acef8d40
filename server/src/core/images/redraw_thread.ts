// Checks an image, decodes it and encodes its pixels again, in a thread of its own.
import { serveThread } from '#kernel/thread.ts'
import { checkImage } from './check.ts'
import { decode, encodeJpeg, loadCodecs } from './codecs.ts'
import { encodePng, type Pixels } from './encode_png.ts'
import type { Redrawn, Sent } from './redraw.ts'
import { ImageFault } from './size.ts'

serveThread<Sent, Redrawn>(async ({ type, bytes, max_bytes }) => {
  try {
    const size = checkImage(type, Buffer.from(bytes))
    // A codec that is missing says nothing about the image.
    await loadCodecs()
    const pixels = await decode(type, bytes).catch(endThread)
    if (pixels.width !== size.width || pixels.height !== size.height) {
      throw new ImageFault('has other pixels than its header says')
    }
    return { bytes: type === 'png' ? encodePng(pixels) : await smallJpeg(pixels, max_bytes) }
  } catch (error) {
    if (error instanceof ImageFault) return { fault: error.message }
    throw error
  }
})

/** A decoder that failed may be left in any state. */
function endThread(): never {
  process.exit(1)
}

const QUALITIES = [85, 70, 50] as const

/** As good as fits. */
async function smallJpeg(pixels: Pixels, max_bytes: number): Promise<Buffer> {
  const [best, ...others] = QUALITIES
  let bytes = await encodeJpeg(pixels, best)
  for (const quality of others) {
    if (bytes.length > max_bytes) bytes = await encodeJpeg(pixels, quality)
  }
  return bytes
}
