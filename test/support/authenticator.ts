// An authenticator in software, which can also do what no browser does.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export const ORIGIN = 'https://pay.example.com'

function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(type: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(type << 5) | n])
  if (n < 256) return Buffer.from([(type << 5) | 24, n])
  return Buffer.from([(type << 5) | 25, n >> 8, n & 255])
}

const UP_UV_AT = 0x45
const UP_UV = 0x05

export interface Changes {
  origin?: string
  rp_id?: string
  flags?: number
  format?: string
  statement?: Map<unknown, unknown>
  alg?: number
  id?: Buffer
}

function authData(rp_id: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer {
  const numbers = Buffer.alloc(5)
  numbers.writeUInt8(flags, 0)
  numbers.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rp_id).digest(), numbers, rest])
}

/** An authenticator whose every part can be changed. */
export class Authenticator {
  readonly id: Buffer
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  user_handle = ''

  constructor(id: Buffer = randomBytes(16)) {
    this.id = id
  }

  create(options: { challenge: string; user: { id: string } }, changes: Changes = {}) {
    const { origin = ORIGIN, rp_id = 'pay.example.com', flags = UP_UV_AT, alg = -7 } = changes
    this.user_handle = options.user.id
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)])
    const attestation = new Map<string, unknown>([
      ['fmt', changes.format ?? 'none'],
      ['attStmt', changes.statement ?? new Map()],
      ['authData', authData(rp_id, flags, this.counter, attested)],
    ])
    return this.credential({
      clientDataJSON: clientData('webauthn.create', options.challenge, origin),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  get(options: { challenge: string }, changes: Changes = {}) {
    const { origin = ORIGIN, rp_id = 'pay.example.com', flags = UP_UV } = changes
    const clientDataJSON = clientData('webauthn.get', options.challenge, origin)
    const data = authData(rp_id, flags, this.counter)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([data, hash]), this.keys.privateKey)
    return this.credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.user_handle,
    })
  }

  private credential<T>(response: T) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  const data = { type, challenge, origin, crossOrigin: false }
  return Buffer.from(JSON.stringify(data)).toString('base64url')
}
