// API schemas for passkeys. Credential fields are named as browsers name them: `credential.toJSON()`.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  freeText,
  NullableTimestamp,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { CHALLENGE_PATTERN } from '#resources/people/sign_in_nonces/challenge.ts'
import { TransportChoice } from '#resources/people/sessions/schema.ts'

export const MAX_PASSKEYS = 20

export const Passkey = answer('Passkey', {
  passkey_id: Type.String(),
  name: Type.String({ description: 'The name that you gave it, such as that of a device.' }),
  is_synced: Type.Boolean({
    description: 'Whether it is stored in an account, and so on several devices.',
  }),
  created: Timestamp,
  last_used_at: NullableTimestamp,
})
export type Passkey = Static<typeof Passkey>

export const Passkeys = answer('Passkeys', {
  count: Type.Integer({ description: 'How many there are.' }),
  data: Type.Array(Passkey, { description: 'All of them.' }),
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
  challenge_id: Type.String({ description: 'Send it back with the credential.' }),
  options: Type.Unsafe<object>({
    type: 'object',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.',
    additionalProperties: true,
  }),
})
export type SignInChallenge = Static<typeof SignInChallenge>

function base64url(max: number, description: string) {
  const wanted = `base64url of at most ${max} characters`
  return shaped(`^[A-Za-z0-9_-]{1,${max}}$`, wanted, {
    description: `${description} As base64url.`,
  })
}

/** An id has at most 1023 bytes. */
const CredentialId = base64url(1_364, 'The id of the credential.')

/** Extra fields from browsers, which nothing here reads. New browsers may add more. */
const OPEN = { additionalProperties: true, maxProperties: 20 }
const Extensions = Type.Optional(
  Type.Unsafe<object>({
    type: 'object',
    ...OPEN,
    description: 'The results of extensions. Not used.',
  }),
)
const Attachment = Type.Optional(
  Type.Unsafe<'platform' | 'cross-platform'>(
    text(32, { description: '`platform` for the device itself, `cross-platform` for a key.' }),
  ),
)

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: described(choice('public-key'), 'Always `public-key`.'),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
}

const CreatedCredential = strict({
  ...credential,
  response: Type.Object(
    {
      clientDataJSON: base64url(4_096, 'What the browser signed: the challenge and the origin.'),
      attestationObject: base64url(8_192, 'The new public key, and who made it.'),
      transports: Type.Optional(
        Type.Array(text(32), {
          maxItems: 10,
          description: 'How the authenticator can be reached, such as `internal` or `usb`.',
        }),
      ),
      authenticatorData: Type.Optional(base64url(8_192, 'The data of the authenticator.')),
      publicKey: Type.Optional(base64url(4_096, 'The new public key.')),
    },
    { ...OPEN, description: 'The answer of the authenticator.' },
  ),
})
export type CreatedCredential = Static<typeof CreatedCredential>

const SignInCredential = strict({
  ...credential,
  response: Type.Object(
    {
      clientDataJSON: base64url(4_096, 'What the browser signed: the challenge and the origin.'),
      authenticatorData: base64url(4_096, 'The data of the authenticator, which is signed too.'),
      signature: base64url(2_048, 'The signature of the passkey.'),
      userHandle: Type.Optional(base64url(88, 'The user whom the passkey belongs to.')),
    },
    { ...OPEN, description: 'The answer of the authenticator.' },
  ),
})
export type SignInCredential = Static<typeof SignInCredential>

export const CreatePasskey = strict({
  response: described(CreatedCredential, 'The new credential, from `credential.toJSON()`.'),
  name: Type.Optional(text(64, { description: 'Such as the device. By default `Passkey`.' })),
})
export type CreatePasskey = Static<typeof CreatePasskey>

export const RenamePasskey = strict({
  name: text(64, { description: 'Such as the device.' }),
})
export type RenamePasskey = Static<typeof RenamePasskey>

export const SignInWithPasskey = strict({
  challenge_id: shaped(CHALLENGE_PATTERN, 'the `challenge_id` of this sign-in', {
    description: 'The `challenge_id` that this sign-in began with.',
  }),
  response: described(SignInCredential, 'The credential, from `credential.toJSON()`.'),
  transport: TransportChoice,
  device_token: Type.Optional(
    freeText(512, {
      description: 'The `device_token` of an earlier answer. Not needed for a passkey.',
    }),
  ),
})
export type SignInWithPasskey = Static<typeof SignInWithPasskey>
