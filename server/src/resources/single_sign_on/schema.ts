// The API schemas of single sign-on.
import { type Static, Type } from 'typebox'
import { answer, text } from '#http/fields.ts'

/** Providers add parameters of their own. One that is sent twice is refused. */
export const Callback = Type.Object(
  {
    code: Type.Optional(text(4_096)),
    state: Type.Optional(text(64)),
    iss: Type.Optional(text(2_048)),
    error: Type.Optional(text(256)),
    error_description: Type.Optional(text(4_096)),
  },
  { additionalProperties: { type: 'string', maxLength: 4_096 }, maxProperties: 20 },
)
export type Callback = Static<typeof Callback>

export const SignInMethods = answer('SignInMethods', {
  password: Type.Boolean(),
  passkey: Type.Boolean({
    description: 'False if this service is reached by an address: passkeys need a host name.',
  }),
  oidc: Type.Unsafe<{ name: string } | null>({
    type: ['object', 'null'],
    description: 'The provider of single sign-on: GET /user/oidc/begin. Null if there is none.',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  }),
})
export type SignInMethods = Static<typeof SignInMethods>
