// API schemas for single sign-on.
import { type Static, Type } from 'typebox'
import { answer, freeText, strict } from '#http/fields.ts'

const response = {
  code: Type.Optional(freeText(4_096, { description: 'The authorization code of the provider.' })),
  state: Type.Optional(freeText(64, { description: 'Names the sign-in that this browser began.' })),
  iss: Type.Optional(freeText(2_048, { description: 'The issuer identifier of the provider.' })),
  error: Type.Optional(
    freeText(256, { description: 'Why the provider refused; then without a code.' }),
  ),
  error_description: Type.Optional(
    freeText(4_096, { description: "The provider's text for the error." }),
  ),
}

/** Providers add their own parameters. One that is sent twice is refused. */
export const Callback = Type.Object(response, {
  additionalProperties: { type: 'string', maxLength: 4_096 },
  maxProperties: 20,
})

/** Callback parameters that the page sends on. */
export const FinishSignIn = strict(response)
export type FinishSignIn = Static<typeof FinishSignIn>

export const SignInFinished = answer('SignInFinished', {
  url: Type.String({ description: 'Where the browser goes next.' }),
})
export type SignInFinished = Static<typeof SignInFinished>

export const SignInMethods = answer('SignInMethods', {
  password: Type.Boolean({ description: 'Whether users can sign in with a password.' }),
  passkey: Type.Boolean({
    description: 'False if this service is reached by an address: passkeys need a host name.',
  }),
  oidc: Type.Unsafe<{ name: string } | null>({
    type: ['object', 'null'],
    description: 'The provider of single sign-on: GET /user/oidc/begin. Null if there is none.',
    properties: {
      name: { type: 'string', description: 'The name of the provider, for the button.' },
    },
    required: ['name'],
    additionalProperties: false,
  }),
})
export type SignInMethods = Static<typeof SignInMethods>
