// A seller's logo as an image for the PDF. Only a logo stored in the settings is printed: fetching another one would
// call an address that the merchant chose.
import { checkImage } from '#core/images/check.ts'
import { parseImage } from '#resources/accounts/profiles/logo.ts'

/** Checked again: earlier releases stored logos as they were sent. */
export function logoBytes(logo: string | null): Buffer | undefined {
  const image = parseImage(logo)
  if (image === undefined) return undefined
  try {
    checkImage(image.type, image.bytes)
    return image.bytes
  } catch {
    return undefined
  }
}
