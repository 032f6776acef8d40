// A file as browsers download it. It is compressed once for each encoding and outside the event loop, so that no
// request costs more than sending its bytes.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'

export interface Encoded {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const SMALL = 100_000
/** The best brotli takes seconds for a megabyte. */
const BROTLI = { small: constants.BROTLI_MAX_QUALITY, large: 6 }

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => {
    const quality = bytes.length < SMALL ? BROTLI.small : BROTLI.large
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    return promisify(brotliCompress)(bytes, { params })
  },
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

export class CompressedFile {
  /** Weak, because each encoding has other bytes. */
  readonly etag: string
  /** The start of the hash, which a name can carry. */
  readonly hash: string
  private readonly bytes: Buffer
  private readonly bodies = new Map<Encoding, Promise<Buffer>>()
  private readonly encodings: readonly Encoding[]

  /** `offered`: none for what is compressed already, such as a picture. */
  constructor(content: string | Buffer, offered: readonly Encoding[] = ['br', 'gzip']) {
    this.bytes = Buffer.from(content)
    this.encodings = offered
    this.hash = createHash('sha256').update(this.bytes).digest('hex').slice(0, 16)
    this.etag = `W/"${this.hash}"`
  }

  /** In the best encoding that the header Accept-Encoding names. */
  async encode(accepted = ''): Promise<Encoded> {
    const names = new Set(accepted.split(',').flatMap(acceptedName))
    return this.as(this.encodings.find((name) => names.has(name)) ?? 'identity')
  }

  async as(encoding: Encoding): Promise<Encoded> {
    const body = this.bodies.get(encoding) ?? compress[encoding](this.bytes)
    this.bodies.set(encoding, body)
    const headers = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    return { body: await body, headers: { vary: 'accept-encoding', ...headers } }
  }
}

/** A zero quality means not acceptable. */
function acceptedName(part: string): string[] {
  const [name = '', quality = ''] = part.split(';').map((each) => each.trim())
  return /^q=0(\.0*)?$/.test(quality) ? [] : [name]
}
