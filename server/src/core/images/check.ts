// An image as its own bytes describe it. Everything is checked that a decoder may trust: the decoders behind this one have
// looped and crashed on less.
import { checkJpeg } from './check_jpeg.ts'
import { checkPng } from './check_png.ts'
import type { Size } from './size.ts'

export const imageTypes = ['png', 'jpeg'] as const
export type ImageType = (typeof imageTypes)[number]

/** Throws an ImageFault that says what is wrong. */
export function checkImage(type: ImageType, bytes: Buffer): Size {
  return type === 'png' ? checkPng(bytes) : checkJpeg(bytes)
}
