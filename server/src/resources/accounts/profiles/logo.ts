// The logo on hosted pages and invoices, as stored.
import { type ImageType, imageTypes } from '#core/images/check.ts'
import { redrawImage } from '#core/images/redraw.ts'
import { ContainedFailure } from '#kernel/contained_process.ts'
import { Failure } from '#errors.ts'
import { MAX_LOGO } from './schema.ts'

const IMAGE = new RegExp(`^data:image/(${imageTypes.join('|')});base64,(.+)$`)

/** A logo that the server reads itself. Other formats, and addresses, are read by browsers alone. */
export function parseImage(logo: string | null | undefined) {
  const [, type, base64] = IMAGE.exec(logo ?? '') ?? []
  if (base64 === undefined) return undefined
  return { type: type as ImageType, bytes: Buffer.from(base64, 'base64') }
}

/** Decoded size of the longest logo. */
const MAX_BYTES = Math.floor((MAX_LOGO - 'data:image/jpeg;base64,'.length) / 4) * 3

interface WithLogo {
  readonly payment_link_config?: { readonly logo?: string | null } | null
}

/** The input with a PNG or JPEG drawn again, unless it is the stored one: a JPEG loses a little each time. */
export async function withDrawnLogo<Input extends WithLogo>(
  input: Input,
  stored?: () => Promise<WithLogo>,
): Promise<Input> {
  const { payment_link_config: config } = input
  const image = parseImage(config?.logo)
  if (image === undefined) return input
  const current = await stored?.()
  if (current?.payment_link_config?.logo === config?.logo) return input
  const drawn = await redrawImage({ ...image, max_bytes: MAX_BYTES }).catch(undecodable)
  if ('fault' in drawn) throw wrongLogo(drawn.fault)
  const base64 = Buffer.from(drawn.bytes).toString('base64')
  const logo = `data:image/${image.type};base64,${base64}`
  return { ...input, payment_link_config: { ...config, logo } }
}

const FIELD = 'payment_link_config.logo'

/** The image has ended its decoder. One that had no turn, or not enough time, may be sound. */
function undecodable(error: unknown): { fault: string } {
  if (error instanceof ContainedFailure && error.reason === 'died')
    return { fault: 'cannot be decoded' }
  throw error
}

function wrongLogo(why: string): Failure {
  return new Failure('IR_04', `\`${FIELD}\` ${why}.`, { field: FIELD })
}
