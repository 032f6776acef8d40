// The API schemas of signing in.
import { type Static, Type } from 'typebox'
import { answer, nullable, Timestamp } from '#http/fields.ts'

const SignedInUser = answer('SignedInUser', {
  user_id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
})

export const SignedIn = answer('SignedIn', {
  token: nullable(
    Type.String({
      description:
        'Send it as `Authorization: Bearer`. Null if the session is a cookie. It is shown only here.',
    }),
  ),
  csrf_token: Type.String({
    description: 'With the cookie, requests that change something send it as `X-CSRF-Token`.',
  }),
  expires_at: Timestamp,
  two_factor_required: Type.Boolean({
    description: 'The session can do nothing until the second factor is given.',
  }),
  device_token: nullable(
    Type.String({
      description:
        'Names this device as one of yours. Send it when you sign in again: then a stranger who guesses your password cannot lock you out. Null if it is a cookie, or until the second factor is given.',
    }),
  ),
  user: SignedInUser,
  merchant_id: nullable(Type.String()),
})
export type SignedIn = Static<typeof SignedIn>
