// The API schemas of passkeys. The fields of a credential are named as browsers name them: `credential.toJSON()`.
import { type Static, Type } from 'typebox'
import { answer, choice, NullableTimestamp, shaped, strict, text, Timestamp } from '#http/fields.ts'
import { CHALLENGE_PATTERN } from '#resources/challenges/challenge.ts'

export const MAX_PASSKEYS = 20

export const Passkey = answer('Passkey', {
  passkey_id: Type.String(),
  name: Type.String(),
  is_synced: Type.Boolean({
    description: 'Whether it is stored in an account, and so on several devices.',
  }),
  created: Timestamp,
  last_used_at: NullableTimestamp,
})
export type Passkey = Static<typeof Passkey>

export const Passkeys = answer('Passkeys', {
  count: Type.Integer(),
  data: Type.Array(Passkey),
})
export type Passkeys = Static<typeof Passkeys>

export const DeletedPasskey = answer('DeletedPasskey', {
  passkey_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedPasskey = Static<typeof DeletedPasskey>

/** Passed to the browser as it is. */
export const CreationOptions = Type.Unsafe<object>({
  type: 'object',
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`.',
  additionalProperties: true,
})

export const SignInChallenge = answer('PasskeyChallenge', {
  challenge_id: Type.String(),
  options: Type.Unsafe<object>({
    type: 'object',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.',
    additionalProperties: true,
  }),
})
export type SignInChallenge = Static<typeof SignInChallenge>

function base64url(max: number) {
  return shaped(`^[A-Za-z0-9_-]{1,${max}}$`, `base64url of at most ${max} characters`)
}

/** An id has at most 1023 bytes. */
const CredentialId = base64url(1_364)

/** What browsers add and nothing here reads. New browsers may add more. */
const OPEN = { additionalProperties: true, maxProperties: 20 }
const Extensions = Type.Optional(Type.Unsafe<object>({ type: 'object', ...OPEN }))
const Attachment = Type.Optional(Type.Unsafe<'platform' | 'cross-platform'>(text(32)))

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: choice('public-key'),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
}

const CreatedCredential = strict({
  ...credential,
  response: Type.Object(
    {
      clientDataJSON: base64url(4_096),
      attestationObject: base64url(8_192),
      transports: Type.Optional(Type.Array(text(32), { maxItems: 10 })),
      authenticatorData: Type.Optional(base64url(8_192)),
      publicKey: Type.Optional(base64url(4_096)),
    },
    OPEN,
  ),
})
export type CreatedCredential = Static<typeof CreatedCredential>

const SignInCredential = strict({
  ...credential,
  response: Type.Object(
    {
      clientDataJSON: base64url(4_096),
      authenticatorData: base64url(4_096),
      signature: base64url(2_048),
      userHandle: Type.Optional(base64url(88)),
    },
    OPEN,
  ),
})
export type SignInCredential = Static<typeof SignInCredential>

export const CreatePasskey = strict({
  response: CreatedCredential,
  name: Type.Optional(
    text(64, { minLength: 1, description: 'Such as the device. By default `Passkey`.' }),
  ),
})
export type CreatePasskey = Static<typeof CreatePasskey>

export const SignInWithPasskey = strict({
  challenge_id: shaped(CHALLENGE_PATTERN, 'the `challenge_id` of this sign-in'),
  response: SignInCredential,
  transport: Type.Optional(choice('bearer', 'cookie')),
  device_token: Type.Optional(text(512)),
})
export type SignInWithPasskey = Static<typeof SignInWithPasskey>
