// The logo of a seller as an image for the PDF. Only one that is part of the settings is printed: fetching another one
// would call an address that the merchant chose.
import { checkImage } from '#core/images/check.ts'
import { parseImage } from '#resources/accounts/profiles/logo.ts'

/** Checked again: a logo of an earlier release was stored as it was sent. */
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
