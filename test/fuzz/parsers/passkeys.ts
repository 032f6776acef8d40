// Browsers' passkey responses: CBOR, keys and signatures.
import type { Context } from '#kernel/context.ts'
import type { CreatedCredential, SignInCredential } from '#resources/people/passkeys/schema.ts'
import type { PasskeyRow } from '#resources/people/passkeys/store.ts'
import { verifyCreation, verifySignIn } from '#resources/people/passkeys/webauthn.ts'
import { Authenticator, ORIGIN } from '../../support/authenticator.ts'
import { mutate, samples } from '../mutate.ts'
import type { Parser } from '../parsers.ts'

const CHALLENGE = 'challenge'
const USER = 'usr_1'
const context = { public_url: ORIGIN, log: { warn: () => undefined } } as unknown as Context
const encoded = (text: string) => Buffer.from(text).toString('base64url')
const options = { challenge: encoded(CHALLENGE), user: { id: encoded(USER) } }
const authenticator = new Authenticator()
const created = authenticator.create(options) as CreatedCredential
const signed = authenticator.get(options) as SignInCredential

const attestations = samples(
  [Buffer.from(created.response.attestationObject, 'base64url')],
  ['\xa0', '\xbf', '\x9f', '\xff', '\xfb', '\x5b\xff\xff\xff\xff', 'fmt', 'x5c', 'authData'],
  6_144,
)

export const creation: Parser = {
  next: (random) => mutate(random, attestations),
  parse(bytes) {
    const response = { ...created.response, attestationObject: bytes.toString('base64url') }
    return verifyCreation(context, { ...created, response }, CHALLENGE)
  },
}

const passkey = {
  user_id: USER,
  ...(await verifyCreation(context, created, CHALLENGE)),
} as PasskeyRow

const PARTS = ['clientDataJSON', 'authenticatorData', 'signature'] as const
const parts = PARTS.map((name) =>
  samples([Buffer.from(signed.response[name], 'base64url')], ['{', '"', '\xa0', '\x30'], 1_500),
)

/** One part is changed; the first byte selects it. */
export const signIn: Parser = {
  next(random) {
    const n = random.below(PARTS.length)
    return Buffer.concat([Buffer.from([n]), mutate(random, parts[n] ?? attestations)])
  },
  parse(bytes) {
    const changed = { [PARTS[bytes[0] ?? 0] ?? '']: bytes.subarray(1).toString('base64url') }
    const response = { ...signed.response, ...changed }
    return verifySignIn(context, { ...signed, response }, CHALLENGE, passkey)
  },
}
